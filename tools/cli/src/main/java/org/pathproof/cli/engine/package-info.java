// SPDX-License-Identifier: Apache-2.0
/**
 * {@code pathproof engine}: which engine verifies signatures on this machine, what became of the others, and with which settings. What it
 * says is what {@link org.pathproof.p256.SignatureEngines} found in this process, which has its engines tested as a service does at its start.
 */
@NullMarked
package org.pathproof.cli.engine;

import org.jspecify.annotations.NullMarked;
