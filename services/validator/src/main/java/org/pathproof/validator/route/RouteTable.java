// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.route;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Parser;
import java.util.Arrays;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.StoreBuilder;
import org.apache.kafka.streams.state.Stores;
import org.jspecify.annotations.Nullable;
import org.pathproof.contracts.RouteKey;
import org.pathproof.contracts.SessionId;
import org.pathproof.validator.row.RouteRow;
import org.pathproof.validator.row.SessionFloor;
import org.pathproof.wire.AfiSafi;
import org.pathproof.wire.Prefix;

/**
 * The routes of one task in its state store, and the marks of sessions beside them. All that is known of how they are stored is in
 * here: keys are those of the routes topic, so that routes of one prefix length stand in the order of their prefixes; values are {@code
 * row.proto}. Whatever happens to the process, the store comes back from its changelog as it was at the last commit.
 */
public final class RouteTable {
    /** The name of the store, and so of the changelog topic. */
    public static final String STORE = "routes";

    private static final int AFTER_ANY_KEY = 32; // octets of 0xff: more than session and path id are

    private final KeyValueStore<Bytes, byte[]> store;

    public RouteTable(KeyValueStore<Bytes, byte[]> store) {
        this.store = store;
    }

    /** What the topology adds to itself so that {@link #STORE} is there. */
    public static StoreBuilder<KeyValueStore<Bytes, byte[]>> builder() {
        return Stores.keyValueStoreBuilder(Stores.inMemoryKeyValueStore(STORE), Serdes.Bytes(), Serdes.ByteArray())
                .withCachingDisabled();
    }

    public @Nullable RouteRow get(Bytes key) {
        byte[] value = store.get(key);
        return value == null ? null : parse(value, RouteRow.parser(), key);
    }

    public void put(Bytes key, RouteRow row) {
        store.put(key, row.toByteArray());
    }

    public void delete(Bytes key) {
        store.delete(key);
    }

    /** The mark of a session; an empty one when none was seen. */
    public SessionFloor floor(SessionId session) {
        Bytes key = Bytes.wrap(RouteKey.sessionMarker(session));
        byte[] value = store.get(key);
        return value == null ? SessionFloor.getDefaultInstance() : parse(value, SessionFloor.parser(), key);
    }

    public void putFloor(SessionId session, SessionFloor floor) {
        store.put(Bytes.wrap(RouteKey.sessionMarker(session)), floor.toByteArray());
    }

    public void deleteFloor(SessionId session) {
        store.delete(Bytes.wrap(RouteKey.sessionMarker(session)));
    }

    /** Goes through all routes and all marks. */
    public void forEach(BiConsumer<Bytes, RouteRow> routes, BiConsumer<SessionId, SessionFloor> marks) {
        try (KeyValueIterator<Bytes, byte[]> all = store.all()) {
            while (all.hasNext()) {
                KeyValue<Bytes, byte[]> entry = all.next();
                byte[] key = entry.key.get();
                if (RouteKey.isSessionMarker(key)) {
                    marks.accept(RouteKey.markedSession(key), parse(entry.value, SessionFloor.parser(), entry.key));
                } else {
                    routes.accept(entry.key, parse(entry.value, RouteRow.parser(), entry.key));
                }
            }
        }
    }

    /** The keys of all routes of {@code family} whose prefix is {@code prefix} or more specific. */
    public void covered(Prefix prefix, AfiSafi family, Consumer<Bytes> keys) {
        for (int length = prefix.length(); length <= Prefix.maxLength(prefix.afi()); length++) {
            try (KeyValueIterator<Bytes, byte[]> range =
                    store.range(bound(prefix, family, length, false), bound(prefix, family, length, true))) {
                while (range.hasNext()) {
                    keys.accept(range.next().key);
                }
            }
        }
    }

    /** The first possible key, or one behind the last, of a route of {@code length} bits under {@code prefix}. */
    private static Bytes bound(Prefix prefix, AfiSafi family, int length, boolean last) {
        int octets = (length + 7) / 8;
        byte[] key = new byte[3 + octets + (last ? AFTER_ANY_KEY : 0)];
        if (last) {
            Arrays.fill(key, (byte) 0xff);
        }
        key[0] = (byte) family.afi();
        key[1] = (byte) family.safi();
        key[2] = (byte) length;
        byte[] address = prefix.nlriOctets();
        System.arraycopy(address, 0, key, 3, address.length);
        int bits = prefix.length() % 8;
        if (last && bits != 0) {
            key[2 + address.length] |= (byte) (0xff >>> bits);
        }
        return Bytes.wrap(key);
    }

    private static <M> M parse(byte[] value, Parser<M> parser, Bytes key) {
        try {
            return parser.parseFrom(value);
        } catch (InvalidProtocolBufferException e) {
            throw new IllegalStateException("the state store holds a damaged row under " + key, e);
        }
    }
}
