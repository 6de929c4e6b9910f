// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.pathproof.verdictstore.Records.key;
import static org.pathproof.verdictstore.Records.notValid;
import static org.pathproof.verdictstore.Records.unsigned;
import static org.pathproof.verdictstore.Records.valid;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pathproof.policyapi.rest.routes.RouteIds;
import tools.jackson.databind.JsonNode;

/** Tests the dashboard in a real browser: filters, address, changes, and the rate of requests. */
final class DashboardTest {
    private static final Duration CHANGES_DURATION = Duration.ofSeconds(10);
    private static final int MAX_REQUESTS = 24;

    @AutoClose
    private static RunningApi api;

    @TempDir
    static Path folder;

    @AutoClose
    private static Browser browser;

    @BeforeAll
    static void start() throws Exception {
        api = new RunningApi();
        Site.fill(api);
        browser = new Browser(folder);
    }

    private void open(String path) throws Exception {
        browser.open(api.uri(path), 1440, 1400, false);
    }

    private void type(String field, String value) throws Exception {
        browser.evaluate("document.querySelector('#filters [name=%s]').value = '%s';".formatted(field, value)
                + "document.querySelector('#filters').dispatchEvent(new Event('change'))");
    }

    private String search() throws Exception {
        return browser.evaluate("location.search");
    }

    private void awaitRows(String expected) {
        await().atMost(Duration.ofSeconds(20))
                .untilAsserted(() -> assertThat(browser.evaluate(
                                "[...document.querySelectorAll('#rows a')].map(a => a.innerText).join(' ')"))
                        .isEqualTo(expected));
    }

    @Test
    void showsPathsThatAreNotValid() throws Exception {
        open("/");
        browser.awaitPage(
                "198.18.3.0/24",
                "signature-mismatch",
                "as-loop",
                "fra-edge-1",
                "stripped",
                "hold timer expired",
                "data-state=\"live\"",
                "router keys");
        browser.evaluate("document.querySelector('#rows a').click()");
        browser.awaitPage("hop 2, AS", "data-kind=\"bad\"", "aria-current=\"true\"");
        type("prefix", "banana");
        browser.awaitPage("is not a prefix", "aria-invalid=\"true\"");
        type("prefix", "10.0.0.0/8");
        browser.awaitPage("No path matches these filters.", "No prefix with routes covers 10.0.0.0/8.");
    }

    @Test
    void showsWhyFiltersOfItsAddressAreRefused() throws Exception {
        open("/?router=nope");
        browser.awaitPage("parameter router 'nope' is not known now; routers:", "aria-invalid=\"true\"");
        open("/?colour=red");
        browser.awaitPage("unknown parameter 'colour'");
    }

    @Test
    void healthIsTheFirstPanel() throws Exception {
        open("/");
        browser.awaitPage("data-state=\"live\"");
        assertThat(browser.evaluate("document.querySelector('main section h2').innerText"))
                .isEqualTo("Health");
    }

    @Test
    void showsOriginInvalidRoutesAfterOneClick() throws Exception {
        open("/");
        browser.awaitPage("7 invalid");
        browser.evaluate(
                "[...document.querySelectorAll('#origins a')].find(a => a.innerText.includes('invalid')).click()");
        awaitRows(
                "198.18.4.0/24 198.18.13.0/24 198.18.22.0/24 198.18.31.0/24 198.18.40.0/24 198.18.49.0/24 198.18.58.0/24");
        assertThat(search()).isEqualTo("?origin_state=invalid");
        assertThat(browser.evaluate("document.getElementById('rows').innerText"))
                .contains("origin invalid: as");
    }

    @Test
    void aSessionLinksToItsRoutes() throws Exception {
        open("/");
        browser.awaitPage("aria-label=\"9 not valid routes of peer 192.0.2.1 at fra-edge-1, adj-rib-in-pre\"");
        browser.evaluate("document.querySelector('#sessions a[aria-label^=\"9 not valid\"]').click()");
        awaitRows("198.18.3.0/24 198.18.10.0/24 198.18.17.0/24 198.18.24.0/24 198.18.31.0/24 198.18.38.0/24"
                + " 198.18.45.0/24 198.18.52.0/24 198.18.59.0/24");
        assertThat(search()).contains("peer=192.0.2.1", "router=fra-edge-1", "state=NOT_VALID", "view=adj-rib-in-pre");
    }

