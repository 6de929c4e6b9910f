// SPDX-License-Identifier: Apache-2.0
package org.pathproof.standalone;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.pathproof.bgpsec.PathState;
import org.pathproof.lab.Lab;
import org.pathproof.lab.Mischief;
import org.pathproof.lab.Mischief.KeyEvent;

/** A lab played at a site: routers connect and send their tables; when all is judged, keys come and go. */
final class Performance {
    private static final Duration PAUSE = Duration.ofMillis(100);
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final Lab lab;
    private final SiteApi api;

    Performance(Lab lab, SiteApi api) {
        this.lab = lab;
        this.api = api;
    }

    /**
     * A line of the table.
     *
     * @param got empty when the site knows nothing of the route
     */
    record Row(String name, String story, String expected, String got, boolean agrees) {}

    /** Lets the routers connect to a collector, and waits until every route is judged: whether that came about. */
    boolean tables(InetSocketAddress collector) throws InterruptedException {
        lab.start(collector);
        return await(() -> api.summary()
                .filter(s -> s.routes() >= lab.routes() && s.of(PathState.UNVERIFIED) == 0 && s.syncing() == 0)
                .isPresent());
    }

    /** Lets the keys of all mischiefs come and go, one after the other, waiting for what each ought to cause. */
    void keyEvents() throws InterruptedException {
        for (Mischief mischief : lab.mischiefs()) {
            for (KeyEvent event : mischief.keyEvents()) {
                awaitState(mischief, event.withdrawn() ? PathState.VALID : PathState.NOT_VALID);
                lab.apply(event);
                awaitState(mischief, event.withdrawn() ? PathState.NOT_VALID : PathState.VALID);
            }
        }
    }

    /** What the site says of every mischief, beside what it ought to say. */
    List<Row> table() {
        List<Row> rows = new ArrayList<>();
        for (Mischief mischief : lab.mischiefs()) {
            Optional<SiteApi.Verdict> verdict = api.verdict(mischief.prefix());
            rows.add(new Row(
                    mischief.name(),
                    mischief.story(),
                    mischief.expected().toString(),
                    verdict.map(v -> shown(mischief, v)).orElse("no such route"),
                    verdict.filter(v -> mischief.expected().agrees(v.state(), v.findings(), v.origin()))
                            .isPresent()));
        }
        boolean flagged = api.isStripped(Mischief.Place.STRIPPING.neighbour());
        rows.add(new Row(
                "stripped (session)",
                "the session on which BGPsec was negotiated and no BGPsec_PATH arrives",
                "bgpsec-stripped",
                flagged ? "bgpsec-stripped" : "not flagged",
                flagged));
        return rows;
    }

    /** The origin is shown where it matters. */
    private static String shown(Mischief mischief, SiteApi.Verdict verdict) {
        return mischief.expected().origin().isPresent()
                ? verdict.toString()
                : new SiteApi.Verdict(verdict.state(), verdict.findings(), Optional.empty()).toString();
    }

    private void awaitState(Mischief mischief, PathState state) throws InterruptedException {
        boolean _ = await(() ->
                api.verdict(mischief.prefix()).filter(v -> v.state() == state).isPresent());
    }

    private static boolean await(java.util.function.BooleanSupplier condition) throws InterruptedException {
        return Waiting.until(condition, PAUSE, PATIENCE);
    }
}
