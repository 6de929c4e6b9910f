// SPDX-License-Identifier: Apache-2.0
package org.pathproof.chaos;

/**
 * An action on the site.
 *
 * @param atMillis planned time after the start of the load, in milliseconds, without the durations of earlier steps
 * @param target name of the part, empty for actions without one
 */
public record Step(long atMillis, Action action, String target) {
    /** The kinds of actions. */
    public enum Action {
        /** Kill with SIGKILL. */
        KILL,
        /** End with SIGTERM. */
        END,
        /** Start or restart. */
        START,
        /** Wait until the part is ready. */
        READY,
        /** Wait until every running validator has partitions. */
        SHARED,
        /** Stop with SIGSTOP. */
        FREEZE,
        /** Continue with SIGCONT. */
        THAW,
        /** Cut the second validator off from all other parts. */
        CUT,
        HEAL,
        /** Close all connections of the routers. */
        RESET,
        /** Delete all route events in Kafka, as retention does. */
        DELETE,
        /** Delete a topic, or all changelogs of the validators. */
        DELETE_TOPIC,
        /** Fill the disk of a broker. */
        FILL,
        /** Free the disk of a broker. */
        RELEASE,
        /** Take down a BGP neighbor of each router. */
        PEER_DOWN,
        PEER_UP,
        /** Withdraw the key of the detour from the RPKI. */
        KEY_GONE,
        KEY_BACK,
        /** Close all BGP sessions between routers and feeds. */
        FEED_RESET,
        /** Wait until no part has a backlog. Until the next fault, the delays of overrides count. */
        CALM
    }

    /** Returns true if verdicts or overrides may be late from this step on. The start of a JVM keeps a machine busy. */
    public boolean isFaultOfTheChain() {
        boolean replica = target.startsWith("policy-api");
        return switch (action) {
            case KILL, END -> !replica;
            case START, FREEZE, CUT, RESET, DELETE, DELETE_TOPIC, FILL, FEED_RESET -> true;
            case READY, SHARED, THAW, HEAL, RELEASE, PEER_DOWN, PEER_UP, KEY_GONE, KEY_BACK, CALM -> false;
        };
    }

    /** Returns the line of the record. */
    @Override
    public String toString() {
        return (atMillis + " " + action + " " + target).strip();
    }

    /**
     * Reads a step from a line of a record.
     *
     * @throws IllegalArgumentException when the line is not a step
     */
    public static Step parse(String line) {
        String[] words = line.strip().split(" ", 3);
        if (words.length < 2) {
            throw new IllegalArgumentException("not a step (TIME ACTION TARGET): " + line);
        }
        return new Step(Long.parseLong(words[0]), Action.valueOf(words[1]), words.length == 3 ? words[2] : "");
    }
}
