// SPDX-License-Identifier: Apache-2.0
@NullMarked
package org.pathproof.schemes.kchybrid;

import org.jspecify.annotations.NullMarked;
