// SPDX-License-Identifier: Apache-2.0
@NullMarked
package org.pathproof.lab.site;

import org.jspecify.annotations.NullMarked;
