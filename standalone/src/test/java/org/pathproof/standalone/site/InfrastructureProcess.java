// SPDX-License-Identifier: Apache-2.0
package org.pathproof.standalone.site;

import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.util.concurrent.CountDownLatch;
import org.pathproof.standalone.broker.EmbeddedBroker;
import org.pathproof.standalone.console.Console;
import org.pathproof.standalone.data.DataFolder;
import org.pathproof.standalone.redis.RedisProgram;
import org.pathproof.standalone.redis.RedisSupervisor;

/** A program that runs a broker and Redis until it is killed. The program prints their addresses on standard output. */
final class InfrastructureProcess {
    private InfrastructureProcess() {}

    public static void main(String[] args) throws InterruptedException {
        DataFolder data = DataFolder.open(Path.of(args[0]));
        RedisSupervisor redis = RedisSupervisor.start(
                RedisProgram.find(),
                data.folder("redis"),
                data.root().resolve("redis.log"),
                new Console(new PrintWriter(System.err, true, StandardCharsets.UTF_8)),
                Clock.systemUTC());
        EmbeddedBroker broker = EmbeddedBroker.start(data.folder("kafka"));
        System.out.println("READY " + broker.bootstrapServers() + " " + redis.uri() + " " + redis.pid() + " "
                + broker.clientProperties().get("sasl.jaas.config"));
        new CountDownLatch(1).await();
    }
}
