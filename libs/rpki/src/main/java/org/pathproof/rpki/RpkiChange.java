// SPDX-License-Identifier: Apache-2.0
package org.pathproof.rpki;

import java.util.List;
import org.pathproof.wire.rpki.RpkiObject;

/**
 * The difference between two sets. An ASPA with changed providers is both withdrawn and announced.
 *
 * @param after the set after the change
 * @param announced the objects that are only in {@code after}
 * @param withdrawn the objects that are only in the set before
 */
public record RpkiChange(RpkiSet after, List<RpkiObject> announced, List<RpkiObject> withdrawn) {}
