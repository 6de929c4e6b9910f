// SPDX-License-Identifier: Apache-2.0
@NullMarked
package org.pathproof.collector.topics;

import org.jspecify.annotations.NullMarked;
