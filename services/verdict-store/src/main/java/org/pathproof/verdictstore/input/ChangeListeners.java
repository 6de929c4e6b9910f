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
    public void onComplete(Position position) {
        listeners.forEach(listener -> listener.onComplete(position));
    }

    @Override
    public void onRestart() {
        listeners.forEach(ChangeListener::onRestart);
    }

    @Override
    public void onChange(RouteChange change, Origin origin) {
        for (ChangeListener listener : listeners) { // without a lambda for each change
            listener.onChange(change, origin);
        }
    }

    @Override
    public void onChange(SessionChange change, Origin origin) {
        for (ChangeListener listener : listeners) { // without a lambda for each change
            listener.onChange(change, origin);
        }
    }

    @Override
    public void onPollEnd() {
        listeners.forEach(ChangeListener::onPollEnd);
    }
}
