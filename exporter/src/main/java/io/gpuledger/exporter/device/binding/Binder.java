package io.gpuledger.exporter.device.binding;

import java.util.List;
import java.util.Optional;

/// Keeps the library of a transcript loaded and bound from session to session, for as long as its file is the same.
///
/// To bind a class costs memory that does not come back: the JVM keeps the code that it compiled for its calls, some 20
/// kB each time for NVML. A driver that is sought every few seconds for weeks must not be bound each time. What holds a
/// device is the library's initialization, not that its file is loaded. A binder is used by one thread at a time.
public final class Binder {
    private final Class<?> transcript;
    private final List<String> libraries;
    private Optional<Binding> binding = Optional.empty();

    /// @param libraries names or paths, of which the first that can be loaded is taken
    public Binder(Class<?> transcript, List<String> libraries) {
        this.transcript = transcript;
        this.libraries = List.copyOf(libraries);
    }

    public List<String> libraries() {
        return libraries;
    }

    /// The library as its file is now. Throws [CannotLoadException]. Nobody may be in a call.
    public Binding bound() {
        binding.filter(Binding::isReplaced).ifPresent(_ -> unbind());
        var bound = binding.orElseGet(() -> Binding.open(transcript, libraries));
        binding = Optional.of(bound);
        return bound;
    }

    /// Lets go of the library's file. Nobody may be in a call, nor call any more.
    public void unbind() {
        binding.ifPresent(Binding::close);
        binding = Optional.empty();
    }
}
