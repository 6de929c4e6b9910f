// SPDX-License-Identifier: Apache-2.0
@NullMarked
package org.pathproof.research.benchmark;

import org.jspecify.annotations.NullMarked;
