// SPDX-License-Identifier: Apache-2.0
package org.pathproof.rpki.slurm;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.pathproof.rpki.AspaForm;
import org.pathproof.rpki.RouterKeyForm;
import org.pathproof.rpki.json.JsonEntry;
import org.pathproof.rpki.json.JsonProblem;
import org.pathproof.rpki.json.JsonTokens;
import org.pathproof.rpki.slurm.Slurm.AspaFilter;
import org.pathproof.rpki.slurm.Slurm.BgpsecFilter;
import org.pathproof.rpki.slurm.Slurm.PrefixFilter;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.rpki.Aspa;
import org.pathproof.wire.rpki.RouterKey;
import org.pathproof.wire.rpki.RpkiObject;
import org.pathproof.wire.rpki.Vrp;
import tools.jackson.core.JacksonException;

/** Reads a SLURM file of version 1 (RFC 8416 section 3) or 2 (draft-ietf-sidrops-aspa-slurm). */
public final class SlurmReader {
    private final List<JsonProblem> problems = new ArrayList<>();

    private SlurmReader() {}

    /**
     * The content of a file.
     *
     * @param slurm the content; empty if there is any problem, because a SLURM file is used completely or not at all
     *     (RFC 8416 section 3.1)
     */
    public record Result(Optional<Slurm> slurm, List<JsonProblem> problems) {}

