// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.bgp;

/** A path attribute of an UPDATE (RFC 4271 section 4.3). The constants are IANA type codes and flag bits. */
public sealed interface PathAttribute
        permits Origin,
                AsPath,
                As4Path,
                NextHop,
                MultiExitDisc,
                LocalPref,
                AtomicAggregate,
                Aggregator,
                Communities,
                OriginatorId,
                ClusterList,
                MpReach,
                MpUnreach,
                ExtendedCommunities,
                LargeCommunities,
                OnlyToCustomer,
                BgpsecPath,
                UnknownAttribute {
    int ORIGIN = 1;
    int AS_PATH = 2;
    int NEXT_HOP = 3;
    int MULTI_EXIT_DISC = 4;
    int LOCAL_PREF = 5;
    int ATOMIC_AGGREGATE = 6;
    int AGGREGATOR = 7;
    int COMMUNITIES = 8;
    int ORIGINATOR_ID = 9;
    int CLUSTER_LIST = 10;
    int MP_REACH_NLRI = 14;
    int MP_UNREACH_NLRI = 15;
    int EXTENDED_COMMUNITIES = 16;
    int AS4_PATH = 17;
    int AS4_AGGREGATOR = 18;
    int PMSI_TUNNEL = 22;
    int TUNNEL_ENCAPSULATION = 23;
    int TRAFFIC_ENGINEERING = 24;
    int IPV6_EXTENDED_COMMUNITIES = 25;
    int AIGP = 26;
    int PE_DISTINGUISHER_LABELS = 27;
    int BGP_LS = 29;
    int LARGE_COMMUNITIES = 32;
    int BGPSEC_PATH = 33;
    int ONLY_TO_CUSTOMER = 35;
    int SFP = 37;
    int BFD_DISCRIMINATOR = 38;
    int PREFIX_SID = 40;
    int ATTR_SET = 128;

    int FLAG_OPTIONAL = 0x80;
    int FLAG_TRANSITIVE = 0x40;
    int FLAG_PARTIAL = 0x20;
    int FLAG_EXTENDED_LENGTH = 0x10;

    /** Returns the Attribute Flags as received. */
    int flags();

    /** Returns the Attribute Type Code. */
    int typeCode();
}
