@NullMarked
package org.pathproof.p256;

import org.jspecify.annotations.NullMarked;
