// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.feeds;

import java.util.List;
import org.pathproof.policyapi.PolicyApiApplication;
import org.pathproof.rpki.MemoryRpkiSource;
import org.pathproof.rpki.RpkiSource;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.support.GenericApplicationContext;

/**
 * The policy API as a process of its own, which a test can kill. The replica has an empty RPKI set and needs no Redis.
 */
final class FeedingReplica {
    private FeedingReplica() {}

    /** Starts the program. System properties are the settings. */
    public static void main(String[] arguments) {
        MemoryRpkiSource rpki = new MemoryRpkiSource(4711);
        rpki.replace(List.of());
        new SpringApplicationBuilder(PolicyApiApplication.class)
                .initializers(context -> ((GenericApplicationContext) context)
                        .registerBean("policyApiRpkiSource", RpkiSource.class, () -> rpki))
                .properties("spring.config.name=policy-api", "spring.main.allow-bean-definition-overriding=true")
                .run(arguments);
    }
}
