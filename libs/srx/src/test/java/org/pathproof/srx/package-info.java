// SPDX-License-Identifier: Apache-2.0
@NullMarked
package org.pathproof.srx;

import org.jspecify.annotations.NullMarked;
