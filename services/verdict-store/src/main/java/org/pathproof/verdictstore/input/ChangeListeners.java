// SPDX-License-Identifier: Apache-2.0
package org.pathproof.verdictstore.input;

import java.util.List;
import org.pathproof.verdictstore.store.RouteChange;
import org.pathproof.verdictstore.store.SessionChange;

/** Passes every change on to several listeners, in their order. */
public record ChangeListeners(List<ChangeListener> listeners) implements ChangeListener {
    public ChangeListeners {
        listeners = List.copyOf(listeners);
    }

    @Override
    public void caughtUp(Position position) {
        listeners.forEach(listener -> listener.caughtUp(position));
    }

    @Override
    public void restarted() {
        listeners.forEach(ChangeListener::restarted);
    }

    @Override
    public void changed(RouteChange change, Origin origin) {
        listeners.forEach(listener -> listener.changed(change, origin));
    }

    @Override
    public void changed(SessionChange change, Origin origin) {
        listeners.forEach(listener -> listener.changed(change, origin));
    }

    @Override
    public void paused() {
        listeners.forEach(ChangeListener::paused);
    }
}
