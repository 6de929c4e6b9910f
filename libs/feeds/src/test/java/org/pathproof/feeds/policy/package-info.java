// SPDX-License-Identifier: Apache-2.0
@NullMarked
package org.pathproof.feeds.policy;

import org.jspecify.annotations.NullMarked;
