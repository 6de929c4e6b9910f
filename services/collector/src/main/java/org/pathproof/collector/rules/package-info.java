// SPDX-License-Identifier: Apache-2.0
/**
 * The operator's rules for routers and peers, as the state machines of {@code router} use them. {@link
 * org.pathproof.collector.rules.RouterRules} holds all rules of a router. {@link
 * org.pathproof.collector.rules.RouterMatcher} and {@link org.pathproof.collector.rules.PeerMatcher} select routers and
 * peers by the texts of the settings.
 */
@NullMarked
package org.pathproof.collector.rules;

import org.jspecify.annotations.NullMarked;
