// SPDX-License-Identifier: Apache-2.0
package org.pathproof.validator.stream;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.pathproof.rpki.RpkiChange;
import org.pathproof.rpki.RpkiSet;
import org.pathproof.rpki.RpkiSnapshot;
import org.pathproof.rpki.RpkiSource;
import org.pathproof.rpki.Serial;
import org.pathproof.wire.rpki.RpkiObject;

/** An RPKI source that a test changes. Each change has reached all listeners when the method returns. */
final class StepSource implements RpkiSource {
    private final List<Consumer<RpkiChange>> listeners = new ArrayList<>();
    private @Nullable RpkiSnapshot set;

    void begin(Collection<? extends RpkiObject> objects) {
        publish(RpkiSnapshot.change(null, RpkiSnapshot.of(1, new Serial(1), objects)));
    }

    void announce(RpkiObject... objects) {
        change(List.of(objects), List.of());
    }

    void withdraw(RpkiObject... objects) {
        change(List.of(), List.of(objects));
    }

    void change(Collection<? extends RpkiObject> announced, Collection<? extends RpkiObject> withdrawn) {
        RpkiSnapshot now = current().map(RpkiSnapshot.class::cast).orElseThrow();
        publish(now.apply(now.serial().next(), announced, withdrawn));
    }

    private void publish(RpkiChange change) {
        set = (RpkiSnapshot) change.after();
        listeners.forEach(listener -> listener.accept(change));
    }

    @Override
    public Optional<RpkiSet> current() {
        return Optional.ofNullable(set);
    }

    @Override
    public void onChange(Consumer<RpkiChange> listener) {
        listeners.add(listener);
    }

    @Override
    public Status status() {
        return new Status(true, null, null);
    }

    @Override
    public void close() {}
}
