// SPDX-License-Identifier: Apache-2.0
/**
 * Decides which sources make the data in force.
 *
 * <p>{@code Sources} owns all followed sources of an instance, and reads them in one round. Caches and files are
 * alternatives in preference groups (RFC 8210 section 10). {@code SourceGroups} uses one source of the most preferred
 * group that works, or the union of its sources; {@code SourceChoice} replaces a failed one after the failover time.
 * {@code SourceUnion} combines sets, and adds the keys of router certificates to the chosen data. {@code SourceState}
 * is the state of a source after the round.
 *
 * <p>When all sources fail, the last data stays chosen, also after its Expire Interval.
 */
@NullMarked
package org.pathproof.keysync.selection;

import org.jspecify.annotations.NullMarked;
