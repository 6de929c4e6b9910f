// SPDX-License-Identifier: Apache-2.0
package org.pathproof.cli.decode;

import org.jspecify.annotations.Nullable;
import org.pathproof.wire.rpki.Aspa;
import org.pathproof.wire.rpki.RouterKey;
import org.pathproof.wire.rpki.Vrp;
import org.pathproof.wire.rtr.AspaPdu;
import org.pathproof.wire.rtr.CacheReset;
import org.pathproof.wire.rtr.CacheResponse;
import org.pathproof.wire.rtr.EndOfData;
import org.pathproof.wire.rtr.ErrorReport;
import org.pathproof.wire.rtr.PrefixPdu;
import org.pathproof.wire.rtr.ResetQuery;
import org.pathproof.wire.rtr.RouterKeyPdu;
import org.pathproof.wire.rtr.RtrPdu;
import org.pathproof.wire.rtr.SerialNotify;
import org.pathproof.wire.rtr.SerialQuery;
import org.pathproof.wire.rtr.UnknownPdu;
import tools.jackson.core.JsonGenerator;

/** Writes the content of an RTR PDU as members of a JSON object. */
final class RtrJson {
    private RtrJson() {}

    static void write(JsonGenerator json, RtrPdu pdu) {
        json.writeNumberProperty("version", pdu.version());
        switch (pdu) {
            case SerialNotify p -> writeSession(json, p.sessionId(), p.serial());
            case SerialQuery p -> writeSession(json, p.sessionId(), p.serial());
            case ResetQuery p -> {}
            case CacheReset p -> {}
            case CacheResponse p -> json.writeNumberProperty("session_id", p.sessionId());
            case PrefixPdu(int version, boolean announce, Vrp vrp) -> {
                json.writeBooleanProperty("announce", announce);
                json.writeStringProperty("prefix", vrp.prefix().toString());
                json.writeNumberProperty("max_length", vrp.maxLength());
                json.writeNumberProperty("asn", vrp.asn());
            }
            case RouterKeyPdu(int version, boolean announce, RouterKey key) -> {
                json.writeBooleanProperty("announce", announce);
                json.writeNumberProperty("asn", key.asn());
                json.writeStringProperty("ski", key.ski().toHex());
                json.writeStringProperty("spki_der_hex", key.spki().toHex());
            }
            case AspaPdu p -> {
                Aspa aspa = p.aspa();
                json.writeBooleanProperty("announce", p.announce());
                json.writeNumberProperty("customer", aspa.customer());
                json.writeArrayPropertyStart("providers");
                aspa.providers().forEach(json::writeNumber);
                json.writeEndArray();
            }
            case EndOfData p -> {
                writeSession(json, p.sessionId(), p.serial());
                EndOfData.@Nullable Intervals intervals = p.intervals();
                if (intervals != null) {
                    json.writeNumberProperty("refresh", intervals.refresh());
                    json.writeNumberProperty("retry", intervals.retry());
                    json.writeNumberProperty("expire", intervals.expire());
                }
            }
            case ErrorReport p -> {
                json.writeNumberProperty("error_code", p.code());
                json.writeStringProperty("text", p.text());
                json.writeStringProperty("erroneous_pdu", p.erroneous().toHex());
            }
            case UnknownPdu p -> {
                json.writeNumberProperty("pdu_type", p.type());
                json.writeNumberProperty("field", p.field());
                json.writeStringProperty("body", p.body().toHex());
            }
        }
    }

    private static void writeSession(JsonGenerator json, int sessionId, long serial) {
        json.writeNumberProperty("session_id", sessionId);
        json.writeNumberProperty("serial", serial);
    }
}
