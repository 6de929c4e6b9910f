// SPDX-License-Identifier: Apache-2.0
/**
 * What the RPKI tells a router, as values: router keys, validated ROA payloads and ASPAs.
 *
 * They stand here because RTR PDUs, RPKI JSON, path validation and origin validation all speak of them.
 */
@NullMarked
package org.pathproof.wire.rpki;

import org.jspecify.annotations.NullMarked;
