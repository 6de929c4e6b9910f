// SPDX-License-Identifier: Apache-2.0
package org.pathproof.p256;

/**
 * The counters of an engine since its creation.
 *
 * @param fast answers of the engine itself
 * @param slow answers of Bouncy Castle for keys without a table
 * @param undecided answers of Bouncy Castle for signatures that the formulas of the engine do not cover; only the owner
 *     of a key can make such signatures
 * @param keys keys that have a table, had one, or will get one
 * @param tablesBuilt tables of keys that were built
 * @param tablesEvicted tables that made room for others
 * @param tableBytes memory of tables, in bytes
 * @param checked fast answers that were rechecked with Bouncy Castle
 * @param disagreements rechecked answers that were wrong
 * @param trusted false after a wrong answer or an exception; from then on Bouncy Castle answers alone
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
    /** The figures of an engine without counters. */
    static final EngineFigures NONE = new EngineFigures(0, 0, 0, 0, 0, 0, 0, 0, 0, true);
}
