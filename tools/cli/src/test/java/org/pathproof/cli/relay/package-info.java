// SPDX-License-Identifier: Apache-2.0
/** Tests of {@code pathproof relay}. */
@NullMarked
package org.pathproof.cli.relay;

import org.jspecify.annotations.NullMarked;
