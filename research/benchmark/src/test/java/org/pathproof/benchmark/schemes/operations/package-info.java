// SPDX-License-Identifier: Apache-2.0
@NullMarked
package org.pathproof.benchmark.schemes.operations;

import org.jspecify.annotations.NullMarked;
