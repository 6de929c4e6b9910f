// SPDX-License-Identifier: Apache-2.0
/**
 * Test support for every module. This module depends on no other module, so that the tests of the libraries can use it,
 * too.
 *
 * <ul>
 *   <li>Data: {@link org.pathproof.harness.TestData} reads the known-answer vectors and captures of the repository;
 *       {@link org.pathproof.harness.SharedData} finds large optional files outside of the repository.
 *   <li>Processes: {@link org.pathproof.harness.ChildProcess} is one process. {@link
 *       org.pathproof.harness.ProcessGroup} owns the processes of a run and ends them with the run. {@link
 *       org.pathproof.harness.Programs} finds installed programs, and {@link org.pathproof.harness.Ports} finds free
 *       ports.
 *   <li>Servers: {@code harness.kafka}, {@link org.pathproof.harness.RedisServer}, the RTR cache {@link
 *       org.pathproof.harness.StayRtr}, the routers {@link org.pathproof.harness.FrrBgpd}, {@link
 *       org.pathproof.harness.GoBgp} and {@link org.pathproof.harness.Bird}, and {@code ./pathproof up} as {@link
 *       org.pathproof.harness.StandaloneProcess}. {@link org.pathproof.harness.ActuatorClient} sends requests to
 *       the actuator of a service, and {@link org.pathproof.harness.PrometheusServer} reads its metrics.
 *   <li>Certificates: {@link org.pathproof.harness.RouterAuthority} issues router certificates and CRLs.
 *   <li>Conditions: {@link org.pathproof.harness.Conditions} awaits a condition;
 *       {@link org.pathproof.harness.SmallDisk} and {@link org.pathproof.harness.BusyLoops} limit the machine.
 * </ul>
 */
@NullMarked
package org.pathproof.harness;

import org.jspecify.annotations.NullMarked;
