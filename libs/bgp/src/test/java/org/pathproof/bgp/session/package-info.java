// SPDX-License-Identifier: Apache-2.0
@NullMarked
package org.pathproof.bgp.session;

import org.jspecify.annotations.NullMarked;
