// SPDX-License-Identifier: Apache-2.0
/**
 * Watches of the resources of the machine: disk and heap.
 *
 * <p>{@code DiskWatch} pauses the intake of routes before the disk of the data folder is full, with the thresholds of
 * {@code DiskSettings}. {@code HeapWatch} warns before the Java heap is full. {@code DiskConfiguration} declares the
 * beans of the disk; the site starts the watch of the heap. Both report to health and metrics, and the heap also to the
 * console.
 */
@NullMarked
package org.pathproof.standalone.watch;

import org.jspecify.annotations.NullMarked;
