@NullMarked
package org.pathproof.bgpsec;

import org.jspecify.annotations.NullMarked;
