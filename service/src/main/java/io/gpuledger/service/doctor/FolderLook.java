package io.gpuledger.service.doctor;

import io.gpuledger.service.doctor.Line.Fault;
import io.gpuledger.service.doctor.Line.Ok;
import io.gpuledger.service.settings.SmallFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/// Looks whether a folder can be written that the program makes itself where it is not there yet: a file is made in it,
/// or in the nearest folder above it, and taken away again.
///
/// @param setting by which another folder is named
public record FolderLook(String subject, Path folder, String setting) {
    public Line line() {
        try {
            Files.delete(Files.createTempFile(nearest(), "doctor", ".tmp"));
            return new Ok(
                    subject,
                    folder + (Files.isDirectory(folder) ? " can be written" : " can be made, and is not there yet"));
        } catch (IOException e) {
            return new Fault(
                    subject,
                    "%s cannot be written: %s".formatted(folder, SmallFile.why(e)),
                    "let the user %s own it, or name another by %s"
                            .formatted(System.getProperty("user.name"), setting));
        }
    }

    /// Returns the folder, or the nearest above it that is there.
    public Path nearest() throws IOException {
        return Stream.iterate(Optional.of(folder.toAbsolutePath()), Optional::isPresent, at -> at.map(Path::getParent))
                .flatMap(Optional::stream)
                .filter(Files::exists)
                .findFirst()
                .orElseThrow(() -> new IOException("no folder above it is there"));
    }
}
