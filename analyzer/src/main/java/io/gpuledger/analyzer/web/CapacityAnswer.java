package io.gpuledger.analyzer.web;

import io.gpuledger.analyzer.capacity.Factors;
import io.gpuledger.analyzer.capacity.Funnel;
import io.gpuledger.analyzer.capacity.Funnel.Step;
import io.gpuledger.analyzer.capacity.Part;
import io.gpuledger.analyzer.capacity.Stage;
import io.gpuledger.analyzer.ledger.State;
import io.gpuledger.analyzer.store.questions.Dimension;
import io.gpuledger.analyzer.store.questions.LedgerAnswer;
import io.gpuledger.analyzer.store.questions.LedgerAnswer.Line;
import io.gpuledger.analyzer.time.Span;
import io.gpuledger.analyzer.web.api.Field;
import io.gpuledger.analyzer.web.api.Shape;
import io.gpuledger.analyzer.web.api.Table;
import io.gpuledger.analyzer.web.api.Type;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What `/api/v1/capacity` answers: what a provider's report of availability says, stage by stage and for each tenant.
///
/// @param tenants the teams, in the order of their names
record CapacityAnswer(Span window, Funnel funnel, List<Tenant> tenants) {
    /// A team, with what it held.
    ///
    /// @param held its parts, by state
    record Tenant(String team, Funnel held) {
        private long of(State state) {
            return held.parts().stream()
                    .filter(part -> part.state() == state)
                    .mapToLong(Part::millis)
                    .sum();
        }
    }

    private static final Type<BigDecimal> FACTOR = Type.decimal(6);

    private static final Shape<Part> LOSS = Shape.of(
            "loss",
            Field.of("state", Type.oneOf(States.WORDS), part -> part.state().word(), "In which state it was."),
            Field.orNull("cause", Type.TEXT, Part::cause, "Why, where the state has causes."),
            Field.of("gpu_seconds", Type.THOUSANDTHS, Part::millis, "How much was lost, exact."),
            Field.of("cost", Type.map("currency", Type.MONEY), Part::cost, "What that cost."));

    private static final Shape<Step> STEP = Shape.of(
            "stage",
            Field.of(
                    "stage",
                    Type.oneOf(Stage.ALL.stream().map(Stage::word).toList()),
                    step -> step.stage().word(),
                    "`delivered` is the capacity; of it `healthy` was neither unhealthy nor unobserved; of that `held`"
                            + " was held by a pod; of that `active` was neither starting nor idle; of that `effective`"
                            + " was used."),
            Field.of("gpu_seconds", Type.THOUSANDTHS, Step::millis, "How much reached this stage, exact."),
            Field.of(
                    "losses",
                    Type.list(Type.object(LOSS)),
                    Step::losses,
                    "What of it did not reach the next stage. They and the next stage add up to this one."));

    private static final Shape<Factors> FACTORS = Shape.of(
            "factors",
            Field.orNull("held", FACTOR, Factors::heldOfCapacity, "Held, as a part of the capacity."),
            Field.orNull("active", FACTOR, Factors::activeOfHeld, "Active, as a part of what was held."),
            Field.orNull("intensity", FACTOR, Factors::intensity, "Effective, as a part of what was active."),
            Field.orNull(
                    "product",
                    FACTOR,
                    Factors::product,
                    "The product of the three: effective, as a part of the capacity."));

    private static final Shape<Tenant> TENANT = Shape.of(
            "tenant",
            Field.of("team", Type.TEXT, Tenant::team, "Who pays."),
            Field.of(
                    "reserved_seconds",
                    Type.THOUSANDTHS,
                    tenant -> tenant.held().millis(Stage.DELIVERED),
                    "What it held, whatever state that was in."),
            Field.of(
                    "healthy_seconds",
                    Type.THOUSANDTHS,
                    tenant -> tenant.held().millis(Stage.HEALTHY),
                    "What of that was healthy."),
            Field.of(
                    "in_use_seconds",
                    Type.THOUSANDTHS,
                    tenant -> tenant.held().millis(Stage.ACTIVE),
                    "What of that was active."),
            Field.of(
                    "effective_seconds",
                    Type.THOUSANDTHS,
                    tenant -> tenant.held().millis(Stage.EFFECTIVE),
                    "What of that was effective."),
            Field.of(
                    "unhealthy_seconds",
                    Type.THOUSANDTHS,
                    tenant -> tenant.of(State.UNHEALTHY),
                    "What of the reserved time was unhealthy: the team is credited for it."),
            Field.of(
                    "unobserved_seconds",
                    Type.THOUSANDTHS,
                    tenant -> tenant.of(State.UNOBSERVED),
                    "What of the reserved time nobody saw."),
            Field.of(
                    "cost",
                    Type.map("currency", Type.MONEY),
                    tenant -> Funnel.cost(tenant.held().parts()),
                    "What the reserved time cost."));

    static final Shape<CapacityAnswer> SHAPE = Shape.of(
            "data",
            Field.part(Hours.SHAPE, CapacityAnswer::window),
            Field.of(
                    "stages",
                    Type.list(Type.object(STEP)),
                    answer -> answer.funnel().steps(),
                    "From the first to the last."),
            Field.of(
                    "factors",
                    Type.object(FACTORS),
                    answer -> answer.funnel().factors(),
                    "Three factors whose product is one number of the fleet. What is a part of nothing is `null`."),
            Field.of("tenants", Type.list(Type.object(TENANT)), CapacityAnswer::tenants, "Who held what of it."));

    static final Table<CapacityAnswer, ?> TABLE = new Table<>(
            TENANT,
            CapacityAnswer::tenants,
            answer -> Map.of(
                    "cost",
                    List.copyOf(Funnel.cost(answer.tenants().stream()
                                    .flatMap(tenant -> tenant.held().parts().stream())
                                    .toList())
                            .keySet())));

    static CapacityAnswer of(Span window, LedgerAnswer byCause, LedgerAnswer byTeam) {
        return new CapacityAnswer(window, funnel(byCause), tenants(byTeam));
    }

    /// @param byCause by state and cause
    static Funnel funnel(LedgerAnswer byCause) {
        return new Funnel(byCause.lines().stream()
                .map(line -> part(line, line.key(Dimension.CAUSE)))
                .toList());
    }

    private static List<Tenant> tenants(LedgerAnswer byTeam) {
        var parts = new LinkedHashMap<String, List<Part>>();
        byTeam.lines()
                .forEach(line -> line.key(Dimension.TEAM)
                        .ifPresent(team -> parts.computeIfAbsent(team, _ -> new ArrayList<>())
                                .add(part(line, Optional.empty()))));
        return parts.entrySet().stream()
                .map(one -> new Tenant(one.getKey(), new Funnel(one.getValue())))
                .toList();
    }

    private static Part part(Line line, Optional<String> cause) {
        return new Part(line.state(), cause, line.sum().millis(), line.sum().cost());
    }
}
