// SPDX-License-Identifier: Apache-2.0
package org.pathproof.research.lab;

import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.pathproof.research.schemes.ConfiguredScheme;
import org.pathproof.research.schemes.KeyDirectory;
import org.pathproof.research.schemes.ParameterSet;
import org.pathproof.research.schemes.PathAttack;
import org.pathproof.research.schemes.PathAttack.Scene;
import org.pathproof.research.schemes.PathSecurityScheme;
import org.pathproof.research.schemes.SchemeId;
import org.pathproof.research.schemes.Schemes;
import org.pathproof.research.schemes.SpeakerChain;
import org.pathproof.wire.Prefix;

/**
 * Routes that one router receives: an honest one and one for each attack, under each scheme.
 *
 * @param routes one for each prefix
 * @param keys published keys of all speakers
 */
public record SchemeLab(List<SchemeRoute> routes, Map<SchemeId, KeyDirectory> keys) {
    /** AS of the router that receives the routes. */
    public static final long ROUTER_AS = 65_005;

    /** Name of the route without an attack. */
    public static final String HONEST = "honest";

    /** Maximum number of honest routes of a parameter set. */
    public static final int MAX_HONEST_ROUTES = 4096;

    private static final int SPEAKERS = 5;
    private static final int HOPS_BEFORE_ATTACKER = SPEAKERS - 2;
    private static final Duration VALIDITY = Duration.ofDays(2);
    private static final Duration SINCE_EXPIRY = Duration.ofHours(1);
    private static final Duration CERTIFICATES = Duration.ofDays(365);
    private static final int HONEST_PREFIX_LENGTH = 28;
    private static final int FIRST_SECOND_BYTE = 100;
    /** Third byte of the prefix that the attacker of OTHER_PREFIX received. */
    private static final int REPLACED = 250;

    public SchemeLab {
        routes = List.copyOf(routes);
    }

    /**
     * Issues keys and creates the routes. Keys are new at each call.
     *
     * @param now the time of the routes
     * @param allParameters true for every parameter set of each scheme, false for the first one
     * @param schemes names of the schemes; empty for all
     * @throws IllegalArgumentException if a name is not that of a scheme
     */
    public static SchemeLab create(Instant now, boolean allParameters, Set<String> schemes) {
        return create(allParameters, schemes, (scheme, configured, number) -> {
            SchemeChain network = new SchemeChain(scheme, configured, number, now);
            return new SchemeLab(network.routes(), Map.of(network.id(), network.chain.keys()));
        });
    }

    /**
     * Issues keys and creates honest routes only, for measurements. Keys are new at each call.
     *
     * @param routes number of routes of each parameter set, 2 to {@link #MAX_HONEST_ROUTES}
     * @throws IllegalArgumentException if a name is not that of a scheme
     */
    public static SchemeLab honest(Instant now, boolean allParameters, Set<String> schemes, int routes) {
        return create(allParameters, schemes, (scheme, configured, number) -> {
            List<Prefix> prefixes = IntStream.range(0, routes)
                    .mapToObj(i -> Prefix.ipv4(
                            10 << 24 | (FIRST_SECOND_BYTE + number) << 16 | i << 32 - HONEST_PREFIX_LENGTH,
                            HONEST_PREFIX_LENGTH))
                    .toList();
            SpeakerChain chain = new SpeakerChain(configured, SPEAKERS, prefixes, now.plus(CERTIFICATES));
            SchemeId id = id(scheme, configured);
            List<SchemeRoute> made = prefixes.stream()
                    .map(prefix -> new SchemeRoute(
                            id, HONEST, chain.route(prefix, HOPS_BEFORE_ATTACKER + 1, now.plus(VALIDITY)), true))
                    .toList();
            return new SchemeLab(made, Map.of(id, chain.keys()));
        });
    }

    /** Creates the routes of one parameter set. */
    @FunctionalInterface
    private interface Routes {
        /** @param number number of the parameter set, from 0 */
        SchemeLab of(PathSecurityScheme scheme, ConfiguredScheme configured, int number);
    }

