/** Tests of tokens, of their file and of the actuators' rules. */
@NullMarked
package org.pathproof.access;

import org.jspecify.annotations.NullMarked;
