// SPDX-License-Identifier: Apache-2.0
@NullMarked
package org.pathproof.lab.sign;

import org.jspecify.annotations.NullMarked;
