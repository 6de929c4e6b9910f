// SPDX-License-Identifier: Apache-2.0
package org.pathproof.network.model;

import org.jspecify.annotations.Nullable;

/** A BGP session. Both ends learn at once of its start and of its end. */
final class Session {
    private static final int LONGEST_DELAY = 10;

    private final Clock clock;
    private final End[] ends;
    private final Channel[] channels;
    private boolean down;
    private int restarts;

    /** One end of a session. */
    interface Speaker {
        /** Receives a route, or a withdrawal if {@code route} is null. */
        void receive(int neighbor, int pathId, @Nullable Route route);

        void onUp(int neighbor);

        void onDown(int neighbor);
    }

    /**
     * An end.
     *
     * @param neighbor index of the other end at the speaker
     */
    record End(Speaker speaker, int neighbor) {}

    Session(Clock clock, End first, End second) {
        this.clock = clock;
        this.ends = new End[] {first, second};
        this.channels = new Channel[] {new Channel(clock, LONGEST_DELAY), new Channel(clock, LONGEST_DELAY)};
    }

    boolean isUp() {
        return !down && restarts == 0;
    }

    void start() {
        ends[0].speaker().onUp(ends[0].neighbor());
        ends[1].speaker().onUp(ends[1].neighbor());
    }

    /** Sends a message from a speaker to the other end. Does nothing while the session is down. */
    void send(Speaker from, int pathId, @Nullable Route route) {
        if (!isUp()) {
            return;
        }
        int side = ends[0].speaker().equals(from) ? 0 : 1;
        End to = ends[1 - side];
        channels[side].send(() -> {
            clock.countMessage();
            to.speaker().receive(to.neighbor(), pathId, route);
        });
    }

    /** Sets the state that an event wants. */
    void setDown(boolean isDown) {
        boolean before = isUp();
        down = isDown;
        follow(before);
    }

    /** Begins or completes the restart of one end. */
    void setRestarting(boolean restarting) {
        boolean before = isUp();
        restarts += restarting ? 1 : -1;
        follow(before);
    }

    private void follow(boolean before) {
        if (before == isUp()) {
            return;
        }
        if (isUp()) {
            start();
        } else {
            channels[0].reset();
            channels[1].reset();
            ends[0].speaker().onDown(ends[0].neighbor());
            ends[1].speaker().onDown(ends[1].neighbor());
        }
    }
}
