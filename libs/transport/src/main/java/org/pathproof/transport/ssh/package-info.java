// SPDX-License-Identifier: Apache-2.0
/**
 * SSH for the RTR client and the RTR server: {@link SshKeyExchange} ends a key exchange without a deadlock. Only
 * services that depend on Apache MINA SSHD themselves use this package.
 */
@NullMarked
package org.pathproof.transport.ssh;

import org.jspecify.annotations.NullMarked;
