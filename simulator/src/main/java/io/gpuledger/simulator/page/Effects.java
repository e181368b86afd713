package io.gpuledger.simulator.page;

import static io.gpuledger.exporter.device.Quantity.*;

import io.gpuledger.exporter.device.Quantity;
import io.gpuledger.exporter.device.Reading;
import io.gpuledger.simulator.story.Chapter;
import io.gpuledger.simulator.story.Span;
import io.gpuledger.simulator.story.Symptom;
import io.gpuledger.simulator.story.Symptom.Ecc;
import io.gpuledger.simulator.story.Symptom.Retired;
import io.gpuledger.simulator.story.Trouble;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/// What a GPU's troubles make of what is read of it.
final class Effects {
    /// Most GPUs have no trouble, and share this.
    static final Effects NONE = new Effects();

    /// What becomes of a quantity's value.
    private interface Effect {
        /// @param second that was seen last
        double on(double value, long second);

        default Effect then(Effect next) {
            return (value, second) -> next.on(on(value, second), second);
        }
    }

    /// What is on pages only where a GPU of the node has something to tell by it.
    private static final Set<Quantity> RARE = EnumSet.of(ECC_SRAM_THRESHOLD_EXCEEDED);

    private final Map<Quantity, Effect> effects = new EnumMap<>(Quantity.class);

    private Effects() {}

    static Effects of(List<Trouble> troubles) {
        var effects = new Effects();
        troubles.forEach(effects::add);
        return effects.effects.isEmpty() ? NONE : effects;
    }

    /// What is told of all GPUs of a node, as one of them has something to tell by it.
    static Set<Quantity> told(Chapter chapter) {
        return RARE.stream()
                .filter(of(chapter.troubles()).effects::containsKey)
                .collect(Collectors.toUnmodifiableSet());
    }

    private void add(Trouble trouble) {
        if (trouble instanceof Symptom symptom) {
            add(symptom);
        } else if (trouble instanceof Trouble.RemapFailed(String _, Span span)) {
            is(ROW_REMAP_FAILED, 1, span);
        }
    }

    private void add(Symptom symptom) {
        var span = symptom.span();
        switch (symptom) {
            case Symptom.CountedXid _ -> {
                // It is no reading.
            }
            case Symptom.EccErrors errors -> {
                rises(errors.kind() == Ecc.CORRECTED ? ECC_CORRECTED : ECC_UNCORRECTED, errors.count(), span);
                rises(
                        errors.kind() == Ecc.CORRECTED ? ECC_LIFETIME_CORRECTED : ECC_LIFETIME_UNCORRECTED,
                        errors.count(),
                        span);
            }
            case Symptom.SramExceeded _ -> is(ECC_SRAM_THRESHOLD_EXCEEDED, 1, span);
            case Symptom.RemapPending _ -> {
                is(ROW_REMAP_PENDING, 1, span);
                rises(REMAPPED_ROWS_UNCORRECTABLE, 1, span);
            }
            case Symptom.RetiredPages pages ->
                rises(
                        pages.kind() == Retired.SINGLE_BIT ? RETIRED_PAGES_SINGLE_BIT : RETIRED_PAGES_DOUBLE_BIT,
                        pages.count(),
                        span);
            case Symptom.RetirementPending _ -> is(RETIRED_PAGES_PENDING, 1, span);
        }
    }

    /// It stays as high when the span is over.
    private void rises(Quantity quantity, long by, Span span) {
        add(quantity, (value, second) -> second < span.from() ? value : value + by);
    }

    private void is(Quantity quantity, double shown, Span span) {
        add(quantity, (value, second) -> span.contains(second) ? shown : value);
    }

    private void add(Quantity quantity, Effect effect) {
        effects.merge(quantity, effect, Effect::then);
    }

    /// What is not given has no value to change.
    Reading on(Quantity quantity, Reading reading, long second) {
        var effect = effects.get(quantity);
        return effect != null && reading instanceof Reading.Value(double value)
                ? Reading.of(effect.on(value, second))
                : reading;
    }
}
