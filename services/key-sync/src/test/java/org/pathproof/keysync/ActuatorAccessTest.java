// SPDX-License-Identifier: Apache-2.0
package org.pathproof.keysync;

import java.nio.file.Path;
import java.util.List;
import org.pathproof.harness.ActuatorAccessTests;
import org.pathproof.harness.Ports;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

final class ActuatorAccessTest extends ActuatorAccessTests {
    @Override
    protected List<String> settings(Path data) {
        return List.of(
                "--pathproof.key-sync.caches=127.0.0.1:" + Ports.free(),
                "--pathproof.redis.uri=redis://127.0.0.1:" + Ports.free());
    }

    @Override
    protected Service start(String[] arguments) {
        ConfigurableApplicationContext context = new SpringApplicationBuilder(KeySyncApplication.class)
                .properties("spring.config.name=key-sync")
                .run(arguments);
        return new Service(context.getEnvironment().getRequiredProperty("local.server.port"), context::close);
    }
}
