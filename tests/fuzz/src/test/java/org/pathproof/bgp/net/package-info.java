// SPDX-License-Identifier: Apache-2.0
/** Opens the speaker's classes to the fuzz tests. */
@NullMarked
package org.pathproof.bgp.net;

import org.jspecify.annotations.NullMarked;
