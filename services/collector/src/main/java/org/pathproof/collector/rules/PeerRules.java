// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.rules;

/**
 * The operator's lists of peers with permissions that other peers do not have, and of peers with a role.
 *
 * @param transparent peers that may send pCount 0: route servers, and peers in AS migration (RFC 8206)
 * @param loopAllowed peers whose paths may contain the local AS
 * @param dualPath peers that may send BGPsec_PATH beside AS_PATH without BGPsec (docs/adr/0024)
 * @param asSets peers whose paths may contain AS_SET and AS_CONFED_SET (RFC 9774 section 3)
 * @param roles roles of peers whose OPENs have none
 */
public record PeerRules(
        PeerMatcher transparent, PeerMatcher loopAllowed, PeerMatcher dualPath, PeerMatcher asSets, PeerRoles roles) {
    /** No peer has a permission or a role. */
    public static final PeerRules NONE =
            new PeerRules(PeerMatcher.NONE, PeerMatcher.NONE, PeerMatcher.NONE, PeerRoles.NONE);

    /** Creates lists without peers that may send AS_SET. */
    public PeerRules(PeerMatcher transparent, PeerMatcher loopAllowed, PeerMatcher dualPath, PeerRoles roles) {
        this(transparent, loopAllowed, dualPath, PeerMatcher.NONE, roles);
    }

    /** Returns these lists with further entries. A role in these lists counts before a role in the others. */
    public PeerRules with(PeerRules further) {
        return new PeerRules(
                transparent.or(further.transparent),
                loopAllowed.or(further.loopAllowed),
                dualPath.or(further.dualPath),
                asSets.or(further.asSets),
                roles.orElse(further.roles));
    }
}
