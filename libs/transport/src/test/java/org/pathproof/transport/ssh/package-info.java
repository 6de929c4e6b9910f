// SPDX-License-Identifier: Apache-2.0
@NullMarked
package org.pathproof.transport.ssh;

import org.jspecify.annotations.NullMarked;
