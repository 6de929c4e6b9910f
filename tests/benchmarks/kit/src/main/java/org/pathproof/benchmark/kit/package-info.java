// SPDX-License-Identifier: Apache-2.0
/**
 * Parts that every benchmark uses. A benchmark is a {@link org.pathproof.benchmark.kit.BenchmarkCommand}: it reads the
 * common options {@code --quick}, {@code --json} and {@code --out}, describes the {@link
 * org.pathproof.benchmark.kit.Machine} before it causes load, and runs. {@link
 * org.pathproof.benchmark.kit.Progress} prints on standard error.
 *
 * <p>The results of a run are records. {@link org.pathproof.benchmark.kit.Figures} names their figures once, and makes
 * the table and the JSON object of these. {@link org.pathproof.benchmark.kit.Page} is the page of results, and {@code
 * kit.plot} draws. The command prints the table or the JSON, and writes page, data and plots into the folder of {@code
 * --out}.
 *
 * <p>The programs of the test stages are commands of the launcher, too ({@link
 * org.pathproof.benchmark.kit.LauncherCommand}). {@code logback.xml} of this package is the log configuration of all
 * benchmarks.
 */
@NullMarked
package org.pathproof.benchmark.kit;

import org.jspecify.annotations.NullMarked;
