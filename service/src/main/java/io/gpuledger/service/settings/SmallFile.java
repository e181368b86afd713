package io.gpuledger.service.settings;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;

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
}
