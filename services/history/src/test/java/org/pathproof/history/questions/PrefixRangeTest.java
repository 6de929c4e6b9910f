// SPDX-License-Identifier: Apache-2.0
package org.pathproof.history.questions;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.BiPredicate;
import org.junit.jupiter.api.Test;
import org.pathproof.history.changes.RouteAddress;
import org.pathproof.history.questions.PrefixRange.Match;
import org.pathproof.wire.Prefix;

final class PrefixRangeTest {
    private static final List<Prefix> ASKED = List.of(
            Prefix.parse("10.1.0.0/16"),
            Prefix.parse("10.1.1.0/24"),
            Prefix.parse("0.0.0.0/0"),
            Prefix.parse("255.255.255.255"),
            Prefix.parse("::/0"),
            Prefix.parse("2001:db8::/32"),
            Prefix.parse("8000::/1"),
            Prefix.parse("2001:db8:0:1::/64"),
            Prefix.parse("2001:db8:0:1:8000::/66"),
            Prefix.parse("2001:db8:0:1::1"));

    @Test
    void theConditionsSelectWhatPrefixesCover() throws SQLException {
        List<Prefix> all = prefixes();
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE p (i INTEGER, afi TINYINT, net BIGINT, net_lo BIGINT, len SMALLINT)");
            for (int i = 0; i < all.size(); i++) {
                Prefix prefix = all.get(i);
                statement.execute("INSERT INTO p VALUES (" + i + ", " + prefix.afi() + ", "
                        + RouteAddress.net(prefix) + ", " + (prefix.isIpv4() ? 0 : prefix.lo()) + ", "
                        + prefix.length() + ")");
            }
            for (Prefix asked : ASKED) {
                assertThat(select(statement, all, asked, Match.EXACT)).isEqualTo(matching(all, asked, Prefix::equals));
                assertThat(select(statement, all, asked, Match.MORE_SPECIFIC))
                        .isEqualTo(matching(all, asked, Prefix::covers));
                assertThat(select(statement, all, asked, Match.COVERING))
                        .isEqualTo(matching(all, asked, (a, b) -> b.covers(a)));
                assertThat(select(statement, all, asked, Match.ALL))
                        .isEqualTo(matching(all, asked, (a, b) -> a.covers(b) || b.covers(a)));
            }
        }
    }

    private static List<Prefix> matching(List<Prefix> all, Prefix asked, BiPredicate<Prefix, Prefix> match) {
        return all.stream().filter(prefix -> match.test(asked, prefix)).toList();
    }

    private static List<Prefix> select(Statement statement, List<Prefix> all, Prefix asked, Match match)
            throws SQLException {
        List<String> branches = new ArrayList<>();
        PrefixRange.conditions(asked, match).forEach(condition -> branches.add("SELECT i FROM p WHERE " + condition));
        List<Prefix> found = new ArrayList<>();
        try (ResultSet row =
                statement.executeQuery("SELECT i FROM (" + String.join(" UNION ALL ", branches) + ") ORDER BY i")) {
            while (row.next()) {
                found.add(all.get(row.getInt(1)));
            }
        }
        return found;
    }

    /** Returns different prefixes near those that are asked for. */
    private static List<Prefix> prefixes() {
        Random random = new Random(1);
        List<Prefix> all = new ArrayList<>(ASKED);
        for (Prefix asked : ASKED) {
            int longest = Prefix.maxLength(asked.afi());
            for (int i = 0; i < 60; i++) {
                long high = asked.hi() ^ (random.nextInt(2) == 0 ? 0 : random.nextLong() >>> random.nextInt(64));
                long low = asked.lo() ^ (random.nextInt(2) == 0 ? 0 : random.nextLong() >>> random.nextInt(64));
                int length = random.nextInt(longest + 1);
                Prefix whole = asked.isIpv4() ? Prefix.ipv4((int) (high >>> 32), 32) : Prefix.ipv6(high, low, 128);
                all.add(whole.truncate(length));
                all.add(asked.truncate(random.nextInt(longest + 1)));
            }
        }
        return all.stream().distinct().toList();
    }
}
