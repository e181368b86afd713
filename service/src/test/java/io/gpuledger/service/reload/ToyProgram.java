package io.gpuledger.service.reload;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;

/// Prints what is in a file, each time that it is asked to read it anew.
final class ToyProgram {
    private ToyProgram() {}

    public static void main(String[] args) throws IOException, InterruptedException {
        var toy = Path.of(args[0]);
        try (var reloads = new Reloads(Duration.ofDays(1), InstantSource.system()).start()) {
            reloads.watch("toy", List.of(toy), () -> System.out.println("taken: " + Files.readString(toy)));
            System.out.println("watching");
            Thread.sleep(Duration.ofMinutes(10));
        }
    }
}
