// SPDX-License-Identifier: Apache-2.0
/** Tests of the BMP server, most of them on real sockets. */
@NullMarked
package org.pathproof.collector.bmp;

import org.jspecify.annotations.NullMarked;
