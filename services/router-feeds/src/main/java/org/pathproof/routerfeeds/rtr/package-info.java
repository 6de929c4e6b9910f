// SPDX-License-Identifier: Apache-2.0
/**
 * The RTR servers of the policy API.
 *
 * <p>{@link RtrListeners} runs the listeners of one set: the genuine RPKI set, or the set of the derived origin feed.
 * An {@link RtrListener} is one address with its transport and its rules; {@link RtrListenerSettings} describes it.
 * {@link StreamAcceptor} accepts connections over TLS 1.3 and over TCP with TCP-MD5, TCP-AO and GTSM, {@link
 * SshAcceptor} over SSH. Sessions and data are in {@link org.pathproof.rpki.rtr.RtrServer}, the same for all
 * transports.
 */
@NullMarked
package org.pathproof.routerfeeds.rtr;

import org.jspecify.annotations.NullMarked;
