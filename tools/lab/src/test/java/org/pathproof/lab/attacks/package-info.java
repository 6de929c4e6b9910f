// SPDX-License-Identifier: Apache-2.0
@NullMarked
package org.pathproof.lab.attacks;

import org.jspecify.annotations.NullMarked;
