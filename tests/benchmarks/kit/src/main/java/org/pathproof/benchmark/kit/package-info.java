// SPDX-License-Identifier: Apache-2.0
/**
 * Parts that every benchmark uses. A benchmark is a {@link org.pathproof.benchmark.kit.BenchmarkCommand}: it reads the
 * common options {@code --quick}, {@code --json} and {@code --out}, describes the {@link
 * org.pathproof.benchmark.kit.Machine} before it causes load, and runs. {@link org.pathproof.benchmark.kit.Progress}
 * prints on standard error.
 *
 * <p>The results of a run are records. {@link org.pathproof.benchmark.kit.Figures} lists the figures of such a record,
 * and formats them as a table and as a JSON object. {@link org.pathproof.benchmark.kit.Page} is the page of results,
 * and the package {@code kit.plot} draws the plots. The command prints the table or the JSON. With {@code --out}, the
 * command also writes page, data and plots into a folder.
 *
 * <p>{@link org.pathproof.benchmark.kit.LauncherCommand} is a command that the script {@code ./pathproof} starts: a
 * benchmark, or the program of a test stage. {@code logback.xml} of this package is the log configuration of all
 * benchmarks.
 */
@NullMarked
package org.pathproof.benchmark.kit;

import org.jspecify.annotations.NullMarked;
