/** Tests of {@code pathproof query}. */
@NullMarked
package org.pathproof.cli.query;

import org.jspecify.annotations.NullMarked;
