// SPDX-License-Identifier: Apache-2.0
@NullMarked
package org.pathproof.transport.relay;

import org.jspecify.annotations.NullMarked;
