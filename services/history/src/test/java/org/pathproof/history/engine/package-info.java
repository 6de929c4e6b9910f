// SPDX-License-Identifier: Apache-2.0
@NullMarked
package org.pathproof.history.engine;

import org.jspecify.annotations.NullMarked;
