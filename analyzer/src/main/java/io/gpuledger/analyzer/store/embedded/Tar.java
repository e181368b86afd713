package io.gpuledger.analyzer.store.embedded;

import io.gpuledger.analyzer.store.OwnerOnly;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/// Unpacks a tar file that holds nothing but files, folders and symbolic links with names of up to 100 bytes, as the
/// binaries' does; anything else is refused. A library for the rest of the format would be larger than this reader.
final class Tar {
    private static final int BLOCK = 512;

    private final InputStream in;
    private final Path into;

    private Tar(InputStream in, Path into) {
        this.in = in;
        this.into = into;
    }

    /// Permissions are the owner's alone; each file is on the disk when this returns.
    static void unpack(InputStream in, Path into) throws IOException {
        var tar = new Tar(in, into);
        for (var header = tar.header(); header[0] != 0; header = tar.header()) {
            tar.entry(header);
        }
    }

    private byte[] header() throws IOException {
        var header = in.readNBytes(BLOCK);
        if (header.length < BLOCK) {
            throw new IOException("the tar file ends too early");
        }
        return header;
    }

    private void entry(byte[] header) throws IOException {
        var path = inside(text(header, 0, 100));
        switch (header[156]) {
            case '5' -> Files.createDirectories(path, OwnerOnly.NEW_FOLDER);
            case '2' -> link(path, text(header, 157, 100));
            case '0', 0 -> file(path, octal(header, 124, 12), (octal(header, 100, 8) & 0100) != 0);
            default -> throw new IOException("%s is of a kind that is not read".formatted(path));
        }
    }

    private void file(Path path, long size, boolean program) throws IOException {
        Files.createDirectories(parent(path), OwnerOnly.NEW_FOLDER);
        var content = new Content(in, size);
        OwnerOnly.write(path, content, program ? OwnerOnly.NEW_PROGRAM : OwnerOnly.NEW_FILE);
        if (content.left() > 0) {
            throw new IOException("the tar file ends within " + path);
        }
        in.skipNBytes((BLOCK - size % BLOCK) % BLOCK);
    }

    private void link(Path path, String target) throws IOException {
        var from = parent(path);
        Files.createDirectories(from, OwnerOnly.NEW_FOLDER);
        inside(into.relativize(from.resolve(target)).toString());
        Files.createSymbolicLink(path, Path.of(target));
    }

    private Path inside(String name) throws IOException {
        var path = into.resolve(name).normalize();
        if (!path.startsWith(into)) {
            throw new IOException(name + " would lie outside of " + into);
        }
        return path;
    }

    private Path parent(Path path) {
        var parent = path.getParent();
        return parent == null ? into : parent;
    }

    private static String text(byte[] header, int from, int length) {
        var end = from;
        while (end < from + length && header[end] != 0) {
            end++;
        }
        return new String(header, from, end - from, StandardCharsets.UTF_8);
    }

    private static long octal(byte[] header, int from, int length) throws IOException {
        var digits = text(header, from, length).strip();
        try {
            return Long.parseLong(digits, 8);
        } catch (NumberFormatException e) {
            throw new IOException("not a tar file: '%s' should be a number".formatted(digits), e);
        }
    }

    /// Reads the next bytes of the tar file, but none that do not belong to the entry.
    private static final class Content extends InputStream {
        private final InputStream in;
        private long left;

        Content(InputStream in, long size) {
            this.in = in;
            this.left = size;
        }

        long left() {
            return left;
        }

        @Override
        public int read() throws IOException {
            var one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            if (left == 0) {
                return -1;
            }
            var count = in.read(bytes, offset, (int) Math.min(length, left));
            left -= Math.max(count, 0);
            return count;
        }
    }
}
