// SPDX-License-Identifier: Apache-2.0
/**
 * Routes of the lab, their keys and their signatures.
 *
 * <p>{@link SamplePaths} has real AS paths, {@link RandomPaths} has invented ones, and {@link MrtPaths} reads them from
 * a recorded table; all give {@link LabRoute}s. {@link LabKeys} has a router key for every AS. {@link PathSigner} signs
 * a path (RFC 8205 section 4.2), and {@link LabUpdates} writes the UPDATE messages.
 */
@NullMarked
package org.pathproof.lab.paths;

import org.jspecify.annotations.NullMarked;
