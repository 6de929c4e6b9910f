// SPDX-License-Identifier: Apache-2.0
@NullMarked
package org.pathproof.chaos;

import org.jspecify.annotations.NullMarked;
