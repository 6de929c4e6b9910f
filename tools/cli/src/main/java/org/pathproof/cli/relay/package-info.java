// SPDX-License-Identifier: Apache-2.0
/** The command {@code pathproof relay}. */
@NullMarked
package org.pathproof.cli.relay;

import org.jspecify.annotations.NullMarked;
