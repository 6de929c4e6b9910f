// SPDX-License-Identifier: Apache-2.0
/**
 * Judges paths of experimental path-security schemes (ADR 58). The result is a field of the verdict of its own. The
 * state of the path, all feeds to routers and all policies are independent of it.
 *
 * <p>{@link org.pathproof.validator.scheme.SchemeJudge} is the interface to the task, and the implementation while the
 * experiment is off. {@link org.pathproof.validator.scheme.LoadedSchemes} loads schemes and their published keys at
 * start. {@link org.pathproof.validator.scheme.TaskSchemeJudge} judges the announcements of a task. The task passes
 * each announcement to it before the announcement is compared with its row. The judge replaces the path by its result.
 * So rows do not keep paths of schemes, and a scheme's result changes only when the router announces the route again.
 *
 * <p>This package uses the interface of the schemes only. {@link java.util.ServiceLoader} finds the schemes in the
 * folder that {@code pathproof.schemes.library} names, or in the class path.
 */
@NullMarked
package org.pathproof.validator.scheme;

import org.jspecify.annotations.NullMarked;
