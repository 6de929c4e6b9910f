// SPDX-License-Identifier: Apache-2.0
package org.pathproof.collector.settings;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.pathproof.collector.admission.Onboarding;
import org.pathproof.onboarding.Grant;
import org.pathproof.onboarding.OnboardingPolicy;
import org.pathproof.onboarding.SealingKeys;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of routers from descriptions in their certificates.
 *
 * @param names Permitted names of described routers (r1.example.net, or *.example.net for any one label). Empty:
 *     descriptions are ignored.
 * @param ases Permitted AS numbers of described routers and their confederations, as numbers or ranges (64496-64511).
 * @param grants Rights of peers that descriptions may give: transparent-peers, loop-allowed-peers, dual-path-peers,
 *     roles.
 * @param maxPeers Largest number of peers that a description may give to a router. 0: that of
 *     pathproof.collector.max-peers.
 * @param sealingKeys File with the keys of sealed descriptions, 32 bytes in Base64 a line. Empty: sealed descriptions
 *     are refused.
 */
public record OnboardingSettings(
        @DefaultValue List<String> names,
        @DefaultValue List<String> ases,
        @DefaultValue Set<Grant> grants,
        @DefaultValue("0") int maxPeers,
        @DefaultValue("") String sealingKeys) {
    private static final String PREFIX = "pathproof.collector.onboarding";

    public OnboardingSettings {
        if (!names.isEmpty() && ases.isEmpty()) {
            throw new IllegalArgumentException(
                    PREFIX + ".ases: names without ases would refuse every description (0-4294967295 permits all)");
        }
        if (maxPeers < 0) {
            throw new IllegalArgumentException(PREFIX + ".max-peers must not be negative");
        }
    }

    boolean isEnabled() {
        return !names.isEmpty();
    }

    /**
     * Reads the file with keys.
     *
     * @param mostPeers value of pathproof.collector.max-peers
     * @throws IllegalArgumentException if a setting or the file is unusable
     */
    Onboarding load(int mostPeers) {
        if (!isEnabled()) {
            return Onboarding.OFF;
        }
        try {
            return Onboarding.of(
                    OnboardingPolicy.parse(names, ases, grants, maxPeers == 0 ? mostPeers : maxPeers),
                    sealingKeys.isEmpty() ? SealingKeys.NONE : SealingKeys.read(Path.of(sealingKeys)));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(PREFIX + ": " + e.getMessage(), e);
        } catch (IOException e) {
            throw new IllegalArgumentException(PREFIX + ".sealing-keys: cannot read " + e.getMessage(), e);
        }
    }
}
