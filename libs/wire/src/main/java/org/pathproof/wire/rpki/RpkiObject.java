// SPDX-License-Identifier: Apache-2.0
package org.pathproof.wire.rpki;

/** An object that an RPKI cache announces or withdraws. Objects with equal values are the same RPKI object. */
public sealed interface RpkiObject permits RouterKey, Vrp, Aspa {}
