// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.admission;

import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.pathproof.collector.router.Permission;
import org.pathproof.collector.rules.PeerMatcher;
import org.pathproof.collector.rules.PeerRoles;
import org.pathproof.collector.rules.PeerRules;
import org.pathproof.collector.rules.RouterProfile;
import org.pathproof.onboarding.DescriptionExtension;
import org.pathproof.onboarding.OnboardingPolicy;
import org.pathproof.onboarding.Reading;
import org.pathproof.onboarding.RouterDescription;
import org.pathproof.onboarding.SealingKeys;
import org.pathproof.wire.NetworkText;
import org.pathproof.wire.bmp.RibView;

/**
 * Applies the description in the verified certificate of an admitted router. The operator's rule for the router wins
 * over the description. A router with a description that is malformed or exceeds the policy is refused, because its
 * settings would be others than those that were certified.
 */
public final class Onboarding {
    /** Ignores descriptions. */
    public static final Onboarding OFF = new Onboarding(null, SealingKeys.NONE);

    /** The decision about a router and its description. */
    public sealed interface Outcome {
        /** The certificate has no description. */
        record None() implements Outcome {}

        /** The description does not count: descriptions are off, or several routers share the certificate. */
        record Ignored() implements Outcome {}

        /**
         * The description counts.
         *
         * @param router the router with the settings of the description
         */
        record Applied(Admitted router) implements Outcome {}

        /**
         * The router is refused.
         *
         * @param reason words for an operator
         */
        record Refused(String reason) implements Outcome {}
    }

    private final @Nullable OnboardingPolicy policy;
    private final SealingKeys keys;

    private Onboarding(@Nullable OnboardingPolicy policy, SealingKeys keys) {
        this.policy = policy;
        this.keys = keys;
    }

    /**
     * Returns the application of descriptions within a policy.
     *
     * @param keys keys of sealed descriptions; without keys, these are refused
     */
    public static Onboarding of(OnboardingPolicy policy, SealingKeys keys) {
        return new Onboarding(policy, keys);
    }

    /**
     * Decides about a router.
     *
     * @param admitted the router with the rights of its rule
     * @param names names in its certificate
     * @param certificate its certificate, which the handshake verified
     */
    public Outcome apply(Admitted admitted, List<String> names, X509Certificate certificate) {
        if (policy == null || admitted.shared()) {
            return certificate.getExtensionValue(DescriptionExtension.OID) == null
                    ? new Outcome.None()
                    : new Outcome.Ignored();
        }
        return switch (DescriptionExtension.of(certificate, keys).orElse(null)) {
            case null -> new Outcome.None();
            case Reading.Refused(String reason) -> new Outcome.Refused("description in the certificate: " + reason);
            case Reading.Described(RouterDescription description) -> {
                List<String> excess = policy.excess(description);
                if (!excess.isEmpty()) {
                    yield new Outcome.Refused("description in the certificate exceeds pathproof.collector.onboarding: "
                            + String.join("; ", excess));
                }
                if (!names.contains(description.name())) {
                    yield new Outcome.Refused("description in the certificate: name: \"" + description.name()
                            + "\" is not among the names of the certificate " + names);
                }
                yield new Outcome.Applied(described(admitted, names, description, certificate));
            }
        };
    }

    private static Admitted described(
            Admitted admitted, List<String> names, RouterDescription description, X509Certificate certificate) {
        boolean namedByRule = !admitted.name().equals(names.getFirst());
        return new Admitted(
                admitted.ip(),
                namedByRule ? admitted.name() : description.name(),
                false,
                permission(admitted.permission(), description),
                new RouterProfile(
                        NetworkText.name(
                                "certificate " + certificate.getSerialNumber().toString(16)),
                        description.confederationMembers(),
                        new PeerRules(
                                PeerMatcher.ofSelectors(description.transparentPeers()),
                                PeerMatcher.ofSelectors(description.loopAllowedPeers()),
                                PeerMatcher.ofSelectors(description.dualPathPeers()),
                                PeerRoles.ofSelectors(description.roles())),
                        description.maxPeers().orElse(Integer.MAX_VALUE)));
    }

    private static Permission permission(Permission ruled, RouterDescription description) {
        Set<RibView> views =
                ruled.allowsAllViews() && !description.views().isEmpty() ? description.views() : ruled.views();
        Optional<PeerMatcher> peers =
                ruled.peers().isEmpty() && !description.peers().isEmpty()
                        ? Optional.of(PeerMatcher.ofSelectors(description.peers()))
                        : ruled.peers();
        return new Permission(views, peers, description.localAses());
    }
}
