// SPDX-License-Identifier: Apache-2.0
package org.pathproof.rpki.certificates;

import java.security.PublicKey;
import java.time.Instant;

/**
 * An accepted authority.
 *
 * @param resources resources, inherited ones included
 * @param level number of authorities above it in its chain
 * @param maxBelow number of authorities that the path length constraints of the chain permit below it
 * @param expires earliest expiry in its chain
 */
record Authority(
        ResourceCertificate certificate,
        PublicKey key,
        NumberResources resources,
        int level,
        int maxBelow,
        Instant expires) {}
