// SPDX-License-Identifier: Apache-2.0
/**
 * The report of key-sync about its sources: which source said what, since when, and what was refused.
 *
 * <p>key-sync writes a {@link SourcesReport} to Redis, where replicas of the policy API read it. {@link ReportJson} is
 * its JSON form. All lists are bounded.
 */
@NullMarked
package org.pathproof.rpki.provenance;

import org.jspecify.annotations.NullMarked;
