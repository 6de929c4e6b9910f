// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.route;

import com.google.protobuf.ByteString;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;
import org.pathproof.contracts.RouteKey;
import org.pathproof.contracts.v1.AspaProcedure;
import org.pathproof.contracts.v1.PathState;
import org.pathproof.contracts.v1.Verdict;
import org.pathproof.validator.store.FixedEntryTable;
import org.pathproof.validator.store.PagedStore;
import org.pathproof.validator.store.PagedStores;
import org.pathproof.validator.store.PathTest;
import org.pathproof.validator.store.RowCursor;
import org.pathproof.validator.store.RowPages;
import org.pathproof.wire.AfiSafi;
import org.pathproof.wire.Prefix;

/**
 * The routes of one task in its state store, with the marks of sessions and the numbers of router keys. {@link
 * RowCodec} defines the stored form of a row. Keys are those of the routes topic, so routes of one prefix length are in
 * the order of their prefixes. After a failure, the store is restored from its changelog, up to the last commit.
 *
 * <pre>
 *  first byte   rest of the key            value
 *  0             session                    the mark of the session, a SessionFloor
 *  0             nothing                    RevalidationMark
 *  0             0                          StoreMark
 *  1, 2          see RouteKey               a row, by RowCodec
 *  255           number, 4 bytes            an entry of KeyRegistry; the store keeps these in a separate table
 * </pre>
 */
public final class RouteTable {
    /** The name of the store, which is part of the name of the changelog topic. */
    public static final String STORE = "routes";

    private static final int AFTER_ANY_KEY = 32; // number of bytes 0xff that sorts above any session and path id
    private static final byte[] LEAST_MARK = {0};
    private static final byte[] FIRST_ROUTE = {1};

    private final KeyValueStore<Bytes, byte[]> store;
    private final RowPages rows;
    private final RouteCounts counts = new RouteCounts();
    private final KeyRegistry keys;
    private final RowCodec codec;
    private final Marks marks;
    private long rewritten;

    /** Returns the stores of all tasks. */
    public static PagedStores stores() {
        return new PagedStores(STORE, RowShape::new);
    }

    /**
     * Opens the table on a restored store.
     *
     * @param store receives changes and writes them to the changelog
     * @param behind the same store, of {@link #stores}, without changelog, for reading in place
     */
    public RouteTable(KeyValueStore<Bytes, byte[]> store, PagedStore behind) {
        this.store = store;
        this.marks = new Marks(store);
        this.rows = behind.rows();
        this.keys = new KeyRegistry(behind.numbered(), this::putKey);
        this.codec = new RowCodec(keys);
        behind.others().subMap(LEAST_MARK, true, FIRST_ROUTE, false).forEach(marks::restore);
        BitSet used = new BitSet();
        PathTest numbers = new PathTest(row -> numbers(row, number -> {
            used.set(number);
            return true;
        }));
        int[] byFlags = new int[1 << Byte.SIZE];
        rows.visit(FIRST_ROUTE, row -> {
            byFlags[flags(row) & 0xff]++;
            return numbers.passes(row);
        });
        for (int i = 0; i < byFlags.length; i++) {
            byte flags = (byte) i;
            if (byFlags[i] == 0) {
                continue;
            }
            counts.add(RowFlags.state(flags), byFlags[i]);
            counts.addFailed(RowFlags.isFailed(flags) ? byFlags[i] : 0);
            counts.addUntrusted(RowFlags.isUntrusted(flags) ? byFlags[i] : 0);
            rewritten += RowFlags.isRewritten(flags) ? byFlags[i] : 0;
        }
        keys.restore(used);
        updateCounts();
    }

    private static boolean numbers(RowCursor row, RowCodec.Numbers numbers) {
        int at = row.pathAt();
        return RowCodec.numbers(row.pathBytes(), at, at + row.pathLength(), numbers);
    }

    private static byte flags(RowCursor row) {
        byte[] bytes = row.pathBytes();
        int at = row.pathAt();
        return at < bytes.length ? bytes[at] : 0;
    }

    private void updateCounts() {
        counts.setKeys(keys.size());
        counts.setBytes(rows.keyBytes(), rows.memoryBytes());
    }

    /** Removes the router keys that no row used when the table was opened. Callers wait until the task may write. */
    public void tidy() {
        keys.tidy();
    }

    /** Returns the counts of this table, which any thread may read. */
    public RouteCounts counts() {
        return counts;
    }

    /** Returns the number of routes. */
    public long size() {
        return counts.all();
    }

    public @Nullable KeptRow get(Bytes key) {
        byte[] value = store.get(key);
        return value == null ? null : new KeptRow(codec, value);
    }

