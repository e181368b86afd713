package io.gpuledger.exporter.exposition;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.exporter.counters.Field;
import io.gpuledger.exporter.device.Pace;
import io.gpuledger.exporter.device.Reading;
import io.gpuledger.exporter.device.dcgm.DcgmNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What is read through DCGM and written as DCGM's is what DCGM said: one table is the other's inverse.
class DcgmBackendTest {
    private static final double MEBI = 1024 * 1024;
    /// Since DCGM 4.6 a few fields say the same as older ones in another unit. Holds, by the new field, the older one
    /// and how many of the new unit make one of the old.
    private static final Map<Integer, Twin> TWINS = Map.of(
            1600, new Twin(90, MEBI),
            1601, new Twin(92, MEBI),
            1602, new Twin(93, MEBI),
            1603, new Twin(100, 1e6),
            1604, new Twin(101, 1e6),
            1605, new Twin(102, 1e6),
            1611, new Twin(156, 1e-3));

    private record Twin(int of, double times) {}

    @TempDir
    private Path folder;

    private static List<Field> fields() {
        return DcgmNumbers.fields().stream()
                .map(name -> Field.named(name).orElseThrow())
                .filter(field -> field.id().isPresent())
                .toList();
    }

    /// Another number for each field; whole where the field is.
    private static double said(int field, Field.Kind kind) {
        return kind == Field.Kind.DOUBLE ? field / 64.0 : field % 97;
    }

    private static double expected(Field field) {
        var id = field.id().orElseThrow();
        var twin = TWINS.get(id);
        return twin == null ? said(id, field.kind()) : said(twin.of(), Field.Kind.INT) * twin.times();
    }

    @Test
    void every_number_comes_out_as_dcgm_said_it() throws IOException, InterruptedException {
        try (var node = DcgmNode.ofA100(folder, 1)) {
            var profiled = new StringBuilder("gpu0 profiling");
            IntStream.rangeClosed(1001, 1016).forEach(id -> profiled.append(' ').append(id));
            node.says(profiled.toString());
            for (var field : fields()) {
                var id = field.id().orElseThrow();
                if (!TWINS.containsKey(id)) {
                    node.says("gpu0 field.%d %s".formatted(id, said(id, field.kind())));
                }
            }
            var readings = node.backend()
                    .scan()
                    .getFirst()
                    .read(EnumSet.allOf(Pace.class))
                    .gpu();
            assertThat(fields()).hasSizeGreaterThan(90).allSatisfy(field -> {
                var number = DcgmNumbers.of(field).apply(readings);
                assertThat(number).as(field.name()).isInstanceOf(Reading.Value.class);
                assertThat(DcgmNumbers.text(field, ((Reading.Value) number).value()))
                        .as(field.name())
                        .isEqualTo(DcgmNumbers.text(field, expected(field)));
            });
        }
    }
}
