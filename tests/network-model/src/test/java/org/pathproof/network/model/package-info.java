// SPDX-License-Identifier: Apache-2.0
@NullMarked
package org.pathproof.network.model;

import org.jspecify.annotations.NullMarked;