    private static SchemeLab create(boolean allParameters, Set<String> schemes, Routes each) {
        List<PathSecurityScheme> all = Schemes.all();
        List<String> names = all.stream().map(PathSecurityScheme::name).toList();
        for (String name : schemes) {
            if (!names.contains(name)) {
                throw new IllegalArgumentException("no scheme " + name + ": choose one of " + names);
            }
        }
        SecureRandom random = new SecureRandom();
        List<SchemeRoute> routes = new ArrayList<>();
        Map<SchemeId, KeyDirectory> keys = new LinkedHashMap<>();
        for (PathSecurityScheme scheme : all) {
            if (!schemes.isEmpty() && !schemes.contains(scheme.name())) {
                continue;
            }
            List<ParameterSet> sets = scheme.parameterSets();
            for (ParameterSet parameters : allParameters ? sets : sets.subList(0, 1)) {
                SchemeLab made = each.of(scheme, scheme.configure(parameters, random), keys.size());
                routes.addAll(made.routes);
                keys.putAll(made.keys);
            }
        }
        return new SchemeLab(routes, keys);
    }

    private static SchemeId id(PathSecurityScheme scheme, ConfiguredScheme configured) {
        return new SchemeId(scheme.name(), configured.parameters().name());
    }

    /** Returns the name of an attack. */
    public static String name(PathAttack attack) {
        return attack.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** A chain of ASes with keys of one scheme. The AS before the router is the attacker. */
    private static final class SchemeChain {
        private final PathSecurityScheme scheme;
        private final ConfiguredScheme configured;
        private final int number;
        private final Instant now;
        private final SpeakerChain chain;

        SchemeChain(PathSecurityScheme scheme, ConfiguredScheme configured, int number, Instant now) {
            this.scheme = scheme;
            this.configured = configured;
            this.number = number;
            this.now = now;
            List<Prefix> prefixes = new ArrayList<>(IntStream.rangeClosed(0, PathAttack.values().length)
                    .mapToObj(this::prefix)
                    .toList());
            prefixes.add(prefix(REPLACED));
            this.chain = new SpeakerChain(configured, SPEAKERS, prefixes, now.plus(CERTIFICATES));
        }

        SchemeId id() {
            return SchemeLab.id(scheme, configured);
        }

        private Prefix prefix(int third) {
            return Prefix.parse("10." + (FIRST_SECOND_BYTE + number) + "." + third + ".0/24");
        }

        List<SchemeRoute> routes() {
            List<SchemeRoute> routes = new ArrayList<>();
            routes.add(new SchemeRoute(
                    id(), HONEST, chain.route(prefix(0), HOPS_BEFORE_ATTACKER + 1, now.plus(VALIDITY)), true));
            for (PathAttack attack : PathAttack.values()) {
                PathAttack.Attempt attempt = attack.mount(scene(attack));
                boolean stops = scheme.stops().contains(attack);
                routes.add(new SchemeRoute(id(), name(attack), attempt.route(), !stops));
            }
            return routes;
        }

        /** Returns the situation of an attack. Attacks on expired routes have a validity that ended an hour ago. */
        private Scene scene(PathAttack attack) {
            boolean expired = attack == PathAttack.EXPIRED || attack == PathAttack.VALIDITY_EXTENDED;
            Instant expires = expired ? now.minus(SINCE_EXPIRY) : now.plus(VALIDITY);
            Prefix target = prefix(1 + List.of(PathAttack.values()).indexOf(attack));
            Prefix announced = attack == PathAttack.OTHER_PREFIX ? prefix(REPLACED) : target;
            Scene scene =
                    chain.scene(announced, HOPS_BEFORE_ATTACKER, expired ? expires.minus(VALIDITY) : now, expires);
            return new Scene(
                    scene.scheme(),
                    scene.keys(),
                    scene.attacker(),
                    scene.thief(),
                    scene.received(),
                    scene.victimAs(),
                    scene.addedAs(),
                    target,
                    scene.now(),
                    scene.expires());
        }
    }
}
