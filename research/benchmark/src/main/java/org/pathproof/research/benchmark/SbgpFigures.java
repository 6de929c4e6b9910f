// SPDX-License-Identifier: Apache-2.0
package org.pathproof.research.benchmark;

/** Figures of the S-BGP paper (NDSS 2000), for the Internet of 1999. */
final class SbgpFigures {
    /** Certificates of the Internet of 1999 (Table 3). */
    static final int CERTIFICATES = 58_446;

    /** Organizations with address prefixes, each with one address attestation (Tables 1 and 4). */
    static final int ADDRESS_ATTESTATIONS = 43_931;

    /** Bytes of a certificate (Table 3), of its extract, of an AA (Table 4), and of the extract of an AA (5.7.3). */
    static final int CERTIFICATE_BYTES = 550;

    static final int CERTIFICATE_EXTRACT_BYTES = 160;
    static final int AA_BYTES = 96;
    static final int AA_EXTRACT_BYTES = 40;

    /** Megabytes of certificates and AAs at the initialization of a router (5.7.3). */
    static final double FULL_MB = 36.4;

    static final double EXTRACTS_MB = 11.2;

    /** The Internet of 2026, rounded: ASes with one router key each, and originated prefixes. */
    static final int ASES_TODAY = 80_000;

    static final int PREFIXES_TODAY = 1_200_000;

    private SbgpFigures() {}
}
