// SPDX-License-Identifier: Apache-2.0
/**
 * The policy of the feeds, shared by all replicas through the topic {@code pathproof.policies}.
 *
 * <p>{@link org.pathproof.routerfeeds.policy.PolicyLog} applies the records of the topic in their order. A version of
 * the policy is accepted only if its predecessor is the version in force, so of two concurrent changes the first one
 * in the partition wins on every replica. {@link org.pathproof.routerfeeds.policy.PolicyFollower} reads the topic,
 * and {@link org.pathproof.routerfeeds.policy.PolicyStore} adds changes and waits until they are read back. The
 * result is a {@link org.pathproof.routerfeeds.policy.PolicyState}: the policy, the switch of all feeds and the
 * latest changes.
 *
 * <p>docs/adr/0028-the-policy-of-the-feeds-is-a-log.md has the decisions.
 */
@NullMarked
package org.pathproof.routerfeeds.policy;

import org.jspecify.annotations.NullMarked;