    /**
     * Reads a file.
     *
     * @throws IOException if the file cannot be read
     */
    public static Result read(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            return read(in, file.toString());
        }
    }

    /**
     * Reads a stream to its end.
     *
     * @param source name of the stream in problems
     */
    public static Result read(InputStream in, String source) {
        SlurmReader reader = new SlurmReader();
        Slurm slurm = null;
        try (JsonTokens tokens = new JsonTokens(in, source, reader.problems::add)) {
            JsonEntry document = tokens.document();
            slurm = document == null ? null : reader.slurm(document);
        } catch (JacksonException e) {
            var at = e.getLocation();
            int line = at == null ? 1 : Math.max(1, at.getLineNr());
            int column = at == null ? 1 : Math.max(1, at.getColumnNr());
            reader.problems.add(new JsonProblem(source, line, column, "", JsonProblem.words(e)));
        }
        Optional<Slurm> clean = Optional.ofNullable(slurm).filter(whole -> reader.problems.isEmpty());
        return new Result(clean, List.copyOf(reader.problems));
    }

    private @Nullable Slurm slurm(JsonEntry document) {
        document.onlyHas("slurmVersion", "validationOutputFilters", "locallyAddedAssertions");
        Long version = document.number("slurmVersion", 1, 2);
        JsonEntry filters = document.object("validationOutputFilters");
        JsonEntry assertions = document.object("locallyAddedAssertions");
        if (version == null || filters == null || assertions == null) {
            return null;
        }
        List<PrefixFilter> prefixFilters = new ArrayList<>();
        List<BgpsecFilter> bgpsecFilters = new ArrayList<>();
        List<AspaFilter> aspaFilters = new ArrayList<>();
        List<RpkiObject> added = new ArrayList<>();
        readEach(filters, "prefixFilters", entry -> readPrefixFilter(entry, prefixFilters));
        readEach(filters, "bgpsecFilters", entry -> readBgpsecFilter(entry, bgpsecFilters));
        readEach(assertions, "prefixAssertions", entry -> readPrefixAssertion(entry, added));
        readEach(assertions, "bgpsecAssertions", entry -> readBgpsecAssertion(entry, added));
        if (version == 1) {
            filters.onlyHas("prefixFilters", "bgpsecFilters");
            assertions.onlyHas("prefixAssertions", "bgpsecAssertions");
        } else {
            filters.onlyHas("prefixFilters", "bgpsecFilters", "aspaFilters");
            assertions.onlyHas("prefixAssertions", "bgpsecAssertions", "aspaAssertions");
            readEach(filters, "aspaFilters", entry -> readAspaFilter(entry, aspaFilters));
            readEach(assertions, "aspaAssertions", entry -> readAspaAssertion(entry, added));
        }
        return new Slurm(prefixFilters, bgpsecFilters, aspaFilters, added);
    }

    private static void readEach(JsonEntry parent, String name, Consumer<JsonEntry> consumer) {
        List<JsonEntry> entries = parent.objects(name);
        if (entries != null) {
            entries.forEach(consumer);
        }
    }

    /** Reports other members than these and a comment, which is text (RFC 8416 section 3.3). */
    private static void checkMembers(JsonEntry entry, String... names) {
        String[] allowed = Arrays.copyOf(names, names.length + 1);
        allowed[names.length] = "comment";
        entry.onlyHas(allowed);
        if (entry.has("comment")) {
            entry.text("comment");
        }
    }

    private static void readPrefixFilter(JsonEntry entry, List<PrefixFilter> into) {
        checkMembers(entry, "prefix", "asn");
        if (!entry.has("prefix") && !entry.has("asn")) {
            entry.report(null, "a filter needs \"prefix\" or \"asn\"");
            return;
        }
        into.add(new PrefixFilter(
                entry.has("prefix") ? entry.prefix("prefix") : null, entry.has("asn") ? entry.asnNumber("asn") : null));
    }

    private static void readBgpsecFilter(JsonEntry entry, List<BgpsecFilter> into) {
        checkMembers(entry, "asn", "SKI");
        if (!entry.has("asn") && !entry.has("SKI")) {
            entry.report(null, "a filter needs \"asn\" or \"SKI\"");
            return;
        }
        into.add(new BgpsecFilter(
                entry.has("asn") ? entry.asnNumber("asn") : null, entry.has("SKI") ? entry.ski("SKI") : null));
    }

    private static void readAspaFilter(JsonEntry entry, List<AspaFilter> into) {
        checkMembers(entry, "customerAsid", "customerAsn");
        Long customer = entry.asnNumber("customerAsid", "customerAsn");
        if (customer != null) {
            into.add(new AspaFilter(customer));
        }
    }

    private static void readPrefixAssertion(JsonEntry entry, List<RpkiObject> into) {
        checkMembers(entry, "asn", "prefix", "maxPrefixLength");
        Long asn = entry.asnNumber("asn");
        Prefix prefix = entry.prefix("prefix");
        if (asn == null || prefix == null) {
            return;
        }
        Long maxLength = entry.has("maxPrefixLength")
                ? entry.number("maxPrefixLength", prefix.length(), Prefix.maxLength(prefix.afi()))
                : Long.valueOf(prefix.length());
        if (maxLength != null) {
            into.add(new Vrp(prefix, maxLength.intValue(), asn));
        }
    }

    private static void readBgpsecAssertion(JsonEntry entry, List<RpkiObject> into) {
        checkMembers(entry, "asn", "SKI", "routerPublicKey");
        Long asn = entry.asnNumber("asn");
        Bytes ski = entry.ski("SKI");
        Bytes spki = entry.publicKey("routerPublicKey");
        if (asn == null || ski == null || spki == null) {
            return;
        }
        RouterKey key = new RouterKey(asn, ski, spki);
        Optional<String> defect = RouterKeyForm.defect(key);
        if (defect.isEmpty()) {
            into.add(key);
        } else {
            entry.report("routerPublicKey", "the router key " + defect.get());
        }
    }

    private static void readAspaAssertion(JsonEntry entry, List<RpkiObject> into) {
        checkMembers(entry, "customerAsn", "customerAsid", "providerAsns", "providerSet");
        Long customer = entry.asnNumber("customerAsn", "customerAsid");
        List<Long> providers = entry.asnNumbers("providerAsns", "providerSet");
        if (customer == null || providers == null) {
            return;
        }
        Aspa aspa = new Aspa(customer, providers);
        Optional<String> defect = AspaForm.defect(aspa);
        if (defect.isEmpty()) {
            into.add(aspa);
        } else {
            entry.report(null, "the ASPA of AS" + customer + " " + defect.get());
        }
    }
}
