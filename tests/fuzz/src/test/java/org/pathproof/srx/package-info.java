// SPDX-License-Identifier: Apache-2.0
/** Opens the classes of the SRx server to the fuzz tests. */
@NullMarked
package org.pathproof.srx;

import org.jspecify.annotations.NullMarked;
