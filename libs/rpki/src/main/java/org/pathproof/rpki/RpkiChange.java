// SPDX-License-Identifier: Apache-2.0
package org.pathproof.rpki;

import java.util.List;
import org.pathproof.wire.rpki.RpkiObject;

/**
 * From one set to the next. An ASPA that changes its providers is withdrawn and announced.
 *
 * @param after the set after the change
 * @param announced what is in {@code after} and was not before
 * @param withdrawn what was there before and is not in {@code after}
 */
public record RpkiChange(RpkiSet after, List<RpkiObject> announced, List<RpkiObject> withdrawn) {}
