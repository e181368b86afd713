package io.gpuledger.exporter.exposition;

import io.gpuledger.exporter.counters.Counter;
import io.gpuledger.exporter.counters.Counters;
import io.gpuledger.exporter.counters.Field;
import io.gpuledger.exporter.device.Reading;
import io.gpuledger.exporter.device.Reading.Absent;
import io.gpuledger.exporter.exposition.Family.Samples;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// The families of dcgm-exporter 4.8.4 that a counters file asks for: its names, labels, units and number format.
final class DcgmTable {
    /// What does not follow from a reading.
    private static final Map<String, Samples> EVENTS = Map.of(
            "DCGM_FI_DEV_XID_ERRORS", Samples.standing(DcgmEvents::lastXid),
            "DCGM_EXP_XID_ERRORS_COUNT", DcgmEvents::recentXids,
            "DCGM_EXP_XID_ERRORS_TOTAL", Samples.standing(DcgmEvents::allXids),
            "DCGM_EXP_CLOCK_EVENTS_COUNT", DcgmEvents::recentClockEvents,
            "DCGM_EXP_CLOCK_EVENTS_TOTAL", DcgmEvents::allClockEvents);

    /// A field that the file names, and that follows from readings.
    private record Asked(Counter counter) {
        /// Neither a quantity nor a text of the device stands for it, and nobody was asked for it by its number.
        boolean isGivenByNobody(LabelledSnapshot labelled) {
            var name = counter.field().name();
            return !DcgmNumbers.fields().contains(name)
                    && !DcgmTexts.fields().contains(name)
                    && labelled.dcgmRows().stream().noneMatch(this::isRead);
        }

        private boolean isRead(DcgmRow row) {
            var id = counter.field().id();
            return id.isPresent() && row.readings().fields().asks(id.getAsInt());
        }

        Optional<Absent> namedAbsence(DcgmRow row) {
            return DcgmNumbers.namedAbsence(counter.field(), row.readings()).filter(_ -> !isText(row));
        }

        private boolean isText(DcgmRow row) {
            return DcgmTexts.of(counter.field(), row.gpu().device(), row.readings())
                    .isPresent();
        }
    }

    private final Counters counters;
    private final List<Asked> asked;

    DcgmTable(Counters counters) {
        this.counters = counters;
        this.asked = Stream.concat(counters.metrics().stream(), counters.labels().stream())
                .filter(counter -> !EVENTS.containsKey(counter.field().name()))
                .map(Asked::new)
                .toList();
    }

    List<Family> families() {
        return counters.metrics().stream()
                .map(counter -> new Family(counter.name(), type(counter), counter.help(), samples(counter.field())))
                .toList();
    }

    /// A histogram or a summary with one plain sample a GPU is neither.
    private static Family.Type type(Counter counter) {
        return switch (counter.type()) {
            case GAUGE -> Family.Type.GAUGE;
            case COUNTER -> Family.Type.COUNTER;
            case HISTOGRAM, SUMMARY, LABEL -> Family.Type.UNTYPED;
        };
    }

    private static Samples samples(Field field) {
        return Optional.ofNullable(EVENTS.get(field.name())).orElseGet(() -> {
            var numbers = numbers(field);
            return DcgmNumbers.stands(field) ? Samples.standing(numbers) : numbers;
        });
    }

    private static Samples numbers(Field field) {
        var number = DcgmNumbers.of(field);
        var computing = DcgmNumbers.isOfComputeInstances(field);
        return (labelled, page) -> {
            var before = Double.NaN;
            var text = "";
            for (var row : labelled.dcgmRows()) {
                if (number.apply(row.readings()) instanceof Reading.Value(double value)) {
                    // What is the GPU's stands on each of its instances.
                    text = value == before ? text : DcgmNumbers.text(field, value);
                    before = value;
                    page.sample(computing ? row.computing() : row.labels(), text);
                }
            }
        };
    }

    /// Names each field that was asked for and cannot be given: for each GPU or instance that cannot give it, or once
    /// where that has nothing to do with them.
    void unsupported(LabelledSnapshot labelled, PageWriter page) {
        for (var field : asked) {
            if (field.isGivenByNobody(labelled)) {
                page.sample(labels(labelled.none(), field, Absent.NOT_SUPPORTED), "1");
                continue;
            }
            for (var row : labelled.dcgmRows()) {
                if (!row.again()) {
                    field.namedAbsence(row).ifPresent(absent -> page.sample(labels(row.ledger(), field, absent), "1"));
                }
            }
        }
    }

    private static Labels labels(Labels of, Asked field, Absent absent) {
        return of.and("reading", field.counter().name()).and("reason", absent.word());
    }
}
