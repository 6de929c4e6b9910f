// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.feeds.table;

import java.io.IOException;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.pathproof.wire.Prefix;

/** The routing tables of the kernel, through {@code ip monitor}: one of the border router, one of the inner BIRD. */
public final class KernelRoutes implements AutoCloseable {
    /** Number of the table to which the inner BIRD writes. */
    public static final int INNER_TABLE = 100;

    private static final Pattern ROUTE = Pattern.compile(
            "^(?<deleted>Deleted )?(?<prefix>10\\.1\\.\\d+\\.0/24) .*?via (?<hop>\\S+)(?<table>.* table \\d+)?.*");

    private final Timeline border = new Timeline("the kernel's table of the border router");
    private final Timeline inner = new Timeline("the kernel's table of BIRD");
    private final LineWatch watch;

    public KernelRoutes() throws IOException {
        watch = new LineWatch(List.of("ip", "-o", "monitor", "route"), this::onLine);
    }

    private void onLine(String line) {
        Matcher route = ROUTE.matcher(line);
        if (route.matches()) {
            Timeline table = route.group("table") == null ? border : inner;
            Best best = route.group("deleted") == null ? new Best(route.group("hop"), false, "", "") : Best.NONE;
            table.observe(Prefix.parse(route.group("prefix")), best);
        }
    }

    public Timeline border() {
        return border;
    }

    public Timeline inner() {
        return inner;
    }

    @Override
    public void close() {
        watch.close();
    }
}
