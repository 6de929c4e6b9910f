// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.rpki;

/** One thing that an RPKI cache announces or withdraws. Equality is identity: the same values are the same object. */
public sealed interface RpkiObject permits RouterKey, Vrp, Aspa {}
