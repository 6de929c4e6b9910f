// SPDX-License-Identifier: Apache-2.0
@NullMarked
package org.pathproof.network.check;

import org.jspecify.annotations.NullMarked;
