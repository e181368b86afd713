package io.gpuledger.analyzer.advice;

import io.gpuledger.analyzer.advice.Advice.Confidence;
import io.gpuledger.analyzer.advice.Advice.Kind;
import io.gpuledger.analyzer.advice.Offers.Offer;
import io.gpuledger.analyzer.time.Hour;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/// A workload of single, whole GPUs does its work on a model that costs less. The cheapest model of the fleet
/// counts into which its memory fits ([MemoryNeed]) and on which it is not slower than is bearable
/// ([Slowdown]), with f the part of arithmetic and g the part of bandwidth that this model has. A GPU without
/// BF16 replaces none that has it.
///
/// It saves money and no GPU-hours: of each hour what was booked, less what the same time costs on that model.
final class SmallerGpu implements Rule {
    /// The driver keeps some of what a GPU is said to have.
    static final double OF_MEMORY = 0.97;

    /// @param part what the same time costs there, as a part of what was booked
    private record Choice(Offer offer, GpuModel model, GpuModel now, double part) {}

    @Override
    public Optional<Advice> advice(Evidence evidence, Offers offers) {
        if (!evidence.isEnoughToResize()
                || !evidence.isOfSingleUnits()
                || evidence.isGang()
                || evidence.isOnInstances()) {
            return Optional.empty();
        }
        var memory = MemoryNeed.of(evidence.weeks().hours());
        return evidence.model()
                .flatMap(now -> memory.flatMap(need -> offers.gpus().stream()
                        .filter(offer -> need.fits(OF_MEMORY * offer.memory()))
                        .flatMap(offer -> GpuModels.of(offer.model()).stream()
                                .map(model -> new Choice(offer, model, now, price(evidence.weeks(), offer))))
                        .filter(choice -> does(evidence, choice))
                        .min(Comparator.comparingDouble(Choice::part))
                        .map(choice -> advice(evidence.weeks(), need, choice))));
    }

    private static boolean does(Evidence evidence, Choice choice) {
        return choice.part() < 1
                && !choice.model().equals(choice.now())
                && (choice.model().format() != GpuModel.Format.FP16
                        || choice.now().format() == GpuModel.Format.FP16)
                && slowdown(evidence.weeks(), choice).isBearable();
    }

    private static Slowdown slowdown(WorkloadWeeks weeks, Choice choice) {
        return Slowdown.on(
                weeks.hours(),
                choice.model().computeOf(choice.now()),
                choice.model().bandwidthOf(choice.now()));
    }

    /// Returns what the booked time costs on another model, as a part of what it cost: the worst of all
    /// currencies, and 1 where there is no price.
    private static double price(WorkloadWeeks weeks, Offer offer) {
        var paid = new TreeMap<String, Long>();
        var priced = new TreeMap<String, Long>();
        for (var hour : weeks.hours()) {
            for (var state : Savings.HELD) {
                hour.cost().getOrDefault(state, Map.of()).forEach((currency, amount) -> {
                    paid.merge(currency, amount, Long::sum);
                    priced.merge(currency, hour.held().getOrDefault(state, 0L), Long::sum);
                });
            }
        }
        return paid.entrySet().stream()
                .mapToDouble(its -> its.getValue() == 0 || !offer.price().containsKey(its.getKey())
                        ? 1
                        : (double) offer.price().getOrDefault(its.getKey(), 0L)
                                * priced.getOrDefault(its.getKey(), 0L)
                                / Hour.MILLIS
                                / its.getValue())
                .max()
                .orElse(1);
    }

    private static Advice advice(WorkloadWeeks weeks, MemoryNeed need, Choice choice) {
        var model = choice.offer().model();
        var isAlike = choice.model().generation().equals(choice.now().generation());
        return new Advice(
                weeks.name(),
                Kind.SMALLER_GPU,
                "Run it on %s instead of %s.".formatted(model, weeks.models().getFirst()),
                "It had %s of memory in use at the most, and its work of these weeks fits into what this model does."
                        .formatted(Words.gibibytes(need.peak())),
                slowdown(weeks, choice).words(choice.model().computeOf(choice.now())) + formats(choice),
                new Saving(0, 0, 0, money(weeks, choice.part())),
                isAlike ? Confidence.LIKELY : Confidence.WORTH_A_TRY,
                Requests.onModel(weeks, model)
                        .orElseGet(() -> new Remedy.AskOwner("Can it run on %s?".formatted(model))));
    }

    private static String formats(Choice choice) {
        return choice.model().format().compareTo(choice.now().format()) < 0
                ? " It is not for work in %s or in double precision."
                        .formatted(choice.now().format())
                : " It is not for work in double precision.";
    }

    private static SortedMap<String, Long> money(WorkloadWeeks weeks, double part) {
        return Savings.of(weeks, Savings.HELD, _ -> 1 - part).cost();
    }
}
