package io.gpuledger.simulator.truth;

import io.gpuledger.simulator.cluster.Cluster;
import io.gpuledger.simulator.fleet.Gpu;
import io.gpuledger.simulator.story.Basis;
import io.gpuledger.simulator.story.Chapter;
import io.gpuledger.simulator.story.Hold;
import io.gpuledger.simulator.story.Load;
import io.gpuledger.simulator.story.Pod;
import io.gpuledger.simulator.story.Span;
import io.gpuledger.simulator.story.Story;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongFunction;
import java.util.function.ObjLongConsumer;

/// The truth books each second of each unit of a story:
///
/// - what a holder's activity fills of its share is used, the rest of the share underused;
/// - a second that is sick, unobserved, starting or idle is so for the whole share;
/// - what is in nobody's share is withheld or free, or as sick or unobserved as the unit.
///
/// A unit weighs as many slices as it has. Slices that are in no unit are in nobody's share.
///
/// Where it is asked for, what is free and of no use to the pods that are expected is stranded.
public final class Truth {
    private static final int HOUR = 3600;

    private final Span span;
    private final Basis basis;
    private final Map<String, Uselessness> useless;
    private final Book book = new Book();

    private Truth(Span span, Basis basis, Map<String, Uselessness> useless) {
        this.span = span;
        this.basis = basis;
        this.useless = useless;
    }

    /// Returns all that is true of a story.
    ///
    /// @param basis the best that whoever is held against it can have; of each GPU it is what the GPU can say
    public static Book of(Story story, Basis basis) {
        return of(story, basis, story.span());
    }

    /// What is true of some of its seconds.
    public static Book of(Story story, Basis basis, Span span) {
        return of(story, basis, span.within(story.span()), Map.of());
    }

    /// Returns what is true of some of its seconds, with what of them is stranded.
    public static Book withStranded(Story story, Basis basis, Span span) {
        var seconds = span.within(story.span());
        var useless = new HashMap<String, Uselessness>();
        for (var cluster : Cluster.of(story).values()) {
            var expected = new ExpectedPods(cluster);
            for (var chapter : cluster.chapters()) {
                useless.put(chapter.node().name(), new Uselessness(chapter, cluster, expected, seconds));
            }
        }
        return of(story, basis, seconds, useless);
    }

    private static Book of(Story story, Basis basis, Span seconds, Map<String, Uselessness> useless) {
        var truth = new Truth(seconds, basis, useless);
        story.chapters().forEach(truth::book);
        return truth.book;
    }

    private void book(Chapter chapter) {
        var its = Optional.ofNullable(useless.get(chapter.node().name()));
        for (var gpu : chapter.node().gpus()) {
            book.open(gpu);
            var weather = Weather.of(gpu, chapter);
            for (var unit : gpu.units()) {
                var page = new Page(gpu, unit.id(), unit.slices());
                chapter.of(unit).forEach(hold -> page.held(hold, weather));
                page.rest(weather, second -> its.flatMap(some -> some.of(unit, second)));
            }
            if (gpu.restSlices() > 0) {
                new Page(gpu, gpu.uuid() + "/rest", gpu.restSlices())
                        .rest(weather, _ -> its.map(_ -> Cause.MIG_REMAINDER));
            }
        }
    }

    /// This books the seconds of one unit.
    private final class Page {
        private final Gpu gpu;
        private final String unit;
        private final int slices;
        /// Replicas that are held, by second.
        private final int[] held = new int[Math.toIntExact(span.seconds())];

        Page(Gpu gpu, String unit, int slices) {
            this.gpu = gpu;
            this.unit = unit;
            this.slices = slices;
        }

        void held(Hold hold, Weather weather) {
            var activity = basis.on(gpu);
            var time = HeldTime.of(hold, span, weather, activity);
            var owner = Optional.of(hold.pod());
            var share = (long) Load.ALL * hold.replicas();
            eachHour(hold.span().within(span), owner, (tally, second) -> {
                held[(int) (second - span.from())] += hold.replicas();
                switch (time.at(second)) {
                    case SICK -> tally.add(State.UNHEALTHY, share);
                    case UNOBSERVED -> tally.add(State.UNOBSERVED, share);
                    case STARTING -> tally.add(State.STARTING, share);
                    case IDLE -> tally.add(State.IDLE, share);
                    case WORKING -> {
                        var used = Math.min(share, activity.of(hold.activity().at(second)) * (long) gpu.replicas());
                        tally.add(State.USED, used);
                        tally.add(State.UNDERUSED, share - used);
                    }
                }
            });
        }

        void rest(Weather weather, LongFunction<Optional<Cause>> useless) {
            eachHour(span, Optional.empty(), (tally, second) -> {
                var left = gpu.replicas() - held[(int) (second - span.from())];
                if (left < 0) {
                    throw new IllegalStateException("%s is held more than once at %d".formatted(unit, second));
                }
                var state = weather.ofNobody(second);
                var parts = (long) Load.ALL * left;
                var cause = state == State.FREE ? useless.apply(second) : Optional.<Cause>empty();
                cause.ifPresentOrElse(why -> tally.addStranded(why, parts), () -> tally.add(state, parts));
            });
        }

        /// Adds up within an hour, before it goes into the book.
        private void eachHour(Span when, Optional<Pod> owner, ObjLongConsumer<Tally> each) {
            for (var from = when.from(); from < when.to(); ) {
                var hour = Math.floorDiv(from, HOUR);
                var to = Math.min(when.to(), (hour + 1) * HOUR);
                var tally = new Tally();
                for (var second = from; second < to; second++) {
                    each.accept(tally, second);
                }
                tally.forEach((state, cause, parts) ->
                        book.add(new Account(gpu.uuid(), unit, hour, state, cause, owner), parts * slices));
                from = to;
            }
        }
    }

    private interface Each {
        void accept(State state, Optional<Cause> cause, long parts);
    }

    /// This adds up parts of seconds by state, and those that are stranded by cause.
    @SuppressWarnings("EnumOrdinal") // never leaves this process
    private static final class Tally {
        private final long[] parts = new long[State.values().length];
        private final long[] stranded = new long[Cause.values().length];

        void add(State state, long more) {
            parts[state.ordinal()] += more;
        }

        void addStranded(Cause cause, long more) {
            stranded[cause.ordinal()] += more;
        }

        void forEach(Each each) {
            for (var state : State.values()) {
                each.accept(state, Optional.empty(), parts[state.ordinal()]);
            }
            for (var cause : Cause.values()) {
                each.accept(State.STRANDED, Optional.of(cause), stranded[cause.ordinal()]);
            }
        }
    }
}
