// SPDX-License-Identifier: Apache-2.0
@NullMarked
package org.pathproof.feeds.origin;

import org.jspecify.annotations.NullMarked;