    /** Replaces {@code before} (null for a new route) by {@code row}. */
    public void put(Bytes key, @Nullable KeptRow before, Row row) {
        store.put(key, codec.encode(row));
        rewritten += (row.isRewritten() ? 1 : 0) - (before != null && before.isRewritten() ? 1 : 0);
        PathState state = row.verdict().getState();
        if (before == null) {
            counts.add(state, 1);
        } else if (before.state() != state) {
            counts.add(before.state(), -1);
            counts.add(state, 1);
        }
        counts.addFailed((row.isFailed() ? 1 : 0) - (before != null && before.isFailed() ? 1 : 0));
        counts.addUntrusted((row.isUntrusted() ? 1 : 0) - (before != null && before.isUntrusted() ? 1 : 0));
        updateCounts();
    }

    public void delete(Bytes key, KeptRow before) {
        store.delete(key);
        rewritten -= before.isRewritten() ? 1 : 0;
        counts.add(before.state(), -1);
        counts.addFailed(before.isFailed() ? -1 : 0);
        counts.addUntrusted(before.isUntrusted() ? -1 : 0);
        updateCounts();
    }

    /** Returns the finder of proofs that the rows of this table have. */
    public SharedProofs sharedProofs() {
        return new SharedProofs(rows, keys, codec);
    }

    /** Returns the marks of sessions, of untrusted proofs, and of the store. */
    public Marks marks() {
        return marks;
    }

    /** Deletes all rows and the marks of sessions. */
    public void clear() {
        List<Bytes> all = new ArrayList<>();
        next(null, Integer.MAX_VALUE, all::add);
        all.forEach(key -> delete(key, Objects.requireNonNull(get(key))));
        marks.deleteFloors();
    }

    /**
     * Passes up to {@code limit} keys of routes above {@code after} to {@code routes}; begins at the first route if
     * {@code after} is null. Returns the last key, from which the next call continues; null if there are no more.
     */
    public @Nullable Bytes next(@Nullable Bytes after, int limit, Consumer<Bytes> routes) {
        byte[] from = after == null ? FIRST_ROUTE : above(after.get());
        Last last = new Last();
        rows.visit(from, row -> {
            if (last.count == limit) {
                return false;
            }
            Bytes key = Bytes.wrap(row.key());
            routes.accept(key);
            last.key = key;
            last.count++;
            return true;
        });
        return last.count < limit ? null : last.key;
    }

    private static final class Last {
        private @Nullable Bytes key;
        private int count;
    }

    /** Returns the least key above this one. */
    private static byte[] above(byte[] key) {
        return Arrays.copyOf(key, key.length + 1);
    }

    /** Returns true when there are routes whose path the router may have rewritten. */
    boolean hasRewritten() {
        return rewritten > 0;
    }

    /** Returns the keys of the routes that have the prefix of {@code key}: all, or only those of rewritten paths. */
    List<Bytes> ofPrefix(Bytes key, boolean onlyRewritten) {
        byte[] prefix = Arrays.copyOf(key.get(), RouteKey.prefixPartLength(key.get()));
        List<Bytes> found = new ArrayList<>();
        rows.visit(prefix, row -> {
            if (!row.hasPrefixOf(prefix)) {
                return false;
            }
            if (!onlyRewritten || RowFlags.isRewritten(flags(row))) {
                found.add(Bytes.wrap(row.key()));
            }
            return true;
        });
        return found;
    }

    /**
     * Collects the keys of the routes that a filter selects, part by part.
     *
     * @param from the key to begin at; null for the first row
     * @param most maximum number of rows to test
     * @param limit maximum number of keys to collect
     * @param filter selects the routes; null for all
     * @param routes receives the keys
     * @return the key of the next row to test; null if there are no more
     */
    public @Nullable Bytes scan(
            @Nullable Bytes from, int most, int limit, @Nullable SessionFilter filter, Consumer<Bytes> routes) {
        Scan scan = new Scan();
        rows.visit(from == null ? FIRST_ROUTE : from.get(), row -> {
            if (scan.rows == most || scan.found == limit) {
                scan.next = Bytes.wrap(row.key());
                return false;
            }
            scan.rows++;
            if (filter == null || filter.selects(row)) {
                scan.found++;
                routes.accept(Bytes.wrap(row.key()));
            }
            return true;
        });
        return scan.next;
    }

    private static final class Scan {
        private int rows;
        private int found;
        private @Nullable Bytes next;
    }

