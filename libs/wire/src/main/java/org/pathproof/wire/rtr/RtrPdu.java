// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.rtr;

/**
 * A protocol data unit of RTR (RFC 8210 section 5). Every PDU carries the protocol version of its session: 0, 1 or 2.
 * PDUs of other versions are also decoded, so that the session can refuse them.
 */
public sealed interface RtrPdu
        permits SerialNotify,
                SerialQuery,
                ResetQuery,
                CacheResponse,
                PrefixPdu,
                EndOfData,
                CacheReset,
                RouterKeyPdu,
                ErrorReport,
                AspaPdu,
                UnknownPdu {
    /** Returns the protocol version, 0 to 255. */
    int version();

    /** Returns the PDU type (IANA registry "rpki-rtr-pdu"). */
    int type();

    /** Returns the registry's name of the type in snake case. */
    String typeName();
}
