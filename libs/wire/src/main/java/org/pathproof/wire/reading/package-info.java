// SPDX-License-Identifier: Apache-2.0
/**
 * Decides how the UPDATEs of a session are encoded when bytes and capabilities contradict each other.
 *
 * <p>The OPENs of a session and the flags of its headers declare whether prefixes have Path Identifiers and how long AS
 * numbers are. Some programs send something else: FRR negotiates ADD-PATH and monitors without Path Identifiers. {@link
 * org.pathproof.wire.reading.SessionReading} tries both encodings on each UPDATE, counts the messages that only one of
 * them can read, and returns the options for {@link org.pathproof.wire.bgp.BgpCodec}. {@link
 * org.pathproof.wire.reading.Contradiction} names what was found. {@link org.pathproof.wire.bgp.EncodedFields} has the
 * rules of the bytes.
 */
@NullMarked
package org.pathproof.wire.reading;

import org.jspecify.annotations.NullMarked;
