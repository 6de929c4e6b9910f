// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore.store;

import com.google.protobuf.ByteString;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.pathproof.contracts.RouteKey;
import org.pathproof.contracts.v1.AspaState;
import org.pathproof.contracts.v1.OriginState;
import org.pathproof.contracts.v1.PathState;
import org.pathproof.contracts.v1.RibView;
import org.pathproof.contracts.v1.Session;
import org.pathproof.contracts.v1.State;
import org.pathproof.contracts.v1.Verdict;
import org.pathproof.verdictstore.Records;
import org.pathproof.wire.Prefix;

/** Makes random records of routes and sessions. The same seed makes the same records. */
final class History {
    private final Random random;
    private final int sessions;
    private final List<RouteKey> keys = new ArrayList<>();
    private final Map<Integer, Long> epochs = new HashMap<>();
    private final Map<Integer, Long> deadBefore = new HashMap<>();
    private long timeUs = Records.TIME_US;
    private int serial = 7;

    /** @param prefixes number of prefixes; some have several SAFIs */
    History(long seed, int prefixes, int sessions) {
        this.random = new Random(seed);
        this.sessions = sessions;
        for (int i = 0; i < prefixes; i++) {
            Prefix prefix = prefix();
            int safi = random.nextInt(10) == 0 ? 2 : 1;
            keys.add(new RouteKey(prefix, safi, Records.sessionId(0), 0));
        }
    }

    private Prefix prefix() {
        return switch (random.nextInt(4)) {
            case 0 -> Prefix.ipv4(10 << 24 | random.nextInt(1 << 16) << 8, random.nextInt(8, 25));
            case 1 -> Prefix.ipv4(0x2001_0db8, random.nextInt(33));
            case 2 -> Prefix.ipv6(0x2001_0db8L << 32 | random.nextInt(1 << 8) << 8, 0, random.nextInt(30, 65));
            default -> Prefix.ipv6(0x2001_0db8L << 32, random.nextLong(), random.nextInt(64, 129));
        };
    }

    Random random() {
        return random;
    }

    int sessions() {
        return sessions;
    }

    /** Returns the key of a prefix at a random session, with ADD-PATH now and then. */
    RouteKey key() {
        RouteKey prefix = keys.get(random.nextInt(keys.size()));
        int session = random.nextInt(sessions);
        long pathId = session % 5 == 0 && random.nextBoolean() ? 1 + random.nextInt(3) : 0;
        return new RouteKey(prefix.prefix(), prefix.safi(), Records.sessionId(session), pathId);
    }

    static int number(RouteKey key) {
        return key.session().bytes().u8(14) << 8 | key.session().bytes().u8(15);
    }

    /** Returns a verdict of a route in the newest epoch of its session, or in an earlier one. */
    Verdict verdict(RouteKey key) {
        timeUs += random.nextInt(400_000);
        if (random.nextInt(500) == 0) {
            serial++;
        }
        int neighbor = random.nextInt(4);
        Integer[] path = {65000 + neighbor, 64500 + random.nextInt(6), 64496 + random.nextInt(4)};
        Verdict.Builder verdict = switch (random.nextInt(8)) {
            case 0 -> Records.notValid(1 + random.nextInt(3), path);
            case 1, 2 -> Records.valid(path).setAttributeDigest(random.nextInt(3));
            case 3 -> Records.signed(PathState.UNVERIFIED, "key-not-found", path);
            case 4 -> Records.unsigned(path).setAspa(AspaState.forNumber(random.nextInt(4)));
            default -> Records.unsigned(path);
        };
        if (random.nextInt(10) == 0) {
            verdict.setOrigin(OriginState.ORIGIN_INVALID).setOriginReason(random.nextBoolean() ? "as" : "length");
        }
        if (random.nextInt(10) == 0) {
            verdict.setPathAttributes(ByteString.copyFromUtf8("attributes " + random.nextInt(5)));
        }
        if (random.nextInt(20) == 0) {
            RouteKey from = new RouteKey(
                    key.prefix(),
                    key.safi(),
                    Records.sessionId(number(key) + (random.nextInt(10) == 0 ? 2 : 1)),
                    key.pathId());
            verdict.setDerivedFrom(ByteString.copyFrom(from.toBytes()));
        }
        long epoch = epochs.getOrDefault(number(key), 1L);
        if (random.nextInt(20) > 0) {
            verdict.setRpkiSerial(serial);
        } else {
            verdict.clearRpkiSerial();
        }
        return verdict.setEpoch(Math.max(1, epoch - (random.nextInt(10) == 0 ? random.nextInt(4) : 0)))
                .setReceivedUs(timeUs - (random.nextInt(5) == 0 ? random.nextInt(1 << 30) : 1000))
                .setValidatedUs(timeUs)
                .build();
    }

    /**
     * Returns the next record of a session; null to delete it.
     *
     * @param moreDown out of 10 changes, the number that end all routes of the session
     */
    @Nullable
    Session session(int number, int moreDown) {
        if (random.nextInt(20) == 0) {
            return null;
        }
        long epoch = epochs.merge(number, 1L, Long::sum);
        boolean down = random.nextInt(10) < moreDown;
        if (down) {
            deadBefore.put(number, epoch);
        }
        return Records.session(number, number % 7, number % 11)
                .setSessionId(
                        ByteString.copyFrom(Records.sessionId(number).bytes().toArray()))
                .setView(number % 2 == 0 ? RibView.ADJ_RIB_IN_PRE : RibView.ADJ_RIB_IN_POST)
                .setState(down ? State.DOWN : State.UP)
                .setEpoch(epoch)
                .setDeadBefore(deadBefore.getOrDefault(number, 0L))
                .build();
    }
}
