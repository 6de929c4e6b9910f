// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.pathproof.verdictstore.Records.key;
import static org.pathproof.verdictstore.Records.notValid;
import static org.pathproof.verdictstore.Records.session;
import static org.pathproof.verdictstore.Records.valid;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.pathproof.cli.PathproofCommand;
import org.pathproof.contracts.v1.State;
import org.pathproof.policyapi.RunningApi;

/** Tests {@code pathproof top --once} with a running policy API. */
final class TopCommandTest {
    private static RunningApi api;

    private record Result(int code, String out, String err) {}

    @BeforeAll
    static void start() {
        api = new RunningApi();
        api.rpki().replace(List.of());
        api.putSession(1, session(1, 1, 1).setRouterName("edge\u001b[2J\u202e1"));
        api.putSession(2, session(2, 2, 2));
        api.putSession(3, session(3, 3, 3).setState(State.DOWN));
        api.putVerdict(key("198.51.100.0/24", 1), notValid(1, 65001, 64500));
        api.putVerdict(key("203.0.113.0/24", 2), valid(65002, 64501));
        await().atMost(Duration.ofSeconds(30))
                .until(() -> api.json("/api/v1/summary").get("routes").asInt() == 2);
    }

    @AfterAll
    static void stop() {
        api.close();
    }

    private static Result top(String url, String... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        String[] all = new String[arguments.length + 3];
        all[0] = "top";
        all[1] = "--url";
        all[2] = url;
        System.arraycopy(arguments, 0, all, 3, arguments.length);
        int code = PathproofCommand.commandLine()
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(all);
        return new Result(code, out.toString(), err.toString());
    }

    @Test
    void oneScreenHasStatesSessionsAndFaults() {
        Result result = top(api.uri("").toString(), "--once");

        assertThat(result.code()).as(result.err()).isZero();
        assertThat(result.out())
                .contains("routes 2  verdicts/s ")
                .contains("VALID 1 (50.0%)", "NOT_VALID 1 (50.0%)")
                .contains("sessions 2 up  1 down  0 lost")
                .containsPattern("expected \\d+ routers +\\d+ peers +0 lost")
                .containsPattern("NOT_VALID paths, newest first")
                .containsPattern("198\\.51\\.100\\.0/24 +signature-mismatch +AS 64500 ");
        assertThat(result.out()).doesNotContainPattern("verdicts/s -");
        assertThat(result.out().codePoints().filter(c -> c != '\n'))
                .as("a name of a router controls no terminal")
                .noneMatch(Character::isISOControl)
                .doesNotContain(0x202e);
    }

    @Test
    void aPolicyApiThatIsAwayIsNamed() throws IOException {
        int free;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            free = socket.getLocalPort();
        }
        Result result = top("http://127.0.0.1:" + free, "--once");

        assertThat(result.code()).isEqualTo(2);
        assertThat(result.err()).contains("http://127.0.0.1:" + free + " cannot be reached");
    }

    @Test
    void aWrongIntervalIsRefused() {
        Result result = top(api.uri("").toString(), "--interval", "0");

        assertThat(result.code()).isEqualTo(2);
        assertThat(result.err()).contains("--interval 0 is not a number of seconds of 1..3600");
    }
}
