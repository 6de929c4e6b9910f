// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.pipeline.site;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The options of a site.
 *
 * @param validators number of validators at the start
 * @param policyApi true for a site with a policy API
 * @param standbyReplicas number of standby replicas of the state of validators
 * @param settingsByStage further settings of services
 * @param jvmByStage further arguments of JVMs
 * @param startCache caches for a faster start; null: JVMs start without a cache
 * @param images images in which the services run; null: they run on the class path of this JVM
 */
public record SiteOptions(
        int validators,
        boolean policyApi,
        int standbyReplicas,
        Map<String, Map<String, String>> settingsByStage,
        Map<String, String> jvmByStage,
        @Nullable StartCache startCache,
        @Nullable Images images) {
    /** Returns the options of a site with one process of each service. */
    public static SiteOptions plain() {
        return new SiteOptions(1, true, 0, Map.of(), Map.of(), null, null);
    }

    public SiteOptions withValidators(int count) {
        return new SiteOptions(count, policyApi, standbyReplicas, settingsByStage, jvmByStage, startCache, images);
    }

    public SiteOptions withoutPolicyApi() {
        return new SiteOptions(validators, false, standbyReplicas, settingsByStage, jvmByStage, startCache, images);
    }

    public SiteOptions withStandbyReplicas(int count) {
        return new SiteOptions(validators, policyApi, count, settingsByStage, jvmByStage, startCache, images);
    }

    public SiteOptions withJvm(Map<String, String> arguments) {
        return new SiteOptions(validators, policyApi, standbyReplicas, settingsByStage, arguments, startCache, images);
    }

    public SiteOptions withSettings(Map<String, Map<String, String>> settings) {
        return new SiteOptions(validators, policyApi, standbyReplicas, settings, jvmByStage, startCache, images);
    }

    public SiteOptions withStartCache(StartCache cache) {
        return new SiteOptions(validators, policyApi, standbyReplicas, settingsByStage, jvmByStage, cache, images);
    }

    public SiteOptions withImages(Images unpacked) {
        return new SiteOptions(
                validators, policyApi, standbyReplicas, settingsByStage, jvmByStage, startCache, unpacked);
    }

    Map<String, String> settings(String stage) {
        return settingsByStage.getOrDefault(stage, Map.of());
    }

    String jvm(String stage) {
        String more = jvmByStage.getOrDefault(stage, "");
        String start = startCache == null ? "" : startCache.arguments(stage);
        return more.isEmpty() ? start : start + " " + more;
    }
}
