// SPDX-License-Identifier: Apache-2.0
@NullMarked
package org.pathproof.research.schemes.kchybrid;

import org.jspecify.annotations.NullMarked;
