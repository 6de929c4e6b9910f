// SPDX-License-Identifier: Apache-2.0
@NullMarked
package org.pathproof.lab.routers;

import org.jspecify.annotations.NullMarked;
