package io.gpuledger.exporter.exposition;

import io.gpuledger.exporter.device.Snapshot;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;

/// Turns a snapshot into the page: all families of all tables, sorted by name. Used by one thread.
public final class Renderer {
    private static final List<Family> FAMILIES = Stream.of(
                    DcgmTable.FAMILIES, LedgerTable.FAMILIES, ExporterTable.FAMILIES)
            .flatMap(List::stream)
            .sorted(Comparator.comparing(Family::name))
            .toList();

    private final ExpositionSettings settings;
    private final PageWriter writer = new PageWriter();

    public Renderer(ExpositionSettings settings) {
        this.settings = settings;
    }

    public Page render(Snapshot snapshot) {
        var scene = Scene.of(snapshot, settings.nodeName(), settings.hostnameLabel());
        for (var family : FAMILIES) {
            writer.family(family);
            family.samples().write(scene, writer);
        }
        var plain = writer.take();
        return new Page(plain, gzip(plain));
    }

    private static byte[] gzip(byte[] plain) {
        var compressed = new ByteArrayOutputStream(plain.length / 8);
        try (var gzip = new Fast(compressed)) {
            gzip.write(plain);
        } catch (IOException e) {
            throw new UncheckedIOException("memory is written without I/O", e);
        }
        return compressed.toByteArray();
    }

    /// A page is compressed once a second, and read by few: speed counts for more than its last bytes.
    private static final class Fast extends GZIPOutputStream {
        Fast(ByteArrayOutputStream out) throws IOException {
            super(out);
            def.setLevel(Deflater.BEST_SPEED);
        }
    }
}
