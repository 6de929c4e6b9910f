// SPDX-License-Identifier: Apache-2.0
/**
 * Plots of results in SVG. A {@link org.pathproof.benchmark.kit.plot.LineChart} has values over a number, a {@link
 * org.pathproof.benchmark.kit.plot.BarChart} has values by name. Each is a document of its own, or a part of a drawing
 * ({@link org.pathproof.benchmark.kit.plot.Svg}) with several charts. Values may have a spread.
 */
@NullMarked
package org.pathproof.benchmark.kit.plot;

import org.jspecify.annotations.NullMarked;
