package io.gpuledger.service.settings;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.Locale;

/// A text that somebody wrote by hand. The path may name something else by mistake, even a device without end.
public final class SmallFile {
    private static final int BYTES_MAX = 1 << 20;

    private SmallFile() {}

    public static String read(Path file) throws IOException {
        try (var content = Files.newInputStream(file)) {
            var bytes = content.readNBytes(BYTES_MAX + 1);
            if (bytes.length > BYTES_MAX) {
                throw new IOException("it holds more than 1 MiB");
            }
            return UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
        } catch (CharacterCodingException e) {
            throw new IOException("it is not text in UTF-8", e);
        }
    }

    /// Why a file or a folder cannot be used, for people: the JDK names the class of its exception and the path.
    public static String why(IOException failure) {
        return switch (failure) {
            case NoSuchFileException _ -> "it is not there";
            case AccessDeniedException _ -> "this process may not";
            case NotDirectoryException _ -> "it is not a folder";
            case FileAlreadyExistsException _ -> "something of this name is there already";
            case FileSystemException other ->
                other.getReason() == null ? other.getClass().getSimpleName() : lowered(other.getReason());
            default -> failure.getMessage() == null ? "the system fails" : lowered(failure.getMessage());
        };
    }

    /// The system's words begin with a capital, as sentences do.
    private static String lowered(String words) {
        return words.matches("[A-Z][a-z]+( .*)?")
                ? words.substring(0, 1).toLowerCase(Locale.ROOT) + words.substring(1)
                : words;
    }
}
