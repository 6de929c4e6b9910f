// SPDX-License-Identifier: Apache-2.0
/**
 * The program under attack: {@link org.pathproof.attack.site.StandaloneSite} is its process and REST interface,
 * {@link org.pathproof.attack.site.SmallDisk} the file system under its data folder.
 */
@NullMarked
package org.pathproof.attack.site;

import org.jspecify.annotations.NullMarked;
