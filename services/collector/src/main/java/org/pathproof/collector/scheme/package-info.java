// SPDX-License-Identifier: Apache-2.0
/**
 * The path attribute of an experimental path-security scheme on its way through the collector (ADR 58).
 *
 * <p>{@link org.pathproof.collector.scheme.SchemeIntake} is the interface to the other packages, and the implementation
 * while the experiment is off. {@link org.pathproof.collector.scheme.ExperimentalIntake} is the implementation while it
 * is on. Only this implementation uses the classes of {@code research/schemes-api}; no code of a scheme is needed.
 *
 * <p>Some schemes send private keys to the next router. {@link org.pathproof.collector.scheme.PrivateValueEraser}
 * overwrites them in each BMP message before any other part of the collector sees the message. So records of all
 * topics, rejects and log lines contain no such key. Bytes that cannot be decoded may contain one, and are overwritten,
 * too.
 */
@NullMarked
package org.pathproof.collector.scheme;

import org.jspecify.annotations.NullMarked;
