// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore.row;

import java.util.List;
import org.pathproof.verdictstore.dictionary.Dictionary;
import org.pathproof.verdictstore.memory.Words;

/** The dictionaries of the store, which all shards share. */
public final class Dictionaries {
    private final Dictionary keys = new Dictionary("router keys");
    private final Dictionary paths = new Dictionary("paths");
    private final Dictionary attributes = new Dictionary("path attributes");
    private final Dictionary fields = new Dictionary("findings and further fields");
    private final Dictionary times = new Dictionary("times");
    /** The latest result of {@link #contents}. */
    private volatile RowContents contents =
            new RowContents(keys.sequences(), paths.sequences(), attributes.sequences(), fields.sequences());

    /** Router keys: AS number (4 bytes, lowest first) and SKI. */
    public Dictionary keys() {
        return keys;
    }

    /** Paths, see {@link PathBytes}. */
    public Dictionary paths() {
        return paths;
    }

    /** Next hop, communities and path attributes, as fields of the record. */
    public Dictionary attributes() {
        return attributes;
    }

    /** Further fields, see {@link FieldBytes}. */
    public Dictionary fields() {
        return fields;
    }

    /** Times that do not fit into a row, see {@link Stamps}. */
    public Dictionary times() {
        return times;
    }

    public List<Dictionary> all() {
        return List.of(keys, paths, attributes, fields, times);
    }

    /** Returns what the rows share that a reader has found before this call. */
    public RowContents contents() {
        RowContents known = contents;
        RowContents now =
                new RowContents(keys.sequences(), paths.sequences(), attributes.sequences(), fields.sequences());
        if (!known.equals(now)) {
            contents = now;
            known = now;
        }
        return known;
    }

    /** Returns the findings of further fields. */
    public Findings findings(int id) {
        return id == Dictionary.NONE ? Findings.NONE : FieldBytes.findings(fields.array(id), fields.from(id));
    }

    public long rules(int id) {
        return FieldBytes.rules(fields.array(id), fields.from(id));
    }

    public long epoch(int id) {
        return FieldBytes.epoch(fields.array(id), fields.from(id));
    }

    /** Returns the flags of a path's last AS. */
    public int originTag(int path) {
        return RowFlags.originTag(PathBytes.lastAs(paths.array(path), paths.from(path)));
    }

    /** Marks the numbers that a row has. */
    public void mark(RowData row) {
        paths.mark(row.path);
        attributes.mark(row.attributes);
        fields.mark(row.fields);
        if (Stamps.isInterned(row.time)) {
            times.mark(Stamps.number(row.time));
        }
    }

    /** Marks the keys of a path. */
    public void markKeys(int path) {
        byte[] array = paths.array(path);
        int from = paths.from(path);
        int at = PathBytes.firstHop(array, from);
        for (int i = PathBytes.hops(array, from); i > 0; i--, at += PathBytes.HOP) {
            keys.mark(Words.i32(array, at));
        }
    }

    /** Returns the size in memory in bytes. */
    public long memoryBytes() {
        return all().stream().mapToLong(Dictionary::memoryBytes).sum();
    }
}
