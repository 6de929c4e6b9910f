// SPDX-License-Identifier: Apache-2.0
package org.pathproof.cli.decode;

import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.pathproof.cli.io.JsonLines;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Decoded;
import org.pathproof.wire.IpAddress;
import org.pathproof.wire.WireError;
import org.pathproof.wire.bgp.BgpMessage;
import org.pathproof.wire.bgp.Update;
import org.pathproof.wire.bmp.BmpFramer;
import org.pathproof.wire.bmp.BmpMessage;
import org.pathproof.wire.openbmp.OpenBmpRaw;
import org.pathproof.wire.rtr.RtrPdu;
import tools.jackson.core.JsonGenerator;

/** Writes the report of {@code decode}: one JSON object per message, with offset, length, type and content. */
final class MessageLines implements Report {
    private final JsonLines lines;
    /** Warnings about the next message. */
    private final Set<String> warnings = new LinkedHashSet<>();

    private boolean damaged;

    MessageLines(JsonLines lines) {
        this.lines = lines;
    }

    @Override
    public void onBmp(Place place, Bytes bytes, BmpMessage message, List<Decoded<BgpMessage>> bgp) {
        writeLine(place, bytes.length(), message.typeName(), firstError(bgp), json -> {
            if (bytes.u8(0) != BmpFramer.VERSION_3) {
                json.writeNumberProperty("bmp_version", bytes.u8(0));
            }
            BmpJson.write(json, message, bgp);
        });
    }

    @Override
    public void onBgp(Place place, Bytes bytes, BgpMessage message) {
        writeLine(
                place,
                bytes.length(),
                BgpJson.typeName(message),
                firstError(List.of(Decoded.ok(message))),
                json -> BgpJson.write(json, message));
    }

    @Override
    public void onRtr(Place place, Bytes bytes, RtrPdu pdu) {
        writeLine(place, bytes.length(), pdu.typeName(), Optional.empty(), json -> RtrJson.write(json, pdu));
    }

    @Override
    public void onMrt(Place place, Bytes bytes, MrtRecordInContext record) {
        Optional<WireError> error = MrtJson.notRead(record.record())
                .or(() -> firstError(record.bgp().stream().toList()))
                .or(() -> record.damagedAttributes().stream().findFirst());
        writeLine(place, bytes.length(), MrtJson.typeName(record.record()), error, json -> MrtJson.write(json, record));
    }

    @Override
    public void onHeartbeat(Place place, Bytes bytes) {
        writeLine(place, bytes.length(), "heartbeat", Optional.empty(), json -> {});
    }

    @Override
    public void onDamage(Place place, long length, WireError error) {
        writeLine(place, length, "damaged", Optional.of(error), json -> {
            json.writeStringProperty("where", error.where());
            json.writeNumberProperty("error_offset", error.offset());
        });
    }

    @Override
    public void onUnread(Place place, long length, String type, String why) {
        WireError error = new WireError(WireError.Code.BAD_VALUE, type, 0, why);
        writeLine(place, length, type, Optional.of(error), json -> {});
    }

    @Override
    public void onContradiction(String why) {
        warnings.add(why);
    }

    @Override
    public void end(long bytes) {
        lines.flush();
    }

    @Override
    public boolean damaged() {
        return damaged;
    }

    private interface Members {
        void write(JsonGenerator json);
    }

    private void writeLine(Place place, long length, String type, Optional<WireError> error, Members members) {
        lines.writeObject(json -> {
            json.writeNumberProperty("offset", place.offset());
            json.writeNumberProperty("length", length);
            json.writeStringProperty("type", type);
            error.ifPresent(e -> {
                damaged = true;
                json.writeStringProperty("error", e.message());
            });
            if (!warnings.isEmpty()) {
                json.writeStringProperty("warning", String.join("; ", warnings));
                warnings.clear();
            }
            place.flow().ifPresent(flow -> json.writeStringProperty("flow", flow.toString()));
            if (place.timestampNanos() != 0) {
                json.writeStringProperty(
                        "captured",
                        Instant.ofEpochSecond(0, place.timestampNanos()).toString());
            }
            place.record().ifPresent(record -> writeOrigin(json, record));
            members.write(json);
        });
    }

    private static void writeOrigin(JsonGenerator json, OpenBmpRaw record) {
        json.writeObjectPropertyStart("openbmp");
        record.routerHash().ifPresent(hash -> json.writeStringProperty("router_hash", hash.toHex()));
        record.routerIp().ifPresent(ip -> json.writeStringProperty("router_ip", IpAddress.format(ip)));
        record.collectorHash().ifPresent(hash -> json.writeStringProperty("collector_hash", hash.toHex()));
        if (!record.collectorAdminId().isEmpty()) {
            json.writeStringProperty("collector_admin_id", record.collectorAdminId());
        }
        if (!record.routerGroup().isEmpty()) {
            json.writeStringProperty("router_group", record.routerGroup());
        }
        if (record.timestampMicros() != 0) {
            json.writeStringProperty(
                    "timestamp",
                    Instant.ofEpochSecond(0, record.timestampMicros() * 1000).toString());
        }
        json.writeEndObject();
    }

    private static Optional<WireError> firstError(List<Decoded<BgpMessage>> messages) {
        for (Decoded<BgpMessage> decoded : messages) {
            if (decoded instanceof Decoded.Damaged<BgpMessage>(var error, var bytes)) {
                return Optional.of(error);
            }
            if (decoded instanceof Decoded.Ok<BgpMessage>(Update update)
                    && !update.errors().isEmpty()) {
                return Optional.of(update.errors().getFirst());
            }
        }
        return Optional.empty();
    }
}
