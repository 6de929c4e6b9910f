// SPDX-License-Identifier: Apache-2.0
/**
 * MRT files (RFC 6396): TABLE_DUMP_V2 and BGP4MP, plain, gzip or bzip2.
 */
@NullMarked
package org.pathproof.wire.mrt;

import org.jspecify.annotations.NullMarked;
