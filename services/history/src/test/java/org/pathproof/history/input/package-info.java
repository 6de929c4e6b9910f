// SPDX-License-Identifier: Apache-2.0
@NullMarked
package org.pathproof.history.input;

import org.jspecify.annotations.NullMarked;
