// SPDX-License-Identifier: Apache-2.0
@NullMarked
package org.pathproof.p256.portable;

import org.jspecify.annotations.NullMarked;
