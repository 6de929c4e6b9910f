// SPDX-License-Identifier: Apache-2.0
@NullMarked
package org.pathproof.benchmark.kit.plot;

import org.jspecify.annotations.NullMarked;
