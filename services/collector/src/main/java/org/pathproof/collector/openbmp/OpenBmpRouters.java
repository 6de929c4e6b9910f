// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.openbmp;

import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.pathproof.collector.kafka.Lane;
import org.pathproof.collector.metrics.CollectorMetrics;
import org.pathproof.collector.router.Rejects;
import org.pathproof.collector.router.RouterState;
import org.pathproof.collector.rules.RouterIdentity;
import org.pathproof.collector.rules.RouterRules;
import org.pathproof.collector.sessions.Sessions;
import org.pathproof.contracts.Topics;
import org.pathproof.contracts.v1.Session;
import org.pathproof.routes.experimental.AttributeIntake;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Decoded;
import org.pathproof.wire.IpAddress;
import org.pathproof.wire.WireError;
import org.pathproof.wire.bmp.BmpCodec;
import org.pathproof.wire.bmp.BmpFramer;
import org.pathproof.wire.bmp.BmpMessage;
import org.pathproof.wire.bmp.Initiation;
import org.pathproof.wire.openbmp.OpenBmpCodec;
import org.pathproof.wire.openbmp.OpenBmpRaw;

/**
 * The routers whose messages arrive in OpenBMP topics. Decodes each record and passes its BMP messages to the state of
 * their router. A record without a key is copied to {@link Topics#OPENBMP_REKEYED}, with the hash of its router as the
 * key, and handled when it is read from there. Confined to the thread of the reader.
 */
final class OpenBmpRouters {
    private final int maxMessage;
    private final RouterRules rules;
    private final Sessions sessions;
    private final Lane lane;
    private final Runnable onRefusal;
    private final CollectorMetrics metrics;
    private final Clock clock;
    private final Map<Bytes, RouterState> routers = new HashMap<>();

    /**
     * @param maxMessage maximum size of a BMP message in bytes
     * @param onRefusal called when Kafka refuses a copied record
     */
    OpenBmpRouters(
            int maxMessage,
            RouterRules rules,
            Sessions sessions,
            Lane lane,
            Runnable onRefusal,
            CollectorMetrics metrics,
            Clock clock) {
        this.maxMessage = maxMessage;
        this.rules = rules;
        this.sessions = sessions;
        this.lane = lane;
        this.onRefusal = onRefusal;
        this.metrics = metrics;
        this.clock = clock;
    }

    /** Completes quiet tables; see {@link RouterState#tick}. */
    void tick() {
        long now = nowMicros();
        routers.values().forEach(router -> router.tick(now));
    }

    /** Removes all routers. Their sessions continue from the session records with the next message. */
    void clear() {
        routers.values().forEach(RouterState::release);
        routers.clear();
    }

    /** Handles one record of a raw topic. */
    void handle(ConsumerRecord<byte[], byte[]> record) {
        if (record.value() == null) {
            return;
        }
        switch (OpenBmpCodec.decode(Bytes.wrap(record.value()))) {
            case Decoded.Damaged<OpenBmpRaw>(WireError error, Bytes _) ->
                reject(RouterIdentity.of("", record.topic()), "openbmp", error, kept(record.value()));
            case Decoded.Ok<OpenBmpRaw>(OpenBmpRaw received) -> {
                OpenBmpRaw raw = withoutPrivateValues(received);
                if (raw.isHeartbeat()) {
                    metrics.openBmp("heartbeat");
                } else if (record.key() == null) {
                    rekey(raw, hash(raw, record));
                } else {
                    metrics.openBmp("bmp");
                    handleMessages(raw, hash(raw, record));
                }
            }
        }
    }

    /**
     * Returns the part of an undecodable record that may be published. With an experimental attribute, any part of the
     * record can contain a private key, so nothing is published.
     */
    private Bytes kept(byte[] value) {
        return rules.experimental() == null ? Bytes.wrap(value) : Bytes.EMPTY;
    }

    private OpenBmpRaw withoutPrivateValues(OpenBmpRaw raw) {
        AttributeIntake experimental = rules.experimental();
        if (experimental == null) {
            return raw;
        }
        Bytes bmp = experimental.withoutPrivateValues(raw.bmp());
        return bmp.equals(raw.bmp())
                ? raw
                : new OpenBmpRaw(
                        raw.routerHash(),
                        raw.routerIp(),
                        raw.collectorHash(),
                        raw.collectorAdminId(),
                        raw.routerGroup(),
                        raw.timestampMicros(),
                        bmp);
    }

