// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore.snapshot;

import java.io.IOException;
import java.io.Serial;
import java.util.Locale;

/** Thrown when a snapshot cannot be used. The message says why, and where in the file. */
public final class UnusableSnapshotException extends IOException {
    @Serial
    private static final long serialVersionUID = 1;

    /** The fault of a snapshot. */
    public enum Kind {
        /** The file is not a whole snapshot. */
        DAMAGED,
        /** It was made of other topics. */
        FOREIGN,
        /** Records after it may have been deleted. */
        OLD,
        /** It was written by a version with another layout. */
        OTHER_VERSION;

        /** Returns the last part of a file name. */
        public String label() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    private final Kind kind;

    public UnusableSnapshotException(Kind kind, String message) {
        super(message);
        this.kind = kind;
    }

    public UnusableSnapshotException(Kind kind, String message, Throwable cause) {
        super(message, cause);
        this.kind = kind;
    }

    /** Returns an exception about a file that is not a whole snapshot. */
    public static UnusableSnapshotException damaged(String message) {
        return new UnusableSnapshotException(Kind.DAMAGED, message);
    }

    /** Returns an exception about content that cannot be decoded. */
    public static UnusableSnapshotException damaged(String message, Throwable cause) {
        return new UnusableSnapshotException(Kind.DAMAGED, message, cause);
    }

    /** Returns what is wrong. */
    public Kind kind() {
        return kind;
    }
}
