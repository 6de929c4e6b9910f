// SPDX-License-Identifier: Apache-2.0
@NullMarked
package org.pathproof.collector.ownership;

import org.jspecify.annotations.NullMarked;
