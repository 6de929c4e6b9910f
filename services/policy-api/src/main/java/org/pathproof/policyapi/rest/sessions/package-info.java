// SPDX-License-Identifier: Apache-2.0
/**
 * Sessions, routers and the summary of the network by REST. Each response counts the routes of the verdict store by
 * state; {@link org.pathproof.policyapi.rest.sessions.Counts} is the common form of the counts.
 */
@NullMarked
package org.pathproof.policyapi.rest.sessions;

import org.jspecify.annotations.NullMarked;
