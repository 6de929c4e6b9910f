// SPDX-License-Identifier: Apache-2.0
package org.pathproof.research.schemes;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.pathproof.research.schemes.SecuredPath.Hop;
import org.pathproof.wire.Prefix;

/**
 * Attacks on the path of a route. The attacker is the speaker that received the route: it has its own keys, the
 * published keys, and all bytes that it received. The attacker sends the result to a victim.
 */
public enum PathAttack {
    /** The attacker removes the hop before it, and extends the shorter path as if that hop had never existed. */
    HOP_REMOVED {
        @Override
        public Attempt mount(Scene scene) {
            SecuredPath shorter = scene.scheme().withoutNewestHop(scene.received(), scene.keys());
            return scene.extended(scene.received().withPath(shorter));
        }
    },

    /** The attacker inserts a hop with the number of another AS after the origin, and extends the longer path. */
    HOP_ADDED {
        @Override
        public Attempt mount(Scene scene) {
            List<Hop> hops = new ArrayList<>(scene.received().path().hops());
            Hop copied = hops.getFirst();
            hops.add(1, new Hop(scene.addedAs(), copied.expires(), copied.content(), copied.signature()));
            return scene.extended(scene.withHops(hops));
        }
    },

    /** The attacker exchanges the two hops before it, and extends the path. */
    HOPS_REORDERED {
        @Override
        public Attempt mount(Scene scene) {
            List<Hop> hops = new ArrayList<>(scene.received().path().hops());
            Collections.swap(hops, hops.size() - 2, hops.size() - 1);
            return scene.extended(scene.withHops(hops));
        }
    },

    /** The attacker replaces the number of the AS before it with the number of another AS, and extends the path. */
    HOP_RENAMED {
        @Override
        public Attempt mount(Scene scene) {
            List<Hop> hops = new ArrayList<>(scene.received().path().hops());
            Hop newest = hops.removeLast();
            hops.add(new Hop(scene.addedAs(), newest.expires(), newest.content(), newest.signature()));
            return scene.extended(scene.withHops(hops));
        }
    },

    /** The attacker announces another prefix of the same origin with the received path. */
    OTHER_PREFIX {
        @Override
        public Attempt mount(Scene scene) {
            return scene.extended(scene.received().withPrefix(scene.otherPrefix()));
        }
    },

    /**
     * An AS that is not a receiver of the route intercepts it, and extends the path. The AS also obtains the private
     * values that the route carries for its receiver.
     */
    OTHER_NEIGHBOR {
        @Override
        public Attempt mount(Scene scene) {
            SecuredRoute stolen =
                    scene.received().withTargetAs(scene.thief().identity().asn());
            return scene.sent(
                    scene.thief().propagate(stolen, List.of(scene.victimAs())).getFirst());
        }
    },

    /** The attacker signs an origin hop with its own keys, gives it the number of the real origin, and extends it. */
    ORIGIN_FORGED {
        @Override
        public Attempt mount(Scene scene) {
            SecuredRoute own = scene.attacker()
                    .originate(scene.received().prefix(), scene.expires(), List.of(scene.victimAs()))
                    .getFirst();
            Hop hop = own.path().hops().getFirst();
            long origin = scene.received().path().hops().getFirst().asn();
            Hop forged = new Hop(origin, hop.expires(), hop.content(), hop.signature());
            return scene.extended(new SecuredRoute(
                    own.prefix(), scene.received().targetAs(), own.path().withHops(List.of(forged))));
        }
    },

    /** The attacker originates a prefix of another AS under its own number. */
    WRONG_ORIGIN {
        @Override
        public Attempt mount(Scene scene) {
            return scene.sent(scene.attacker()
                    .originate(scene.received().prefix(), scene.expires(), List.of(scene.victimAs()))
                    .getFirst());
        }
    },

    /** The attacker sends an unchanged route after the end of its validity. */
    EXPIRED {
        @Override
        public Attempt mount(Scene scene) {
            return new Attempt(scene.extended(scene.received()).route(), scene.afterExpiry());
        }
    },

    /** The attacker extends the validity of all received hops, and sends the route after the end of its validity. */
    VALIDITY_EXTENDED {
        @Override
        public Attempt mount(Scene scene) {
            List<Hop> hops = scene.received().path().hops().stream()
                    .map(hop -> hop.expires() == 0
                            ? hop
                            : new Hop(
                                    hop.asn(),
                                    hop.expires() + scene.extension().toSeconds(),
                                    hop.content(),
                                    hop.signature()))
                    .toList();
            return new Attempt(scene.extended(scene.withHops(hops)).route(), scene.afterExpiry());
        }
    },

    /** The attacker keeps an unchanged route after its origin withdrew it, and sends it again before it expires. */
    REPLAYED {
        @Override
        public Attempt mount(Scene scene) {
            return new Attempt(scene.extended(scene.received()).route(), scene.beforeExpiry());
        }
    };

    /** Mounts the attack on the received route of the scene. */
    public abstract Attempt mount(Scene scene);

    /** A mounted attack: the route that the victim receives, and the time at which it receives the route. */
    public record Attempt(SecuredRoute route, Instant at) {}

    /**
     * The state of the network at the time of an attack.
     *
     * @param attacker the receiver of the route
     * @param thief an AS without a session with the sender of the route
     * @param received the route as the attacker received it, with at least two hops
     * @param victimAs an AS to which the attacker and the thief have sessions
     * @param addedAs an AS that is no neighbor of the ASes in the path
     * @param otherPrefix another prefix of the same origin
     * @param expires end of the validity of the route
     */
    public record Scene(
            ConfiguredScheme scheme,
            KeyDirectory keys,
            Speaker attacker,
            Speaker thief,
            SecuredRoute received,
            long victimAs,
            long addedAs,
            Prefix otherPrefix,
            Instant now,
            Instant expires) {
        private SecuredRoute withHops(List<Hop> hops) {
            return received.withPath(received.path().withHops(hops));
        }

        private Attempt extended(SecuredRoute route) {
            return sent(attacker.propagate(route, List.of(victimAs)).getFirst());
        }

        private Attempt sent(SecuredRoute route) {
            return new Attempt(route, now);
        }

        private Duration extension() {
            return Duration.ofDays(365);
        }

        private Instant afterExpiry() {
            return expires.plusSeconds(1);
        }

        private Instant beforeExpiry() {
            return expires.minusSeconds(1);
        }
    }
}
