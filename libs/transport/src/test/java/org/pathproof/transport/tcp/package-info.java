// SPDX-License-Identifier: Apache-2.0
@NullMarked
package org.pathproof.transport.tcp;

import org.jspecify.annotations.NullMarked;
