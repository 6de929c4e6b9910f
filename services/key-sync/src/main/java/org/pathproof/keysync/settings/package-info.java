// SPDX-License-Identifier: Apache-2.0
/**
 * Settings of key-sync, as Spring binds and checks them at the start.
 *
 * <p>{@code KeySyncSettings} has the prefix {@code pathproof.key-sync}. {@code SourceSettings} is one cache, file or
 * URL with its transport, and {@code CertificateSettings} the folders of router certificates. Each record refuses wrong
 * values in its constructor, with the name of the setting. {@code HostKey} is the pinned key of an SSH server. Settings
 * do not change after the start; the files that they name are read by the packages that use them.
 */
@NullMarked
package org.pathproof.keysync.settings;

import org.jspecify.annotations.NullMarked;
