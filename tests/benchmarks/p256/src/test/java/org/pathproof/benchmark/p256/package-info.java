// SPDX-License-Identifier: Apache-2.0
@NullMarked
package org.pathproof.benchmark.p256;

import org.jspecify.annotations.NullMarked;
