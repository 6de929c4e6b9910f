@NullMarked
package org.pathproof.cli.verify;

import org.jspecify.annotations.NullMarked;