    @Test
    void anAddressFindsThePrefixesThatCoverIt() throws Exception {
        open("/");
        browser.awaitPage("198.18.3.0/24");
        type("prefix", "198.18.5.77");
        awaitRows("198.18.5.0/24 198.18.5.0/24 198.18.5.0/24");
        browser.awaitPage("198.18.5.77 is covered by");
        assertThat(browser.evaluate("document.getElementById('covering').innerText"))
                .contains("198.18.0.0/16 1 route", "198.18.5.0/24 3 routes, longest match");
        type("prefix", "198.18.200.1");
        awaitRows("198.18.0.0/16");
    }

    @Test
    void filtersArePartOfTheAddress() throws Exception {
        open("/?state=&peer=AS65003&prefix=198.18.4.0/24");
        awaitRows("198.18.4.0/24");
        assertThat(browser.evaluate("document.querySelector('[name=peer]').value"))
                .isEqualTo("AS65003");
        type("prefix", "198.18.5.0/24");
        awaitRows("198.18.5.0/24");
        browser.evaluate("document.querySelector('#rows a').click()");
        browser.awaitPage("received from 192.0.2.3");
        assertThat(search()).contains("path=", "peer=AS65003");
        browser.evaluate("history.go(-2)");
        awaitRows("198.18.4.0/24");
        assertThat(browser.evaluate("document.querySelector('[name=prefix]').value"))
                .isEqualTo("198.18.4.0/24");
        assertThat(browser.evaluate("String(document.getElementById('detail').hidden)"))
                .isEqualTo("true");
        browser.evaluate("history.forward()");
        awaitRows("198.18.5.0/24");
    }

    @Test
    void sessionsAreSortedByAColumn() throws Exception {
        open("/");
        browser.awaitPage("data-state=\"live\"", "aria-sort=\"ascending\"");
        String routes = "JSON.stringify([...document.querySelectorAll('#sessions td:nth-child(5)')]"
                + ".map(cell => Number(cell.innerText.replace(',', ''))))";
        browser.evaluate("document.querySelector('[data-order=routes]').click()");
        JsonNode descending = RunningApi.parse(browser.evaluate(routes));
        assertThat(descending.size()).isGreaterThan(2);
        assertThat(descending.valueStream().map(JsonNode::asInt).toList())
                .isSortedAccordingTo(Comparator.reverseOrder());
        browser.evaluate("document.querySelector('[data-order=routes]').click()");
        assertThat(RunningApi.parse(browser.evaluate(routes))
                        .valueStream()
                        .map(JsonNode::asInt)
                        .toList())
                .isSorted();
        assertThat(browser.evaluate("document.querySelector('[data-order=routes]').closest('th').ariaSort"))
                .isEqualTo("descending");
    }

    @Test
    void escapeClosesThePath() throws Exception {
        open("/?path=" + RouteIds.format(key("198.18.10.0/24", 1)));
        browser.awaitPage("hop 2, AS64500: ");
        browser.evaluate("document.body.dispatchEvent(new KeyboardEvent('keydown', {key: 'Escape', bubbles: true}))");
        assertThat(browser.evaluate("String(document.getElementById('detail').hidden)"))
                .isEqualTo("true");
        assertThat(search()).isEmpty();
    }

    @Test
    void pagesAreStepsInTheHistory() throws Exception {
        open("/?state=VALID");
        browser.awaitPage("page 1", "198.18.0.0/24");
        browser.evaluate("document.getElementById('next').click()");
        browser.awaitPage("page 2");
        browser.evaluate("history.back()");
        browser.awaitPage("page 1", "198.18.0.0/24");
    }

