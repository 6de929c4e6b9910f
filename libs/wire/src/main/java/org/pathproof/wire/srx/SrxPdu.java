// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.srx;

import java.util.List;
import org.pathproof.wire.AfiSafi;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Prefix;

/** A PDU of the SRx proxy protocol (section 4). AS numbers, tokens and identifiers are unsigned 32-bit values. */
public sealed interface SrxPdu {
    /** Version of the protocol in Hello and Hello Response. */
    int VERSION = 3;

    /**
     * Opens the session (section 4.1.1); the proxy sends it.
     *
     * @param proxyId identifies the proxy; 0 requests an identifier from the server
     * @param asn AS number of the router
     * @param peers AS numbers of the router's peers; NIST's proxy leaves out the last
     */
    record Hello(int version, long proxyId, long asn, List<Long> peers) implements SrxPdu {
        public Hello {
            peers = List.copyOf(peers);
        }
    }

    /** Answers a Hello (section 4.1.2). */
    record HelloResponse(int version, long proxyId) implements SrxPdu {}

    /**
     * Ends the session (section 4.1.3); each side may send it.
     *
     * @param keepWindow time in seconds for which the sender requests that the other side keep the data of the session
     */
    record Goodbye(int keepWindow) implements SrxPdu {}

    /**
     * Requests the validation of an update (sections 4.2.1 and 4.2.2).
     *
     * @param flags bits of {@link SrxFlags} for the requested validations and for a receipt
     * @param defaults results to report until the server has its own
     * @param asPathType type of the AS_PATH segments (section 5.23)
     * @param asRelation relation of the neighbor for ASPA (section 5.24)
     * @param requestToken returned with the receipt
     * @param originAs origin AS for origin validation
     * @param family address family that the signatures cover
     * @param localAs AS number of the receiver of the update; 0 if the proxy did not send it
     * @param asPath the BGP-4 path with repetitions, origin last
     * @param bgpsecPath the BGPsec_PATH attribute with its flags, type and length; empty for a BGP-4 update
     */
    record VerifyRequest(
            int flags,
            SrxDefaults defaults,
            int asPathType,
            int asRelation,
            long requestToken,
            Prefix prefix,
            long originAs,
            AfiSafi family,
            long localAs,
            List<Long> asPath,
            Bytes bgpsecPath)
            implements SrxPdu {
        public VerifyRequest {
            asPath = List.copyOf(asPath);
        }

        /** Returns true if the proxy requests {@code flag}: one of the validations, or a receipt. */
        public boolean asksFor(int flag) {
            return (flags & flag) != 0;
        }
    }

    /**
     * Requests a signature (section 4.2.3).
     *
     * @param prependCount number of times that the router's AS is in the path
     */
    record SignRequest(int algorithm, int blockType, long updateId, long prependCount, long peerAs) implements SrxPdu {}

    /**
     * Reports results (section 4.3.1).
     *
     * @param types bits of {@link SrxFlags} for the results that the proxy must use, and for the receipt of a request
     * @param requestToken token of the request in a receipt, else 0
     */
    record VerifyNotification(int types, SrxResults results, long requestToken, long updateId) implements SrxPdu {}

    /** Reports a signature (section 4.3.2). */
    record SignNotification(long updateId, Bytes signature) implements SrxPdu {}

    /** The router no longer has an update (section 4.4.1). */
    record DeleteUpdate(int keepWindow, long updateId) implements SrxPdu {}

    /** A peer of the router was configured or removed (section 4.4.2). */
    record PeerChange(boolean added, long peerAs) implements SrxPdu {}

    /** The server requests all updates again (section 4.4.3). */
    record SyncRequest() implements SrxPdu {}

    /** Reports an error (section 4.4.4). */
    record ErrorReport(SrxError code) implements SrxPdu {}
}
