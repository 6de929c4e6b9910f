/** Tests of static tokens and of their file. */
@NullMarked
package org.pathproof.access;

import org.jspecify.annotations.NullMarked;
