// SPDX-License-Identifier: Apache-2.0
/**
 * Records of {@code pathproof.sessions} and {@code pathproof.verdicts} as the collectors and validators of a large
 * network write them. A {@link org.pathproof.networkrecords.NetworkTable} has the prefixes and paths, which may be
 * those of a real table. {@link org.pathproof.networkrecords.NetworkRecords} encodes the routes of each session to
 * them, and knows the verdicts that a reader must have. Measurements of the policy API and of its table use both.
 */
@NullMarked
package org.pathproof.networkrecords;

import org.jspecify.annotations.NullMarked;
