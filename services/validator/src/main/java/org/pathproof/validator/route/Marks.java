// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.route;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Parser;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;
import org.pathproof.contracts.RouteKey;
import org.pathproof.contracts.SessionId;
import org.pathproof.validator.row.RevalidationMark;
import org.pathproof.validator.row.SessionFloor;
import org.pathproof.validator.row.StoreMark;

/**
 * The entries of a task's state store that are no rows: the marks of sessions, of untrusted proofs, and of the store.
 */
public final class Marks {
    private static final Bytes UNTRUSTED = Bytes.wrap(new byte[] {0});
    private static final Bytes STORE = Bytes.wrap(new byte[] {0, 0});

    private final KeyValueStore<Bytes, byte[]> store;
    private final Map<SessionId, SessionFloor> floors = new HashMap<>();
    private RevalidationMark untrusted = RevalidationMark.getDefaultInstance();
    private @Nullable StoreMark ofStore;

    Marks(KeyValueStore<Bytes, byte[]> store) {
        this.store = store;
    }

    /** Takes an entry of the restored store whose key begins with 0. */
    void restore(byte[] key, byte[] value) {
        if (key.length == UNTRUSTED.get().length) {
            untrusted = parsed(RevalidationMark.parser(), value, "of untrusted proofs");
        } else if (key.length == STORE.get().length) {
            ofStore = parsed(StoreMark.parser(), value, "of the store");
        } else {
            floors.put(RouteKey.markedSession(key), parsed(SessionFloor.parser(), value, "of a session"));
        }
    }

    private static <T> T parsed(Parser<T> parser, byte[] value, String what) {
        try {
            return parser.parseFrom(value);
        } catch (InvalidProtocolBufferException e) {
            throw new IllegalStateException("the state store holds a damaged mark " + what, e);
        }
    }

    /** Returns the mark of a session; an empty mark if there is none. */
    public SessionFloor floor(SessionId session) {
        return floors.getOrDefault(session, SessionFloor.getDefaultInstance());
    }

    public void putFloor(SessionId session, SessionFloor floor) {
        floors.put(session, floor);
        store.put(Bytes.wrap(RouteKey.sessionMarker(session)), floor.toByteArray());
    }

    public void deleteFloor(SessionId session) {
        if (floors.remove(session) != null) {
            store.delete(Bytes.wrap(RouteKey.sessionMarker(session)));
        }
    }

    /** Deletes the marks of all sessions. */
    void deleteFloors() {
        List.copyOf(floors.keySet()).forEach(this::deleteFloor);
    }

    /** Returns the mark of untrusted proofs; an empty mark if there is none. */
    public RevalidationMark untrusted() {
        return untrusted;
    }

    public void putUntrusted(RevalidationMark mark) {
        untrusted = mark;
        store.put(UNTRUSTED, mark.toByteArray());
    }

    /** Returns the mark of the store; null if the store is new or has lost rows. */
    public @Nullable StoreMark ofStore() {
        return ofStore;
    }

    public void putOfStore(StoreMark mark) {
        ofStore = mark;
        store.put(STORE, mark.toByteArray());
    }
}
