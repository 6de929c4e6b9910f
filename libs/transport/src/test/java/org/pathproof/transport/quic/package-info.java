// SPDX-License-Identifier: Apache-2.0
@NullMarked
package org.pathproof.transport.quic;

import org.jspecify.annotations.NullMarked;
