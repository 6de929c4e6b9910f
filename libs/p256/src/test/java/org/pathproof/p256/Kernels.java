// SPDX-License-Identifier: Apache-2.0
package org.pathproof.p256;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/** The kernels and engines of this machine, for tests that run on each of them. */
final class Kernels {
    private static final System.Logger log = System.getLogger(Kernels.class.getName());

    /** The engines of this machine under the settings of this process, shared by all tests. */
    static final SignatureEngines ENGINES = new SignatureEngines(EngineSettings.fromSystem());

    private Kernels() {}

    private static final class Holder {
        static final List<Kernel> USABLE = find();
    }

    /** Returns the kernels that run on this machine. The others are logged once. */
    static List<Kernel> usable() {
        return Holder.USABLE;
    }

    private static List<Kernel> find() {
        List<Kernel> kernels = new ArrayList<>();
        for (NativeKernel.Kind kind : NativeKernel.Kind.values()) {
            switch (NativeLibrary.get()) {
                case NativeLibrary.Loading.Loaded(NativeLibrary library) ->
                    NativeKernel.open(library, kind)
                            .ifPresentOrElse(kernels::add, () -> warn(kind, "this processor cannot run it"));
                case NativeLibrary.Loading.Absent(String reason) -> warn(kind, "the native library " + reason);
            }
        }
        kernels.add(new JavaKernel());
        return List.copyOf(kernels);
    }

    /** Returns the names of the usable kernels, as arguments of a test. */
    static Stream<String> names() {
        return usable().stream().map(Kernel::engineName);
    }

    /** Returns the kernel of this name. Aborts the test, with a message, if the kernel does not run here. */
    static Kernel named(String name) {
        return usable().stream()
                .filter(kernel -> kernel.engineName().equals(name))
                .findFirst()
                .orElseGet(() -> Assumptions.abort(name + " is NOT TESTED: it does not run here"));
    }

    private static void warn(NativeKernel.Kind kind, String reason) {
        log.log(System.Logger.Level.WARNING, "{0} is NOT TESTED: {1}", kind, reason);
    }
}
