// SPDX-License-Identifier: Apache-2.0
/**
 * The folder of all persistent data, which belongs to one process and one user.
 *
 * <p>{@code DataFolder} creates and locks the folder, and gives subfolders to the broker, Redis, the validator and the
 * log. {@code OwnerOnly} restricts files to their owner. {@code LocalToken} is the token for REST that clients on this
 * machine read from the folder.
 */
@NullMarked
package org.pathproof.standalone.data;

import org.jspecify.annotations.NullMarked;
