// SPDX-License-Identifier: Apache-2.0
@NullMarked
package org.pathproof.bgp.net;

import org.jspecify.annotations.NullMarked;
