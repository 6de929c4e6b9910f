// SPDX-License-Identifier: Apache-2.0
/**
 * The report of key-sync about its sources: the data of each source, the time since which it is in the source, and the
 * refused data.
 *
 * <p>key-sync writes a {@link SourcesReport} to Redis, where replicas of the policy API read it. {@link ReportJson} is
 * its JSON form. All lists are bounded.
 */
@NullMarked
package org.pathproof.rpki.provenance;

import org.jspecify.annotations.NullMarked;
