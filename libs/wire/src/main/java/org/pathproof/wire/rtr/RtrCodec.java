// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.rtr;

import org.pathproof.wire.ByteWriter;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Decoded;
import org.pathproof.wire.WireError;

/** Decodes and encodes RTR PDUs (RFC 8210 section 5, RFC 6810 section 5, draft-ietf-sidrops-8210bis section 5). */
public final class RtrCodec {
    private RtrCodec() {}

    /**
     * Decodes one PDU that fills {@code pdu} exactly. Never throws, whatever the bytes. A type that is not defined in
     * the PDU's version becomes an {@link UnknownPdu}. Versions above 2 are decoded as version 2.
     */
    public static Decoded<RtrPdu> decode(Bytes pdu) {
        if (pdu.length() < RtrFramer.HEADER_LENGTH) {
            return Malformed.damaged(
                    pdu, WireError.Code.TRUNCATED, "Header", 0, pdu.length() + " bytes are shorter than a PDU header");
        }
        if (pdu.u32(4) != pdu.length()) {
            return Malformed.damaged(
                    pdu,
                    WireError.Code.BAD_LENGTH,
                    "Length",
                    4,
                    "the length field is " + pdu.u32(4) + ", but the PDU has " + pdu.length() + " bytes");
        }
        int version = pdu.u8(0);
        return switch (pdu.u8(1)) {
            case SerialNotify.TYPE ->
                pdu.length() == SerialNotify.LENGTH
                        ? Decoded.ok(SerialNotify.decode(pdu))
                        : Malformed.badLength(pdu, "Serial Notify", SerialNotify.LENGTH);
            case SerialQuery.TYPE ->
                pdu.length() == SerialQuery.LENGTH
                        ? Decoded.ok(SerialQuery.decode(pdu))
                        : Malformed.badLength(pdu, "Serial Query", SerialQuery.LENGTH);
            case ResetQuery.TYPE ->
                pdu.length() == ResetQuery.LENGTH
                        ? Decoded.ok(ResetQuery.decode(pdu))
                        : Malformed.badLength(pdu, "Reset Query", ResetQuery.LENGTH);
            case CacheResponse.TYPE ->
                pdu.length() == CacheResponse.LENGTH
                        ? Decoded.ok(CacheResponse.decode(pdu))
                        : Malformed.badLength(pdu, "Cache Response", CacheResponse.LENGTH);
            case PrefixPdu.TYPE_IPV4 ->
                pdu.length() == PrefixPdu.LENGTH_IPV4
                        ? PrefixPdu.decode(pdu)
                        : Malformed.badLength(pdu, "IPv4 Prefix", PrefixPdu.LENGTH_IPV4);
            case PrefixPdu.TYPE_IPV6 ->
                pdu.length() == PrefixPdu.LENGTH_IPV6
                        ? PrefixPdu.decode(pdu)
                        : Malformed.badLength(pdu, "IPv6 Prefix", PrefixPdu.LENGTH_IPV6);
            case EndOfData.TYPE -> EndOfData.decode(pdu);
            case CacheReset.TYPE ->
                pdu.length() == CacheReset.LENGTH
                        ? Decoded.ok(CacheReset.decode(pdu))
                        : Malformed.badLength(pdu, "Cache Reset", CacheReset.LENGTH);
            case RouterKeyPdu.TYPE -> version == 0 ? Decoded.ok(UnknownPdu.decode(pdu)) : RouterKeyPdu.decode(pdu);
            case ErrorReport.TYPE ->
                pdu.length() >= ErrorReport.SHORTEST
                        ? ErrorReport.decode(pdu)
                        : Malformed.tooShort(pdu, "Error Report", ErrorReport.SHORTEST);
            case AspaPdu.TYPE -> {
                if (version < 2) {
                    yield Decoded.ok(UnknownPdu.decode(pdu));
                }
                yield pdu.length() >= AspaPdu.SHORTEST
                        ? AspaPdu.decode(pdu)
                        : Malformed.badLength(pdu, "ASPA", AspaPdu.SHORTEST);
            }
            default -> Decoded.ok(UnknownPdu.decode(pdu));
        };
    }

    /** Returns true for an Error Report, valid or not. No error may be reported about one (RFC 8210 section 5.11). */
    public static boolean isErrorReport(Bytes pdu) {
        return pdu.length() >= 2 && pdu.u8(1) == ErrorReport.TYPE;
    }

    /** Returns true for a Serial Notify, valid or not. */
    public static boolean isSerialNotify(Bytes pdu) {
        return pdu.length() >= 2 && pdu.u8(1) == SerialNotify.TYPE;
    }

    public static Bytes encode(RtrPdu pdu) {
        ByteWriter w = new ByteWriter(128);
        encode(pdu, w);
        return w.toBytes();
    }

    /** Appends the PDU to {@code to}. */
    public static void encode(RtrPdu pdu, ByteWriter to) {
        switch (pdu) {
            case SerialNotify p -> p.encode(to);
            case SerialQuery p -> p.encode(to);
            case ResetQuery p -> p.encode(to);
            case CacheResponse p -> p.encode(to);
            case PrefixPdu p -> p.encode(to);
            case EndOfData p -> p.encode(to);
            case CacheReset p -> p.encode(to);
            case RouterKeyPdu p -> p.encode(to);
            case ErrorReport p -> p.encode(to);
            case AspaPdu p -> p.encode(to);
            case UnknownPdu p -> p.encode(to);
        }
    }
}
