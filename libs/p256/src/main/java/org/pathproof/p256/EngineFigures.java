// SPDX-License-Identifier: Apache-2.0
package org.pathproof.p256;

/**
 * The counters of an engine since its creation.
 *
 * @param fast results of the kernel
 * @param slow results of Bouncy Castle for keys without a table, or with too many undecided signatures
 * @param undecided results of Bouncy Castle for signatures that the formulas of the engine do not cover; only the owner
 *     of a key can create such signatures
 * @param keys router keys known to the engine, with and without a table
 * @param tablesBuilt tables of keys that were built
 * @param tablesEvicted tables that were evicted to make room for others
 * @param tableBytes memory of tables, in bytes
 * @param checked results, of any of the three kinds, that were rechecked with Bouncy Castle
 * @param disagreements rechecked results that were wrong
 * @param trusted false after a wrong result or an exception; then only Bouncy Castle verifies
 */
public record EngineFigures(
        long fast,
        long slow,
        long undecided,
        long keys,
        long tablesBuilt,
        long tablesEvicted,
        long tableBytes,
        long checked,
        long disagreements,
        boolean trusted) {
    /** The counters of an engine that does not count. */
    static final EngineFigures NONE = new EngineFigures(0, 0, 0, 0, 0, 0, 0, 0, 0, true);
}
