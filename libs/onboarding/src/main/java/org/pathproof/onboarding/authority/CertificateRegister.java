// SPDX-License-Identifier: Apache-2.0
package org.pathproof.onboarding.authority;

import java.io.IOException;
import java.math.BigInteger;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.cert.X509Certificate;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.pathproof.onboarding.RouterDescription;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * The certificates that an authority has issued and that have not expired, one JSON object a line. Several processes
 * may share the file: each change locks it, reads it and replaces it. Thread-safe.
 */
public final class CertificateRegister {
    /** Maximum number of certificates that have not expired. */
    public static final int MAX_ENTRIES = 100_000;

    private static final JsonMapper MAPPER = new JsonMapper();

    private final @Nullable Path file;
    private List<Entry> entries = List.of();

    /**
     * An issued certificate.
     *
     * @param names names of the router; the first one is that of its description
     * @param revoked time of the revocation; null if the certificate is not revoked
     */
    public record Entry(
            BigInteger serial,
            List<String> names,
            long asn,
            Instant issued,
            Instant notAfter,
            @Nullable Instant revoked) {
        public Entry {
            names = List.copyOf(names);
        }

        /** Returns the entry of a certificate. */
        public static Entry of(X509Certificate certificate, RouterOrder order) {
            return new Entry(
                    certificate.getSerialNumber(),
                    order.names(),
                    order.description().asn(),
                    order.now(),
                    certificate.getNotAfter().toInstant(),
                    null);
        }

        private boolean hasName(String name) {
            return names.stream().anyMatch(name::equalsIgnoreCase);
        }
    }

    private CertificateRegister(@Nullable Path file) {
        this.file = file;
    }

    /** Returns an empty register, which ends with the process. */
    public static CertificateRegister inMemory() {
        return new CertificateRegister(null);
    }

    /** Returns the register of a file. A file that does not exist is an empty register. */
    public static CertificateRegister at(Path file) {
        return new CertificateRegister(file);
    }

    /** Returns the usual file of an authority's register: that of its certificate with the suffix {@code .issued}. */
    public static Path beside(Path authority) {
        return authority.resolveSibling(authority.getFileName() + ".issued");
    }

    /**
     * Returns all certificates of the register.
     *
     * @throws IllegalArgumentException if the file is malformed; the message names the file and the line
     */
    public synchronized List<Entry> entries() throws IOException {
        return file == null ? entries : read(file);
    }

    /** Returns the AS numbers of others that have a certificate for a name, neither expired nor revoked. */
    public Set<Long> others(String name, RouterDescription description, Instant now) throws IOException {
        return others(entries(), name, description, now);
    }

    private static Set<Long> others(
            Collection<Entry> entries, String name, RouterDescription description, Instant now) {
        return entries.stream()
                .filter(entry -> entry.hasName(name) && entry.revoked() == null && now.isBefore(entry.notAfter()))
                .map(Entry::asn)
                .filter(asn -> !description.localAses().contains(asn))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /**
     * Adds a certificate, and removes expired ones.
     *
     * @throws IllegalArgumentException if another AS has a certificate for one of its names, or the register is full
     */
    public synchronized void add(X509Certificate certificate, RouterOrder order) throws IOException {
        change(known -> {
            for (String name : order.names()) {
                Set<Long> others = others(known, name, order.description(), order.now());
                if (!others.isEmpty()) {
                    throw new IllegalArgumentException(taken(name, others));
                }
            }
            List<Entry> kept = new ArrayList<>(known);
            kept.removeIf(entry -> entry.notAfter().isBefore(order.now()));
            if (kept.size() >= MAX_ENTRIES) {
                throw new IllegalArgumentException("the register has " + MAX_ENTRIES
                        + " certificates that have not expired: use a shorter validity, or another authority");
            }
            kept.add(Entry.of(certificate, order));
            return kept;
        });
    }

    /** Returns the reason against a certificate whose name others have. */
    public static String taken(String name, Set<Long> others) {
        return "name: \"" + name + "\" has a certificate of "
                + others.stream().map(asn -> "AS" + asn).collect(Collectors.joining(", "))
                + " that is valid: revoke it first";
    }

    /** Marks certificates as revoked. Unknown serial numbers have no effect. */
    public synchronized void revoke(Collection<BigInteger> serials, Instant now) throws IOException {
        change(known -> known.stream()
                .map(entry -> serials.contains(entry.serial()) && entry.revoked() == null
                        ? new Entry(entry.serial(), entry.names(), entry.asn(), entry.issued(), entry.notAfter(), now)
                        : entry)
                .toList());
    }

    private void change(Function<List<Entry>, List<Entry>> step) throws IOException {
        if (file == null) {
            entries = List.copyOf(step.apply(entries));
            return;
        }
        Path lock = file.resolveSibling(file.getFileName() + ".lock");
        try (FileChannel channel = FileChannel.open(lock, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                FileLock held = channel.lock()) {
            List<Entry> known = read(file);
            List<Entry> next = step.apply(known);
            if (held.isValid() && !next.equals(known)) {
                Path draft = file.resolveSibling(file.getFileName() + ".new");
                Files.writeString(draft, text(next));
                Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            }
        }
    }

    private static String text(List<Entry> entries) {
        StringBuilder text = new StringBuilder();
        for (Entry entry : entries) {
            ObjectNode line = MAPPER.createObjectNode();
            line.put("serial_number", entry.serial().toString(16));
            entry.names().forEach(line.putArray("names")::add);
            line.put("as", entry.asn());
            line.put("issued", entry.issued().toString());
            line.put("not_after", entry.notAfter().toString());
            if (entry.revoked() != null) {
                line.put("revoked", entry.revoked().toString());
            }
            text.append(MAPPER.writeValueAsString(line)).append('\n');
        }
        return text.toString();
    }

    private static List<Entry> read(Path file) throws IOException {
        if (!Files.exists(file)) {
            return List.of();
        }
        List<Entry> entries = new ArrayList<>();
        int number = 0;
        for (String line : Files.readAllLines(file, StandardCharsets.UTF_8)) {
            number++;
            try {
                entries.add(entry(MAPPER.readTree(line)));
            } catch (JacksonException | DateTimeException | IllegalArgumentException e) {
                throw new IllegalArgumentException(
                        file + ", line " + number + ": not an issued certificate: " + e.getMessage(), e);
            }
        }
        return entries;
    }

    private static Entry entry(JsonNode line) {
        List<String> names = new ArrayList<>();
        line.required("names").forEach(name -> names.add(name.stringValue()));
        JsonNode revoked = line.get("revoked");
        return new Entry(
                new BigInteger(line.required("serial_number").stringValue(), 16),
                names,
                line.required("as").longValue(),
                Instant.parse(line.required("issued").stringValue()),
                Instant.parse(line.required("not_after").stringValue()),
                revoked == null ? null : Instant.parse(revoked.stringValue()));
    }
}
