package io.gpuledger.analyzer.store.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TarTest {
    @TempDir
    Path folder;

    @Test
    void files_folders_and_links_are_unpacked() throws IOException {
        unpack(archive(
                entry("bin/", '5', 0755, "", ""),
                entry("bin/run", '0', 0755, "", "x".repeat(512)),
                entry("lib/a.so.1", '0', 0644, "", "content"),
                entry("lib/a.so", '2', 0777, "a.so.1", "")));
        assertThat(folder.resolve("bin/run")).isExecutable().hasSize(512);
        assertThat(Files.isExecutable(folder.resolve("lib/a.so.1"))).isFalse();
        assertThat(folder.resolve("lib/a.so")).isSymbolicLink().hasContent("content");
    }

    @Test
    void what_would_lie_outside_is_refused() {
        for (var entry : new byte[][] {
            entry("../evil", '0', 0644, "", "x"),
            entry("/evil", '0', 0644, "", "x"),
            entry("in/link", '2', 0777, "../../evil", ""),
            entry("link", '2', 0777, "/etc/passwd", "")
        }) {
            assertThatIOException().isThrownBy(() -> unpack(archive(entry))).withMessageContaining("would lie outside");
        }
    }

    @Test
    void what_is_not_read_is_refused() {
        assertThatIOException()
                .isThrownBy(() -> unpack(archive(entry("device", '3', 0644, "", ""))))
                .withMessageContaining("of a kind that is not read");
        assertThatIOException()
                .isThrownBy(() -> unpack("no tar at all".repeat(100).getBytes(StandardCharsets.UTF_8)))
                .withMessageContaining("");
    }

    @Test
    void one_that_ends_too_early_is_refused_wherever_it_ends() {
        var whole = archive(entry("file", '0', 0644, "", "x".repeat(700)));
        for (var length = 0; length <= whole.length - 1024; length += 64) {
            var part = Arrays.copyOf(whole, length);
            assertThatIOException().as("%d bytes", length).isThrownBy(() -> unpack(part));
        }
    }

    private void unpack(byte[] archive) throws IOException {
        Tar.unpack(new ByteArrayInputStream(archive), folder);
    }

    private static byte[] archive(byte[]... entries) {
        var archive = new ByteArrayOutputStream();
        for (var entry : entries) {
            archive.writeBytes(entry);
        }
        archive.writeBytes(new byte[1024]);
        return archive.toByteArray();
    }

    private static byte[] entry(String name, char type, int mode, String target, String content) {
        var bytes = content.getBytes(StandardCharsets.UTF_8);
        var entry = new byte[512 + (bytes.length + 511) / 512 * 512];
        put(entry, 0, name);
        put(entry, 100, "%07o".formatted(mode));
        put(entry, 124, "%011o".formatted(bytes.length));
        entry[156] = (byte) type;
        put(entry, 157, target);
        System.arraycopy(bytes, 0, entry, 512, bytes.length);
        return entry;
    }

    private static void put(byte[] entry, int at, String text) {
        var bytes = text.getBytes(StandardCharsets.UTF_8);
        System.arraycopy(bytes, 0, entry, at, bytes.length);
    }
}
