// SPDX-License-Identifier: Apache-2.0
@NullMarked
package org.pathproof.bgp.rib;

import org.jspecify.annotations.NullMarked;
