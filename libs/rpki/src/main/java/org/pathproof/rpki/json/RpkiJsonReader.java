// SPDX-License-Identifier: Apache-2.0
package org.pathproof.rpki.json;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.pathproof.rpki.AspaForm;
import org.pathproof.rpki.RouterKeyForm;
import org.pathproof.rpki.RpkiBounds;
import org.pathproof.rpki.RpkiSetBuilder;
import org.pathproof.wire.Bytes;
import org.pathproof.wire.Prefix;
import org.pathproof.wire.rpki.Aspa;
import org.pathproof.wire.rpki.RouterKey;
import org.pathproof.wire.rpki.RpkiObject;
import org.pathproof.wire.rpki.Vrp;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonToken;

/**
 * Reads RPKI JSON in every format of this package, token by token, so that memory is needed only for the objects of the
 * file. A router key with a wrong SKI and a malformed ASPA are refused; other
 * entries are kept. An entry that repeats an earlier one counts
 * once. Several ASPAs of a customer are kept if their providers differ.
 */
public final class RpkiJsonReader {
    private static final int MAX_PROBLEMS = 1000;
    private static final int MAX_REPETITIONS = 20;

    private final List<RpkiObject> objects = new ArrayList<>();
    private final List<JsonProblem> problems = new ArrayList<>();
    private final @Nullable Instant now;
    private @Nullable Instant builtAt;
    private boolean known;
    private int expired;

    /** VRPs and router keys of earlier entries. */
    private final RpkiSetBuilder seen = new RpkiSetBuilder();

    private final Set<Aspa> seenAspas = new HashSet<>();
    private final List<JsonProblem> repetitions = new ArrayList<>();
    private int repeated;

    private final @Nullable RpkiBounds bounds;
    private int vrps;
    private int routerKeys;
    private long keyBytes;
    private int aspas;
    private long providers;

    private RpkiJsonReader(@Nullable Instant now, @Nullable RpkiBounds bounds) {
        this.now = now;
        this.bounds = bounds;
    }

    /** Signals a document that exceeds a bound, and ends its reading. */
    @SuppressWarnings("serial") // thrown and caught in this class
    private static final class TooLarge extends RuntimeException {
        TooLarge(String message) {
            super(message, null, false, false);
        }
    }

    /**
     * Reads a file.
     *
     * @param now the time for the expiry of entries; null keeps expired entries
     * @throws IOException when the file cannot be read
     */
    public static RpkiDocument read(Path file, @Nullable Instant now) throws IOException {
        return read(file, now, null);
    }

