// SPDX-License-Identifier: Apache-2.0
package org.pathproof.rpki.provenance;

import java.time.Instant;

/** A problem that a source had, and the time at which it began. */
public record SourceProblem(Instant time, String problem) {}
