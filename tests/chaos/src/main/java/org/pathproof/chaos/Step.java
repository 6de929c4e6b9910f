// SPDX-License-Identifier: Apache-2.0
package org.pathproof.chaos;

/**
 * Something that is done to the site.
 *
 * @param atMillis when, after the load began, if all before it took no time; else as long after the step before it
 * @param target the part that it is done to; empty where there is none
 */
public record Step(long atMillis, Action action, String target) {
    /** What can be done. */
    public enum Action {
        /** kill -9. */
        KILL,
        /** SIGTERM. */
        END,
        /** Start, or start again. */
        START,
        /** Wait until it is ready. */
        READY,
        /** Wait until every validator that runs has partitions to judge. */
        SHARED,
        /** SIGSTOP. */
        FREEZE,
        /** SIGCONT. */
        THAW,
        /** The second validator is cut off from everything else. */
        CUT,
        HEAL,
        /** All routers lose their connections. */
        RESET,
        /** All route events that Kafka holds are deleted, judged or not, as retention does. */
        DELETE,
        /** A BGP neighbour of each router goes down. */
        PEER_DOWN,
        PEER_UP,
        /** The key that comes and goes is not in the RPKI any more. */
        KEY_GONE,
        KEY_BACK
    }

    /** As a line of a record. */
    @Override
    public String toString() {
        return (atMillis + " " + action + " " + target).strip();
    }

    /** From a line of a record. Throws IllegalArgumentException when it is none. */
    public static Step parse(String line) {
        String[] words = line.strip().split(" ", 3);
        if (words.length < 2) {
            throw new IllegalArgumentException("no step: " + line);
        }
        return new Step(Long.parseLong(words[0]), Action.valueOf(words[1]), words.length == 3 ? words[2] : "");
    }
}
