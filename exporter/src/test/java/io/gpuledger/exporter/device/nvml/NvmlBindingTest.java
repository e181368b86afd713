package io.gpuledger.exporter.device.nvml;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.exporter.device.binding.Binder;
import io.gpuledger.exporter.doubles.LibraryDouble;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// How long a library stays bound: as long as its file is the same.
class NvmlBindingTest {
    @TempDir
    private Path folder;

    @Test
    void the_same_file_is_bound_once() throws IOException, InterruptedException {
        var library = LibraryDouble.ofNvml(folder);
        var binder = new Binder(Nvml.class, List.of(library.library().toString()));
        var first = binder.bound();
        assertThat(binder.bound()).isSameAs(first);
        binder.unbind();
    }

    @Test
    void another_file_in_its_place_is_bound_anew() throws IOException, InterruptedException {
        var library = LibraryDouble.ofNvml(folder);
        var binder = new Binder(Nvml.class, List.of(library.library().toString()));
        var first = binder.bound();
        Files.delete(library.library());
        LibraryDouble.ofNvml(folder);
        assertThat(binder.bound()).isNotSameAs(first);
        binder.unbind();
    }

    @Test
    void unbound_its_file_is_let_go_of() throws IOException, InterruptedException {
        var library = LibraryDouble.ofNvml(folder).library().toString();
        var binder = new Binder(Nvml.class, List.of(library));
        binder.bound();
        assertThat(maps()).contains(library);
        binder.unbind();
        assertThat(maps()).doesNotContain(library);
    }

    private static String maps() throws IOException {
        return Files.readString(Path.of("/proc/self/maps"));
    }
}
