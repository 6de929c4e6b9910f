// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.pathproof.policyapi.Records.key;
import static org.pathproof.policyapi.Records.notValid;
import static org.pathproof.policyapi.Records.session;
import static org.pathproof.policyapi.Records.ski;
import static org.pathproof.policyapi.Records.unsigned;
import static org.pathproof.policyapi.Records.valid;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pathproof.contracts.v1.Finding;
import org.pathproof.contracts.v1.OriginState;
import org.pathproof.contracts.v1.PathState;
import org.pathproof.contracts.v1.PeerFacts;
import org.pathproof.contracts.v1.State;
import org.pathproof.policyapi.rest.RouteIds;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.rpki.RouterKey;
import org.pathproof.wire.rpki.RpkiObject;
import org.pathproof.wire.rpki.Vrp;

/**
 * The dashboard in a real browser. With the system property {@code pathproof.screenshots} naming a folder, pictures are left there for people to
 * look at.
 */
final class DashboardTest {
    private static RunningApi api;

    @TempDir
    Path folder;

    @BeforeAll
    static void fill() {
        api = new RunningApi();
        List<RpkiObject> rpki = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            rpki.add(new RouterKey(64496 + i, Bytes.wrap(ski(1 + i % 4).toByteArray()), Bytes.fromHex("3059")));
            rpki.add(new Vrp(Prefix.parse("198.18." + i + ".0/24"), 24, 64496 + i));
        }
        api.rpki().replace(rpki);
        api.session(1, session(1, 1, 1).setRouterName("fra-edge-1"));
        api.session(2, session(2, 1, 2).setRouterName("fra-edge-1"));
        api.session(3, session(3, 2, 3).setRouterName("ams-edge-2").setBgpsecSeen(false));
        api.session(
                4,
                session(4, 2, 4)
                        .setRouterName("ams-edge-2")
                        .setFacts(PeerFacts.getDefaultInstance())
                        .setBgpsecSeen(false));
        api.session(
                5,
                session(5, 3, 5)
                        .setRouterName("waw-core-1")
                        .setState(State.DOWN)
                        .setEpoch(2)
                        .setDeadBefore(2)
                        .setDownReason("hold timer expired"));
        for (int i = 0; i < 60; i++) {
            String prefix = "198.18." + i + ".0/24";
            api.verdict(
                    key(prefix, 1),
                    i % 7 == 3 ? notValid(2, 65001, 64500 + i % 5, 64496 + i) : valid(65001, 64500 + i % 5, 64496 + i));
            api.verdict(key(prefix, 2), valid(65002, 64510, 64500 + i % 5, 64496 + i));
            api.verdict(
                    key(prefix, 3), unsigned(65003, 64500 + i % 5, 64496 + i).setOrigin(OriginState.ORIGIN_VALID));
        }
        api.verdict(
                key("2001:db8:20::/48", 1),
                valid(65001, 64999, 64497)
                        .setState(PathState.MALFORMED)
                        .addFindings(Finding.newBuilder()
                                .setRule("as-loop")
                                .setMessage("The local AS 64999 is in the path <b>already</b>.")));
        api.awaitRoutes(181);
    }

    @AfterAll
    static void stop() {
        api.close();
    }

    @Test
    void showsWhatIsNotProved() throws Exception {
        try (Browser browser = new Browser(folder)) {
            browser.open(api.uri("/"), 1440, 1400, false);
            browser.awaitPage(
                    "198.18.3.0/24",
                    "signature-mismatch",
                    "as-loop",
                    "fra-edge-1",
                    "stripped",
                    "hold timer expired",
                    "data-state=\"live\"",
                    "router keys");
            browser.picture("overview");
            browser.evaluate("document.querySelector('#rows button').click()");
            browser.awaitPage("hop 2, AS", "data-kind=\"bad\"", "aria-selected=\"true\"");
            browser.evaluate("document.querySelector('#filters [name=prefix]').value = 'banana';"
                    + "document.querySelector('#filters').dispatchEvent(new Event('change'))");
            browser.awaitPage("is not a prefix", "aria-invalid=\"true\"");
            browser.evaluate("document.querySelector('#filters [name=prefix]').value = '10.0.0.0/8';"
                    + "document.querySelector('#filters').dispatchEvent(new Event('change'))");
            browser.awaitPage("No path fits these filters.");
            browser.open(api.uri("/"), 600, 1600, false);
            browser.awaitPage("198.18.3.0/24", "hold timer expired");
            browser.picture("narrow");
        }
    }

    @Test
    void showsChangesAsTheyHappen() throws Exception {
        try (Browser browser = new Browser(folder)) {
            browser.open(api.uri("/"), 1440, 1400, true);
            browser.awaitPage("data-state=\"live\"", "198.18.3.0/24");
            browser.picture("overview-dark");
            api.verdict(key("192.0.2.0/24", 1), notValid(1, 65001, 64511));
            browser.awaitPage("192.0.2.0/24", "AS64511");
            api.withdraw(key("192.0.2.0/24", 1));
            await().atMost(Duration.ofSeconds(20))
                    .until(() -> !browser.evaluate("document.body.innerText").contains("192.0.2.0/24"));
        }
    }

    @Test
    void drawsAPathWithItsBrokenHop() throws Exception {
        try (Browser browser = new Browser(folder)) {
            URI page = api.uri("/#path=" + RouteIds.format(key("198.18.10.0/24", 1)));
            browser.open(page, 1440, 1100, false);
            browser.awaitPage("hop 2, AS64500: ", "<li data-kind=\"bad\">", "0200000000000000");
            browser.picture("path");
            browser.open(page, 1440, 1100, true);
            browser.awaitPage("hop 2, AS64500: ");
            browser.picture("path-dark");
        }
    }

    @Test
    void whatRoutersSayIsNotReadAsHtml() throws Exception {
        try (Browser browser = new Browser(folder)) {
            browser.open(api.uri("/#path=" + RouteIds.format(key("2001:db8:20::/48", 1))), 1440, 1100, false);
            assertThat(browser.awaitPage("&lt;b&gt;already&lt;/b&gt;")).doesNotContain("<b>already</b>");
        }
    }
}
