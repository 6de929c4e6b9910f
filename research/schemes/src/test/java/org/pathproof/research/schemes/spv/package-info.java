// SPDX-License-Identifier: Apache-2.0
@NullMarked
package org.pathproof.research.schemes.spv;

import org.jspecify.annotations.NullMarked;
