// SPDX-License-Identifier: Apache-2.0
/**
 * The RPKI set by REST: router keys, VRPs and the sources from which key-sync reads them. The data come from the
 * current set in memory; pages have cursors that stay valid when the set changes.
 */
@NullMarked
package org.pathproof.policyapi.rest.rpki;

import org.jspecify.annotations.NullMarked;
