// SPDX-License-Identifier: Apache-2.0
package org.pathproof.policyapi.export;

import java.io.BufferedReader;
import java.io.IOException;

/** Writes exports in one configuration language, and reads the lists of a configuration. Stateless and thread-safe. */
interface ExportRenderer {
    /** Returns the media type of {@link #writeWhole}. */
    default String wholeType() {
        return "text/plain";
    }

    /** Returns the media type of {@link #writeChange}. */
    default String changeType() {
        return "text/plain";
    }

    /**
     * Returns the name of a neighbor's set.
     *
     * @param start the name in the request
     * @param address address of the neighbor
     */
    default String setName(String start, String address) {
        return start + '_' + ConfigText.nameOf(address);
    }

    /**
     * Checks the names of all lists and policies of a set.
     *
     * @throws org.pathproof.policyapi.rest.BadRequestException if the language does not accept a name
     */
    void checkNames(PrefixSet set);

    /** Writes all sets. The text replaces the whole content of each list that it names. */
    void writeWhole(ExportContent content, Appendable out) throws IOException;

    /**
     * Writes a change. If the text is loaded twice, the second time changes nothing.
     *
     * @param serial serial of the sets after the change
     */
    void writeChange(ExportChange change, String serial, Appendable out) throws IOException;

    /**
     * Reads the prefix lists of a configuration, and ignores the other lines.
     *
     * @throws IllegalArgumentException when a prefix of an owned list cannot be read
     */
    void read(BufferedReader configuration, PostedLists into) throws IOException;
}