    /** Passes the key of each route that a change of any of these router keys may concern to {@code routes}. */
    public void forEachRouteNaming(Iterable<KeyName> names, Consumer<Bytes> routes) {
        BitSet numbers = new BitSet();
        names.forEach(name -> keys.forEachNumberOf(
                (int) name.asn(), ByteString.copyFrom(name.ski().asByteBuffer()), numbers::set));
        if (numbers.isEmpty()) {
            return;
        }
        passOn(new PathTest(row -> !numbers(row, number -> !numbers.get(number))), routes);
    }

    /**
     * Passes the key of each route to {@code routes} whose path is verified by ASPA and contains one of these ASes.
     *
     * @param customers AS numbers of ASPAs
     */
    public void forEachRouteThrough(Set<Long> customers, Consumer<Bytes> routes) {
        PathTest through = new PathTest(row -> {
            Verdict verdict = codec.decode(row.value()).verdict();
            return verdict.getAspaProcedure() != AspaProcedure.ASPA_PROCEDURE_NONE
                    && verdict.getAsPathList().stream()
                            .anyMatch(asn -> customers.contains(Integer.toUnsignedLong(asn)));
        });
        rows.visit(FIRST_ROUTE, row -> {
            if ((row.isWhole() || RowShape.isVerifiedByAspa(row.sessionPart())) && through.passes(row)) {
                routes.accept(Bytes.wrap(row.key()));
            }
            return true;
        });
    }

    /** Passes the key of each route that could not be validated because of an error in Pathproof to {@code routes}. */
    public void forEachFailedRoute(Consumer<Bytes> routes) {
        passOn(new PathTest(row -> RowFlags.isFailed(flags(row))), routes);
    }

    private void passOn(PathTest test, Consumer<Bytes> routes) {
        rows.visit(FIRST_ROUTE, row -> {
            if (test.passes(row)) {
                routes.accept(Bytes.wrap(row.key()));
            }
            return true;
        });
    }

    /** The name of a router key in a hop (RFC 8205 section 3). */
    public record KeyName(long asn, org.pathproof.wire.Bytes ski) {}

    /** Passes the key of each route whose prefix is {@code prefix} or more specific to {@code routes}. */
    public void forEachRouteWithin(Prefix prefix, Consumer<Bytes> routes) {
        byte[] families = families(prefix.afi());
        for (byte safi : families) {
            AfiSafi family = new AfiSafi(prefix.afi(), safi & 0xff);
            for (int length = prefix.length(); length <= Prefix.maxLength(prefix.afi()); length++) {
                byte[] last = bound(prefix, family, length, true);
                rows.visit(bound(prefix, family, length, false), row -> {
                    byte[] key = row.key();
                    if (Arrays.compareUnsigned(key, last) > 0) {
                        return false;
                    }
                    routes.accept(Bytes.wrap(key));
                    return true;
                });
            }
        }
    }

    /** Returns the SAFIs of an AFI that have routes. */
    private byte[] families(int afi) {
        byte[] found = new byte[0];
        for (int safi = 0; safi <= 0xff; ) {
            byte[] next = new byte[1];
            boolean[] any = new boolean[1];
            rows.visit(new byte[] {(byte) afi, (byte) safi}, row -> {
                byte[] key = row.key();
                any[0] = key[0] == (byte) afi;
                next[0] = key[1];
                return false;
            });
            if (!any[0]) {
                return found;
            }
            found = Arrays.copyOf(found, found.length + 1);
            found[found.length - 1] = next[0];
            safi = (next[0] & 0xff) + 1;
        }
        return found;
    }

    /**
     * Returns the first possible key of a route of {@code length} bits under {@code prefix}, or a key above all of them
     * if {@code last}.
     */
    private static byte[] bound(Prefix prefix, AfiSafi family, int length, boolean last) {
        int bytes = (length + 7) / 8;
        byte[] key = new byte[3 + bytes + (last ? AFTER_ANY_KEY : 0)];
        if (last) {
            Arrays.fill(key, (byte) 0xff);
        }
        key[0] = (byte) family.afi();
        key[1] = (byte) family.safi();
        key[2] = (byte) length;
        byte[] address = prefix.nlriBytes();
        System.arraycopy(address, 0, key, 3, address.length);
        int bits = prefix.length() % 8;
        if (last && bits != 0) {
            key[2 + address.length] |= (byte) (0xff >>> bits);
        }
        return key;
    }

    private void putKey(int number, byte @Nullable [] entry) {
        Bytes key = Bytes.wrap(FixedEntryTable.key(number));
        if (entry == null) {
            store.delete(key);
        } else {
            store.put(key, entry);
        }
    }
}
