// SPDX-License-Identifier: Apache-2.0
/** Tests of a router's state, with built messages and with captures of real routers. */
@NullMarked
package org.pathproof.collector.router;

import org.jspecify.annotations.NullMarked;