    /**
     * Reads a file as {@link #read(Path, Instant)} does, and stops when the document exceeds {@code bounds}. {@link
     * RpkiDocument#readable} is false for such a document.
     */
    public static RpkiDocument read(Path file, @Nullable Instant now, @Nullable RpkiBounds bounds) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            return read(in, file.toString(), now, bounds);
        }
    }

    /**
     * Reads a stream to its end.
     *
     * @param source name of the stream in problems
     */
    public static RpkiDocument read(InputStream in, String source, @Nullable Instant now) {
        return read(in, source, now, null);
    }

    /** Reads a stream as {@link #read(Path, Instant, RpkiBounds)} reads a file. */
    public static RpkiDocument read(InputStream in, String source, @Nullable Instant now, @Nullable RpkiBounds bounds) {
        RpkiJsonReader reader = new RpkiJsonReader(now, bounds);
        boolean whole = false;
        try (JsonTokens tokens = new JsonTokens(in, source, reader::addProblem)) {
            whole = reader.document(tokens, source);
        } catch (JacksonException e) {
            var at = e.getLocation();
            reader.addProblem(new JsonProblem(
                    source,
                    at == null ? 1 : Math.max(1, at.getLineNr()),
                    at == null ? 1 : Math.max(1, at.getColumnNr()),
                    "",
                    JsonProblem.words(e)));
        }
        return new RpkiDocument(
                List.copyOf(reader.objects),
                List.copyOf(reader.problems),
                List.copyOf(reader.repetitions),
                reader.repeated,
                whole,
                reader.builtAt,
                reader.expired);
    }

    private void addProblem(JsonProblem problem) {
        if (problems.size() < MAX_PROBLEMS) {
            problems.add(problem);
        }
    }

    private boolean document(JsonTokens tokens, String source) {
        try {
            return document(tokens);
        } catch (TooLarge e) {
            objects.clear();
            if (problems.size() == MAX_PROBLEMS) {
                problems.removeLast();
            }
            problems.addFirst(new JsonProblem(source, 1, 1, "", String.valueOf(e.getMessage())));
            return false;
        }
    }

    /** Adds an object unless it repeats an earlier one; ends the reading if there are too many. */
    private void take(JsonEntry entry, RpkiObject object) {
        boolean isNew = object instanceof Aspa aspa ? seenAspas.add(aspa) : seen.addNew(object);
        if (!isNew) {
            repeated++;
            if (repetitions.size() < MAX_REPETITIONS) {
                repetitions.add(entry.problem("repeats an earlier entry, counts once"));
            }
            return;
        }
        objects.add(object);
        switch (object) {
            case Vrp vrp -> vrps++;
            case RouterKey key -> {
                routerKeys++;
                keyBytes += key.spkiLength();
            }
            case Aspa aspa -> {
                aspas++;
                providers += aspa.providers().size();
            }
        }
        if (bounds != null) {
            bounds.exceeded(vrps, routerKeys, keyBytes, aspas, providers).ifPresent(why -> {
                throw new TooLarge(why);
            });
        }
    }

    private boolean document(JsonTokens tokens) {
        JsonToken first = tokens.next();
        if (first == JsonToken.START_ARRAY) {
            readArray(tokens, "", this::readRouterKey);
            known = true;
        } else if (first == JsonToken.START_OBJECT) {
            readObject(tokens, "", true);
        }
        if (!known) {
            tokens.report(
                    "",
                    "no RPKI data: the document has none of roas, bgpsec_keys, routerKeys, router-keys, keys, aspas");
            return false;
        }
        if (tokens.next() != null) {
            tokens.report("", "there is data after the end of the document");
            return false;
        }
        return true;
    }

    private void readObject(JsonTokens tokens, String path, boolean top) {
        while (tokens.next() == JsonToken.PROPERTY_NAME) {
            String name = tokens.name();
            String field = path.isEmpty() ? name : path + "." + name;
            JsonToken start = tokens.next();
            boolean array = start == JsonToken.START_ARRAY;
            switch (name) {
                case "roas" -> readEntries(tokens, start, field, this::readVrp);
                case "bgpsec_keys", "routerKeys", "router-keys", "router_keys" ->
                    readEntries(tokens, start, field, this::readRouterKey);
                case "aspas" -> {
                    if (array) {
                        readEntries(tokens, start, field, this::readAspa);
                    } else {
                        readAspasByFamily(tokens, start, field);
                    }
                }
                case "provider_authorizations" -> readAspasByFamily(tokens, start, field);
                case "metadata" -> readMetadata(tokens.value(start, field));
                default -> {
                    if (array && name.equals("keys")) {
                        readEntries(tokens, start, field, this::readRouterKey);
                    } else if (top && start == JsonToken.START_OBJECT) {
                        readObject(tokens, field, false);
                    } else {
                        tokens.skip();
                    }
                }
            }
        }
    }

    private void readAspasByFamily(JsonTokens tokens, @Nullable JsonToken start, String path) {
        if (start != JsonToken.START_OBJECT) {
            tokens.report(path, "an object with ipv4 and ipv6 is expected");
            tokens.skip();
            return;
        }
        while (tokens.next() == JsonToken.PROPERTY_NAME) {
            String field = path + "." + tokens.name();
            readEntries(tokens, tokens.next(), field, this::readAspa);
        }
    }

    private void readEntries(JsonTokens tokens, @Nullable JsonToken start, String path, EntryConsumer consumer) {
        if (start == JsonToken.START_ARRAY) {
            known = true;
            readArray(tokens, path, consumer);
        } else if (start != JsonToken.VALUE_NULL) {
            tokens.report(path, "an array is expected");
            tokens.skip();
        }
    }

    private static void readArray(JsonTokens tokens, String path, EntryConsumer consumer) {
        int index = 0;
        for (JsonToken t = tokens.next(); t != JsonToken.END_ARRAY; t = tokens.next()) {
            String where = path + "[" + index++ + "]";
            if (tokens.value(t, where) instanceof JsonEntry entry) {
                consumer.accept(entry);
            } else {
                tokens.report(where, "an object is expected");
            }
        }
    }

    private void readVrp(JsonEntry entry) {
        if (hasExpired(entry)) {
            return;
        }
        Long asn = entry.asn("asn");
        Prefix prefix = entry.prefix("prefix");
        if (asn == null || prefix == null) {
            return;
        }
        Long maxLength = Long.valueOf(prefix.length());
        if (entry.has("maxLength")) {
            maxLength = entry.number("maxLength", prefix.length(), Prefix.maxLength(prefix.afi()));
        }
        if (maxLength != null) {
            take(entry, new Vrp(prefix, maxLength.intValue(), asn));
        }
    }

    private void readRouterKey(JsonEntry entry) {
        if (hasExpired(entry)) {
            return;
        }
        Long asn = entry.asn("asn");
        Bytes ski = entry.ski("ski", "SKI");
        Bytes spki = entry.publicKey("pubkey", "routerPublicKey", "spki_der_hex", "spki");
        if (asn == null || ski == null || spki == null) {
            return;
        }
        RouterKey key = new RouterKey(asn, ski, spki);
        Optional<String> defect = RouterKeyForm.defect(key);
        if (defect.isEmpty()) {
            take(entry, key);
        } else {
            entry.report(null, "router key of AS" + asn + " with SKI " + ski.toHex() + " refused: it " + defect.get());
        }
    }

    private void readAspa(JsonEntry entry) {
        if (hasExpired(entry)) {
            return;
        }
        Long customer = entry.asn("customer_asid", "customer", "customerAsid", "customer_asn");
        List<Long> providers = entry.asns("providers", "provider_set");
        if (customer == null || providers == null) {
            return;
        }
        Aspa aspa = new Aspa(customer, providers);
        Optional<String> defect = AspaForm.defect(aspa);
        if (defect.isEmpty()) {
            take(entry, aspa);
        } else {
            entry.report(null, "ASPA of AS" + customer + " refused: it " + defect.get());
        }
    }

    /** Returns true for an entry that has expired, and for one whose time of expiry cannot be read. */
    private boolean hasExpired(JsonEntry entry) {
        if (now == null || !entry.has("expires")) {
            return false;
        }
        Long expires = entry.number("expires", 0, Long.MAX_VALUE);
        if (expires != null && expires > now.getEpochSecond()) {
            return false;
        }
        expired += expires == null ? 0 : 1;
        return true;
    }

    private void readMetadata(@Nullable Object value) {
        if (!(value instanceof JsonEntry entry)) {
            return;
        }
        String time = entry.has("buildtime")
                ? entry.text("buildtime")
                : entry.has("generatedTime") ? entry.text("generatedTime") : null;
        if (time != null) {
            try {
                builtAt = Instant.parse(time);
            } catch (DateTimeException e) {
                entry.report("buildtime", "a time such as 2026-01-31T12:00:00Z is expected, not \"" + time + "\"");
            }
        } else if (entry.has("generated")) {
            Long seconds = entry.number("generated", 0, 1L << 40);
            builtAt = seconds == null ? null : Instant.ofEpochSecond(seconds);
        }
    }

    @FunctionalInterface
    private interface EntryConsumer {
        void accept(JsonEntry entry);
    }
}
