// SPDX-License-Identifier: Apache-2.0
/** Tests of the parts of a site. */
@NullMarked
package org.pathproof.benchmark.pipeline.site;

import org.jspecify.annotations.NullMarked;
