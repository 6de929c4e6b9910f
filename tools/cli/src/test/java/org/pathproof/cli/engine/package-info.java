// SPDX-License-Identifier: Apache-2.0
@NullMarked
package org.pathproof.cli.engine;

import org.jspecify.annotations.NullMarked;
