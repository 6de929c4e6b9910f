// SPDX-License-Identifier: Apache-2.0
/**
 * The endpoints of the feeds: overrides, the derived origin feed, and the policy with its switch, history and
 * exceptions.
 *
 * <p>{@link org.pathproof.policyapi.feeds.PolicyController} and
 * {@link org.pathproof.policyapi.feeds.ExceptionsController} change the policy through
 * {@link org.pathproof.policyapi.feeds.PolicyChanges}, which writes the audit log.
 * {@link org.pathproof.policyapi.feeds.PreviewController} shows the effect of a policy before it is applied. The
 * classes with names in {@code Json} are the responses. The feeds and the policy are in {@code
 * org.pathproof.routerfeeds}, which owns all state.
 */
@NullMarked
package org.pathproof.policyapi.feeds;

import org.jspecify.annotations.NullMarked;
