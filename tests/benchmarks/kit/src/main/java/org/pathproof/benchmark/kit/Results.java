// SPDX-License-Identifier: Apache-2.0
package org.pathproof.benchmark.kit;

/** The results of a run, in their two forms. */
public interface Results {
    /** Returns the value that Jackson writes for other programs: a record or a map. */
    Object json();

    /** Returns the page for readers. */
    Page page();
}
