// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore.paged;

/** Work on all rows in small steps, between which writers change them. */
interface UpkeepTask {
    /** Does a step while there is no writer. Returns false when the task is done. */
    boolean step();
}
