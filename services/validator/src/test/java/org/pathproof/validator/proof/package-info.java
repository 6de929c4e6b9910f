// SPDX-License-Identifier: Apache-2.0
@NullMarked
package org.pathproof.validator.proof;

import org.jspecify.annotations.NullMarked;
