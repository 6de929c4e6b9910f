// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.pathproof.verdictstore.Records.key;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pathproof.access.ApiToken;
import org.pathproof.policyapi.rest.routes.RouteIds;
import org.pathproof.routerfeeds.policy.PolicyStore;

/**
 * Tests the dashboard in each state of a site, at three widths, one of them in the dark colour scheme. Checks the
 * texts, the layout, and that axe-core has no serious finding. Screenshots go to the folder in the system property
 * {@code pathproof.screenshots}.
 */
final class DashboardStatesTest {
    private static final int[] WIDTHS = {1440, 1024, 390};

    @TempDir
    static Path folder;

    @AutoClose
    private static Browser browser;

    @BeforeAll
    static void start() throws Exception {
        browser = new Browser(folder);
    }

    @Test
    void showsTheFirstStepsOfANewSite() throws Exception {
        try (RunningApi api = new RunningApi()) {
            Site.connect(api);
            show(
                    api.uri("/"),
                    "nothing-connected",
                    "No RPKI data yet",
                    "TCP port 11019",
                    "No route yet: there is no path to validate.");
            assertThat(browser.evaluate("document.getElementById('live').dataset.state"))
                    .isEqualTo("idle");
            assertThat(browser.evaluate("document.getElementById('health-panel').dataset.kind"))
                    .isNotEqualTo("good");
            assertThat(browser.evaluate("document.body.innerText"))
                    .contains(
                            "No route yet: there is no path to validate.",
                            "--rtr HOST:PORT",
                            "connected, no session yet")
                    .doesNotContain("No path is broken", "No path breaks a rule");
        }
    }

    @Test
    void showsANormalSite() throws Exception {
        try (RunningApi api = new RunningApi()) {
            Site.fill(api);
            Site.connect(api, 1, 2);
            show(api.uri("/"), "normal", "data-state=\"live\"", "198.18.3.0/24", "parts are ok");
            URI path = api.uri("/?path=" + RouteIds.format(key("198.18.10.0/24", 1)));
            show(path, "path", "hop 2, AS64500: ", "198.18.3.0/24");
            browser.evaluate("document.querySelectorAll('details').forEach(part => { part.open = true; })");
            assertThat(browser.axe()).as("all parts open").isEmpty();
        }
    }

    @Test
    void showsARouterWithoutAPeer() throws Exception {
        try (RunningApi api = new RunningApi()) {
            Site.fill(api);
            show(api.uri("/"), "no-peer", "lon-edge-4 (10.0.0.4)", ">no peer<", "to do");
        }
    }

    @Test
    void showsThatTheFeedsAreSwitchedOff() throws Exception {
        try (RunningApi api = new RunningApi()) {
            Site.fill(api);
            Site.connect(api, 1, 2);
            PolicyStore policies = api.bean(PolicyStore.class);
            await().atMost(Duration.ofSeconds(30)).until(() -> policies.state().ready());
            policies.setSwitch(true, "ann", "routes flap");
            show(api.uri("/"), "feeds-off", "All feeds are switched off by ann", "routes flap");
            assertThat(browser.evaluate("document.getElementById('health-panel').dataset.kind"))
                    .isEqualTo("warn");
        }
    }

    @Test
    void showsAFailedCache() throws Exception {
        try (RunningApi api = new RunningApi()) {
            Site.fill(api);
            Site.connect(api, 1, 2);
            api.rpki()
                    .setProblem(
                            "cache rtr.example:323 does not respond: connection refused; the last set stays in force");
            show(api.uri("/"), "cache-lost", "rtr.example:323", "RPKI data is not being updated");
            assertThat(browser.evaluate("document.getElementById('live').dataset.state"))
                    .isEqualTo("stale");
            assertThat(browser.evaluate("document.getElementById('health-words').innerText"))
                    .contains("failing");
        }
    }

    @Test
    void requestsAToken() throws Exception {
        String token = ApiToken.create();
        try (RunningApi api = new RunningApi(
                "pathproof.api.anonymous-read=false",
                "pathproof.api.tokens[0].name=page",
                "pathproof.api.tokens[0].hash=" + ApiToken.hash(token))) {
            Site.fill(api);
            Site.connect(api, 1, 2);
            show(api.uri("/"), "token-needed", "a bearer token is needed here");
            assertThat(browser.evaluate("document.getElementById('health-words').innerText"))
                    .isEqualTo("The server shows its data with a token only.");
            submit("pathproof_wrong");
            browser.awaitPage("the token is not accepted: it is not one of the static tokens");
            assertThat(browser.axe()).as("a refused token").isEmpty();
            submit(token);
            browser.awaitPage("data-state=\"live\"", "198.18.3.0/24");
            assertThat(browser.evaluate(
                            "JSON.stringify([document.cookie, localStorage.length, Object.keys(sessionStorage)])"))
                    .isEqualTo("[\"\",0,[\"pathproof-token\"]]");
            browser.evaluate("location.reload()");
            browser.awaitPage("data-state=\"live\"", "198.18.3.0/24");
            assertThat(browser.evaluate("String(document.getElementById('access').hidden)"))
                    .isEqualTo("true");
        }
    }

    @Test
    void showsDisconnectedRouters() throws Exception {
        try (RunningApi api = new RunningApi()) {
            Site.fill(api);
            Site.loseRouters(api);
            show(
                    api.uri("/"),
                    "routers-lost",
                    "All routers are disconnected",
                    "sessions are lost",
                    "not current: no session is up");
            assertThat(browser.evaluate("document.getElementById('health-panel').dataset.kind"))
                    .isEqualTo("bad");
        }
    }

    private static void submit(String token) throws Exception {
        browser.evaluate("document.getElementById('token').value = '" + token
                + "'; document.getElementById('access').requestSubmit()");
    }

    private static void show(URI page, String name, String... texts) throws Exception {
        for (int width : WIDTHS) {
            boolean dark = width == 1024;
            browser.open(page, width, 1000, dark);
            browser.awaitPage(texts);
            browser.picture(name + "-" + width);
            assertThat(browser.evaluate("String(document.documentElement.scrollWidth - innerWidth)"))
                    .as("pixels of the page beyond a window of %d", width)
                    .isEqualTo("0");
            assertThat(browser.evaluate("""
                    [...document.querySelectorAll('.scroll, td, th, .tile, .badge, #live, .facts, li, p')]
                      .filter(e => e.clientWidth && e.scrollWidth > e.clientWidth + 1 && !e.closest('.visually-hidden, thead'))
                      .map(e => e.outerHTML.slice(0, 150)).join('\\n')
                    """)).as("cut off at %d", width).isEmpty();
            assertThat(browser.axe()).as("%s at %d", name, width).isEmpty();
        }
    }
}