    private void rekey(OpenBmpRaw raw, Bytes hash) {
        metrics.openBmp("rekeyed");
        OpenBmpRaw keyed = new OpenBmpRaw(
                Optional.of(hash),
                raw.routerIp(),
                raw.collectorHash().map(RouterIdentity::hashOf),
                raw.collectorAdminId(),
                raw.routerGroup(),
                raw.timestampMicros(),
                raw.bmp());
        lane.send(
                Topics.OPENBMP_REKEYED,
                hash.toArray(),
                OpenBmpCodec.encode(keyed).toArray(),
                onRefusal);
    }

    /**
     * Returns the hash of the router: from the producer's router hash, else from the key, else from the router's
     * address and the topic.
     */
    private static Bytes hash(OpenBmpRaw raw, ConsumerRecord<byte[], byte[]> record) {
        if (raw.routerHash().isPresent()) {
            return RouterIdentity.hashOf(raw.routerHash().get());
        }
        if (record.key() != null) {
            return RouterIdentity.hashOf(keyBytes(record.key()));
        }
        return RouterIdentity.of(raw.routerIp().map(IpAddress::format).orElse(""), record.topic())
                .hash();
    }

    /** Decodes a key: a hash as hexadecimal text, or as bytes. */
    private static Bytes keyBytes(byte[] key) {
        String text = new String(key, StandardCharsets.US_ASCII);
        return text.matches("([0-9a-fA-F]{2})+") ? Bytes.fromHex(text) : Bytes.wrap(key);
    }

    private void handleMessages(OpenBmpRaw raw, Bytes hash) {
        Bytes rest = raw.bmp();
        while (!rest.isEmpty()) {
            int length;
            switch (BmpFramer.messageLength(
                    rest.slice(0, Math.min(rest.length(), BmpFramer.HEADER_LENGTH)), maxMessage)) {
                case Decoded.Ok<Integer>(Integer found) -> length = found;
                case Decoded.Damaged<Integer>(WireError error, Bytes _) -> {
                    router(hash, raw, rest).reject("bmp", null, error, rest, nowMicros());
                    return;
                }
            }
            if (length == 0 || length > rest.length()) {
                WireError error = new WireError(
                        WireError.Code.TRUNCATED, "message", rest.length(), "the record ends within a BMP message");
                router(hash, raw, rest).reject("bmp", null, error, rest, nowMicros());
                return;
            }
            Bytes message = rest.slice(0, length);
            router(hash, raw, message).handleMessage(message, nowMicros());
            rest = rest.from(length);
        }
    }

    private RouterState router(Bytes hash, OpenBmpRaw raw, Bytes first) {
        return routers.computeIfAbsent(hash, h -> {
            String ip = raw.routerIp().map(IpAddress::format).orElse("");
            return new RouterState(
                    new RouterIdentity(hash.compact(), ip, name(hash, first)), rules, sessions, lane, metrics, true);
        });
    }

    /** Returns the sysName if the first message is an Initiation, else the name in the session records. */
    private String name(Bytes hash, Bytes first) {
        if (BmpCodec.decode(first) instanceof Decoded.Ok<BmpMessage>(Initiation initiation)) {
            return initiation.sysName().orElse("");
        }
        return sessions.all().stream()
                .filter(s -> Bytes.wrap(s.getRouterHash().toByteArray()).equals(hash))
                .map(Session::getRouterName)
                .filter(name -> !name.isEmpty())
                .findFirst()
                .orElse("");
    }

    private void reject(RouterIdentity from, String layer, WireError error, Bytes bytes) {
        metrics.openBmp("reject");
        metrics.reject(layer, error.code().name());
        lane.reject(Rejects.of(from, layer, "", error, bytes, nowMicros()));
    }

    private long nowMicros() {
        Instant now = clock.instant();
        return now.getEpochSecond() * 1_000_000 + now.getNano() / 1000;
    }
}
