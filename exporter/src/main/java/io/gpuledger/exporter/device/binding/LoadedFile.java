package io.gpuledger.exporter.device.binding;

import com.sun.jna.Memory;
import com.sun.jna.NativeLibrary;
import com.sun.jna.Pointer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.Optional;

/// The file that a library was loaded from, as it was then.
///
/// @param key the file system's and the file's own number
record LoadedFile(Path path, String key, FileTime changed, long length) {
    /// `Dl_info`: two strings and two addresses; the first string is the path that the loader found.
    private static final int DL_INFO_SIZE = 4 * Long.BYTES;

    /// Finds the file of the library that has this symbol, or nothing where the loader does not tell.
    static Optional<LoadedFile> of(NativeLibrary library, String symbol) {
        try (var info = new Memory(DL_INFO_SIZE)) {
            info.clear();
            Pointer address = library.getGlobalVariableAddress(symbol);
            // In the C library or, with older ones, beside it: the JVM has it either way.
            var dladdr = NativeLibrary.getProcess().getFunction("dladdr");
            var found = dladdr.invokeInt(new Object[] {address, info});
            var path = info.getPointer(0);
            return found == 0 || path == null ? Optional.empty() : at(Path.of(path.getString(0)));
        } catch (UnsatisfiedLinkError _) {
            return Optional.empty();
        }
    }

    private static Optional<LoadedFile> at(Path path) {
        try {
            var file = Files.readAttributes(path, BasicFileAttributes.class);
            return Optional.of(
                    new LoadedFile(path, String.valueOf(file.fileKey()), file.lastModifiedTime(), file.size()));
        } catch (IOException _) {
            return Optional.empty();
        }
    }

    boolean isReplaced() {
        return !at(path).equals(Optional.of(this));
    }
}
