// SPDX-License-Identifier: Apache-2.0
package org.pathproof.captures.mrt;

import org.pathproof.wire.ByteWriter;
import org.pathproof.wire.Bytes;

/** Records of each kind: the examples of RFC 6396 appendix A, and others encoded by hand from its figures. */
final class MrtFixtures {
    /** 2011-03-18 19:15:00. */
    static final long TIMESTAMP = 1_300_475_700;

    /** Figure 16. Its Total Path Attribute Length of 31 is a misprint for 35. */
    static final Bytes MESSAGE_AS4 = record(
            16,
            4,
            "0000fbf0 0000fbf1 0000 0001 c0000255 c6336404"
                    + "ffffffffffffffffffffffffffffffff 003e 02 0000 0023 40010102 40020e0203 0000fbf0 0000fbff 0000fbf6"
                    + "400304c6336455 c00804fbf0000e 18cb0071");

    /** Figure 18. */
    static final Bytes PEER_INDEX_TABLE =
            record(13, 1, "c6336404 0000 0002" + "02 c6336405 c6336405 00010005" + "02 c0000221 c0000221 00010006");

    /** Figure 19, with a complete MP_REACH_NLRI. The figure has the byte 00 before the prefix twice by mistake. */
    static final Bytes RIB_IPV6 = record(
            13,
            4,
            "0000002a 20 20010db8 0001 000f 4d83af34 0043"
                    + "40010100 5002000e0203 0000fbf0 0000fbff 0000fbf6"
                    + "800e2a 000201 20 20010db8000d00ff0000000000000187 fe800000000000000212f2fffe9f1b00 00 20 20010db8");

    /** Two routes with Path Identifiers. The second one has an abbreviated MP_REACH_NLRI (RFC 6396 section 4.3.4). */
    static final Bytes RIB_IPV4_ADDPATH = record(
            13,
            8,
            "00000001 18 c00002 0002"
                    + "0000 4d83af34 00000007 0004 40010100"
                    + "0001 4d83af35 ffffffff 000c 40010102 800e05 04c0000201");

    static final Bytes TABLE_DUMP =
            record(12, 1, "0000 0001 c0000200 18 01 4d83af34 c0000201 fbf0 000d" + "40010100 40020602 02fbf0fbf6");

    static final Bytes STATE_CHANGE = record(16, 0, "fbf0 fbf1 0002 0001 c0000255 c6336404 0005 0006");

    static final Bytes STATE_CHANGE_AS4_ET = record(
            17,
            5,
            "0001e240 00010000 0000fbf1 0000 0002"
                    + "20010db8000000000000000000000001 20010db8000000000000000000000002 0006 0001");

    static final Bytes RIB_GENERIC = record(13, 6, "00000001 0019 46 010203 0000");

    private MrtFixtures() {}

    static Bytes record(int type, int subtype, String body) {
        Bytes bytes = Bytes.fromHex(body);
        return new ByteWriter()
                .u32(TIMESTAMP)
                .u16(type)
                .u16(subtype)
                .u32(bytes.length())
                .bytes(bytes)
                .toBytes();
    }
}