    @Test
    void showsChangesAsTheyHappen() throws Exception {
        open("/");
        browser.awaitPage("data-state=\"live\"", "198.18.3.0/24");
        api.putVerdict(key("192.0.2.0/24", 1), notValid(1, 65001, 64511));
        browser.awaitPage("192.0.2.0/24", "AS64511");
        api.withdraw(key("192.0.2.0/24", 1));
        await().atMost(Duration.ofSeconds(20))
                .until(() -> !browser.evaluate("document.body.innerText").contains("192.0.2.0/24"));
    }

    @Test
    void changesKeepSelectionAndFocusWithFewRequests() throws Exception {
        open("/?state=&path=" + RouteIds.format(key("198.18.10.0/24", 1)));
        browser.awaitPage("hop 2, AS64500: ", "data-state=\"live\"");
        browser.evaluate("""
                getSelection().selectAllChildren(document.querySelector('#chain .kv dd'));
                document.querySelector('#rows a').focus();
                document.querySelector('#chain li').marked = true;
                performance.clearResourceTimings();
                """);
        String selected = browser.evaluate("getSelection().toString()");
        assertThat(selected).isNotBlank();
        long end = System.nanoTime() + CHANGES_DURATION.toNanos();
        AtomicInteger change = new AtomicInteger();
        await().pollInterval(Duration.ofMillis(50))
                .atMost(CHANGES_DURATION.multipliedBy(3))
                .until(() -> {
                    int number = change.incrementAndGet();
                    api.putVerdict(
                            key("203.0.113.0/24", 2), number % 2 == 0 ? valid(65002, 64496) : unsigned(65002, 64497));
                    return System.nanoTime() > end;
                });
        int requests = Integer.parseInt(browser.evaluate("String(performance.getEntriesByType('resource').length)"));
        assertThat(requests)
                .as("requests during %s of changes", CHANGES_DURATION)
                .isBetween(4, MAX_REQUESTS);
        assertThat(browser.evaluate("getSelection().toString()")).isEqualTo(selected);
        assertThat(browser.evaluate("document.activeElement.className")).isEqualTo("row-link");
        assertThat(browser.evaluate("String(document.querySelector('#chain li').marked)"))
                .isEqualTo("true");
        api.withdraw(key("203.0.113.0/24", 2));
        api.awaitRoutes(Site.ROUTES);
    }

    @Test
    void sendsNoRequestsWhileThePageIsHidden() throws Exception {
        open("/?state=");
        browser.awaitPage("data-state=\"live\"");
        browser.evaluate("""
                Object.defineProperty(document, 'hidden', {value: true, configurable: true});
                document.dispatchEvent(new Event('visibilitychange'));
                """);
        await().atMost(Duration.ofSeconds(10)).until(() -> {
            String before = browser.evaluate("performance.clearResourceTimings(), String(performance.now())");
            return !before.isEmpty();
        });
        long end = System.nanoTime() + Duration.ofSeconds(7).toNanos();
        await().pollInterval(Duration.ofMillis(100))
                .atMost(Duration.ofSeconds(30))
                .until(() -> {
                    api.putVerdict(key("198.18.5.0/24", 2), valid(65002, 64510, 64500, 64501));
                    return System.nanoTime() > end;
                });
        assertThat(Integer.parseInt(browser.evaluate("String(performance.getEntriesByType('resource').length)")))
                .as("requests while the page is hidden; one may have begun before")
                .isLessThanOrEqualTo(1);
        browser.evaluate("""
                Object.defineProperty(document, 'hidden', {value: false, configurable: true});
                document.dispatchEvent(new Event('visibilitychange'));
                """);
        await().atMost(Duration.ofSeconds(20))
                .until(() ->
                        Integer.parseInt(browser.evaluate("String(performance.getEntriesByType('resource').length)"))
                                > 4);
    }

    @Test
    void textOfRoutersIsNotParsedAsHtml() throws Exception {
        URI page = api.uri("/#path=" + RouteIds.format(key("2001:db8:20::/48", 1)));
        browser.open(page, 1440, 1100, false);
        assertThat(browser.awaitPage("&lt;b&gt;already&lt;/b&gt;")).doesNotContain("<b>already</b>");
    }
}
