// SPDX-License-Identifier: Apache-2.0
package org.pathproof.p256;

/**
 * What an engine did since it was made.
 *
 * @param fast answers that the engine found itself
 * @param slow answers that Bouncy Castle gave because the key had no table, or is not given one any more
 * @param undecided answers that Bouncy Castle gave because the engine's formulas do not cover the case: only the owner of a key can
 *     provoke that
 * @param keys keys that have a table, had one, or are to get one
 * @param tablesBuilt tables of keys that were built
 * @param tablesEvicted tables that had to make room for others
 * @param tableOctets memory that tables take now
 * @param checked fast answers that were checked on Bouncy Castle
 * @param disagreements checked answers that were wrong
 * @param trusted false when a wrong answer was found: since then Bouncy Castle answers alone
 */
public record EngineFigures(
        long fast,
        long slow,
        long undecided,
        long keys,
        long tablesBuilt,
        long tablesEvicted,
        long tableOctets,
        long checked,
        long disagreements,
        boolean trusted) {
    /** Of an engine that counts nothing. */
    static final EngineFigures NONE = new EngineFigures(0, 0, 0, 0, 0, 0, 0, 0, 0, true);
}
