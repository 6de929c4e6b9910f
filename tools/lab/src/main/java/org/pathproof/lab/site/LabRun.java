// SPDX-License-Identifier: Apache-2.0
package org.pathproof.lab.site;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.pathproof.bgpsec.PathState;
import org.pathproof.lab.Lab;
import org.pathproof.lab.attacks.Attack;
import org.pathproof.lab.attacks.Attack.KeyEvent;

/**
 * Runs a lab against a site: routers send their tables, then keys are withdrawn and restored. Compares the verdicts of
 * the site with the expected ones.
 */
public final class LabRun {
    private static final Duration POLL_INTERVAL = Duration.ofMillis(100);
    private static final Duration STATE_TIMEOUT = Duration.ofMinutes(2);
    /** Time within which a site that is being installed must have a verdict. */
    private static final Duration FIRST_VERDICT_TIMEOUT = Duration.ofMinutes(15);

    private final Lab lab;
    private final SiteApi api;

    public LabRun(Lab lab, SiteApi api) {
        this.lab = lab;
        this.api = api;
    }

    /**
     * The result of an attack.
     *
     * @param got the verdict, or a note that there is no such route
     */
    public record Row(String name, String description, String expected, String got, boolean agrees) {}

    /**
     * Connects the routers to a collector and waits until every route is validated. Returns false after a timeout.
     */
    public boolean playTables(InetSocketAddress collector) throws InterruptedException {
        lab.start(collector);
        return awaitValidated();
    }

    /** Waits until one route is validated. Returns false after a timeout. */
    public boolean awaitAnyVerdict() throws InterruptedException {
        return Polling.until(
                () -> api.summary()
                        .filter(s -> s.of(PathState.VALID) + s.of(PathState.NOT_VALID) > 0)
                        .isPresent(),
                POLL_INTERVAL,
                FIRST_VERDICT_TIMEOUT);
    }

    /** Waits until every announced route is validated. Returns false after a timeout. */
    public boolean awaitValidated() throws InterruptedException {
        return await(() -> api.summary()
                .filter(s -> s.routes() >= lab.routes() && s.of(PathState.UNVERIFIED) == 0 && s.syncing() == 0)
                .isPresent());
    }

    /** Withdraws and restores the keys of all attacks one by one, and waits for the expected state after each. */
    public void playKeyEvents() throws InterruptedException {
        for (Attack attack : lab.attacks()) {
            for (KeyEvent event : attack.keyEvents()) {
                awaitState(attack, event.withdrawn() ? PathState.VALID : PathState.NOT_VALID);
                lab.apply(event);
                awaitState(attack, event.withdrawn() ? PathState.NOT_VALID : PathState.VALID);
            }
        }
    }

    /** Returns the expected and the actual result of every attack, and of the check for stripped sessions. */
    public List<Row> results() {
        List<Row> rows = new ArrayList<>();
        for (Attack attack : lab.attacks()) {
            Optional<SiteApi.Verdict> verdict = api.verdict(attack.prefix());
            rows.add(new Row(
                    attack.name(),
                    attack.description(),
                    attack.expected().toString(),
                    verdict.map(v -> format(attack, v)).orElse("no such route"),
                    verdict.filter(v -> attack.expected().agrees(v.state(), v.findings(), v.origin(), v.aspa()))
                            .isPresent()));
        }
        boolean flagged = api.isStripped(Attack.Session.STRIPPING.neighbor());
        rows.add(new Row(
                "stripped (session)",
                "a session that negotiated BGPsec and carries no BGPsec_PATH",
                "bgpsec-stripped",
                flagged ? "bgpsec-stripped" : "not flagged",
                flagged));
        return rows;
    }

    /** Formats a verdict, with the states of origin and AS path that the attack concerns. */
    private static String format(Attack attack, SiteApi.Verdict verdict) {
        return new SiteApi.Verdict(
                        verdict.state(),
                        verdict.findings(),
                        attack.expected().origin().flatMap(_ -> verdict.origin()),
                        attack.expected().aspa().flatMap(_ -> verdict.aspa()))
                .toString();
    }

    private void awaitState(Attack attack, PathState state) throws InterruptedException {
        boolean _ = await(() ->
                api.verdict(attack.prefix()).filter(v -> v.state() == state).isPresent());
    }

    private static boolean await(java.util.function.BooleanSupplier condition) throws InterruptedException {
        return Polling.until(condition, POLL_INTERVAL, STATE_TIMEOUT);
    }
}
