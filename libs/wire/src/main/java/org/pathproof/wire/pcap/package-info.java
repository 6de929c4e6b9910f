// SPDX-License-Identifier: Apache-2.0
/**
 * Capture files: the TCP streams in them, put in order, for BGP and BMP.
 */
@NullMarked
package org.pathproof.wire.pcap;

import org.jspecify.annotations.NullMarked;
