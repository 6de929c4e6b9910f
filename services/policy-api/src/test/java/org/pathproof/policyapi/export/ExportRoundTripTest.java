// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.export;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.pathproof.wire.Prefix;

/** Tests that a router which reads the text of an export has exactly the exported prefixes, in every format. */
final class ExportRoundTripTest {
    private static final List<String> ADDRESSES =
            List.of("192.0.2.1", "192.0.2.14", "2001:db8::1", "2001:db8:1111:2222:3333:4444:5555:6666", "::1");
    private static final Set<String> NEVER = Set.of(ConfigText.NEVER_IPV4, ConfigText.NEVER_IPV6);

    /** Prefixes by the index of the neighbor; a missing index is an unknown neighbor. */
    record Table(Map<Integer, Set<Prefix>> prefixes, String words) {
        ExportContent content(ExportFormat format) {
            List<PrefixSet> sets = new ArrayList<>();
            prefixes.forEach((index, all) -> sets.add(new PrefixSet(
                    format.renderer().setName("PATHPROOF", ADDRESSES.get(index)),
                    words,
                    PackedPrefixes.of(true, all),
                    PackedPrefixes.of(false, all),
                    index)));
            return ExportContent.of(selection(format), sets);
        }
    }

    private static Selection selection(ExportFormat format) {
        return new Selection(format.label(), null, null, null, "PATHPROOF", false);
    }

    @Provide
    Arbitrary<Table> tables() {
        Arbitrary<Prefix> ipv4 = Combinators.combine(
                        Arbitraries.integers(), Arbitraries.integers().between(0, 32))
                .as(Prefix::ipv4);
        Arbitrary<Prefix> ipv6 = Combinators.combine(
                        Arbitraries.longs(),
                        Arbitraries.longs(),
                        Arbitraries.integers().between(0, 128))
                .as(Prefix::ipv6);
        Arbitrary<Prefix> few = Arbitraries.integers()
                .between(0, 7)
                .map(i -> i < 4 ? Prefix.parse("10." + i + ".0.0/16") : Prefix.parse("2001:db8:" + i + "::/48"));
        Arbitrary<Set<Prefix>> sets = Arbitraries.oneOf(ipv4, ipv6, few)
                .filter(prefix -> !NEVER.contains(prefix.toString()))
                .set()
                .ofMaxSize(12);
        Arbitrary<String> words = Arbitraries.oneOf(
                Arbitraries.strings().ofMaxLength(400),
                Arbitraries.of("r1\nno router bgp 1", "*/ system { }", "x\rend-set", "\"]}}", "a # b ! c ; d"));
        return Combinators.combine(
                        Arbitraries.maps(Arbitraries.integers().between(0, ADDRESSES.size() - 1), sets), words)
                .as((prefixes, text) -> new Table(new TreeMap<>(prefixes), text));
    }

    private static String whole(ExportFormat format, ExportContent content) throws IOException {
        StringBuilder text = new StringBuilder();
        content.sets().forEach(format.renderer()::checkNames);
        format.renderer().writeWhole(content, text);
        return text.toString();
    }

    private static String change(ExportFormat format, ExportContent before, ExportContent after) throws IOException {
        StringBuilder text = new StringBuilder();
        format.renderer().writeChange(ExportChange.between(before.sets(), after.sets()), after.serial(), text);
        return text.toString();
    }

    /** Returns the prefixes of each list of a router, without the entry that every list has. */
    private static Map<String, Set<Prefix>> lists(ExportFormat format, RouterLists router) {
        Map<String, Set<Prefix>> lists = new TreeMap<>();
        router.lists().forEach((name, prefixes) -> {
            Set<Prefix> own = new TreeSet<>(prefixes);
            boolean hasNever = own.removeIf(prefix -> NEVER.contains(prefix.toString()));
            assertThat(hasNever).as("entry that keeps a list from being empty").isEqualTo(format != ExportFormat.BIRD);
            lists.put(name, own);
        });
        return lists;
    }

    private static Map<String, Set<Prefix>> lists(List<PrefixSet> sets) {
        Map<String, Set<Prefix>> lists = new TreeMap<>();
        for (PrefixSet set : sets) {
            for (PackedPrefixes family : List.of(set.ipv4(), set.ipv6())) {
                Set<Prefix> prefixes = new TreeSet<>();
                family.forEach(prefixes::add);
                lists.put(set.name() + ConfigText.suffix(family.isIpv4()), prefixes);
            }
        }
        return lists;
    }

    @Property(tries = 60)
    void wholeReplacesTheLists(
            @ForAll ExportFormat format, @ForAll("tables") Table before, @ForAll("tables") Table after)
            throws IOException {
        RouterLists router = VendorGrammars.of(format);
        router.apply(whole(format, before.content(format)));
        assertThat(lists(format, router)).isEqualTo(lists(before.content(format).sets()));
        router.apply(whole(format, after.content(format)));
        router.apply(whole(format, after.content(format)));
        Map<String, Set<Prefix>> wanted = lists(after.content(format).sets());
        assertThat(lists(format, router)).containsAllEntriesOf(wanted);
    }

    @Property(tries = 60)
    void changeLeadsToTheNewListsAndCanBeRepeated(
            @ForAll ExportFormat format, @ForAll("tables") Table before, @ForAll("tables") Table after)
            throws IOException {
        RouterLists router = VendorGrammars.of(format);
        router.apply(whole(format, before.content(format)));
        String text = change(format, before.content(format), after.content(format));
        Map<String, Set<Prefix>> wanted = lists(before.content(format).sets());
        wanted.replaceAll((name, prefixes) -> Set.of()); // neighbors that left
        wanted.putAll(lists(after.content(format).sets()));
        router.apply(text);
        assertThat(lists(format, router)).isEqualTo(wanted);
        router.apply(text);
        assertThat(lists(format, router)).isEqualTo(wanted);
    }

    @Property(tries = 60)
    void readsItsOwnText(@ForAll ExportFormat format, @ForAll("tables") Table table) throws IOException {
        ExportContent content = table.content(format);
        PostedLists posted = new PostedLists(selection(format));
        format.renderer().read(new BufferedReader(new StringReader(whole(format, content))), posted);
        assertThat(ExportChange.between(posted.sets(), content.sets()).sets()).isEmpty();
        assertThat(lists(posted.sets())).isEqualTo(lists(content.sets()));
    }

    @Property(tries = 100)
    void serialsAreEqualExactlyForEqualContents(@ForAll("tables") Table a, @ForAll("tables") Table b) {
        ExportContent first = a.content(ExportFormat.JUNOS);
        ExportContent second = b.content(ExportFormat.JUNOS);
        assertThat(a.content(ExportFormat.JUNOS).serial()).isEqualTo(first.serial());
        assertThat(first.serial().equals(second.serial()))
                .isEqualTo(first.sets().equals(second.sets()));
    }
}
