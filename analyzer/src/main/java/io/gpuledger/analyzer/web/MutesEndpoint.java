package io.gpuledger.analyzer.web;

import io.gpuledger.analyzer.store.findings.Mute;
import io.gpuledger.analyzer.store.findings.Mutes;
import io.gpuledger.analyzer.web.api.Asked;
import io.gpuledger.analyzer.web.api.Effect;
import io.gpuledger.analyzer.web.api.Endpoint;
import io.gpuledger.analyzer.web.api.Field;
import io.gpuledger.analyzer.web.api.Form.Document;
import io.gpuledger.analyzer.web.api.Outcome;
import io.gpuledger.analyzer.web.api.Outcome.Answered;
import io.gpuledger.analyzer.web.api.Outcome.NotFound;
import io.gpuledger.analyzer.web.api.Page;
import io.gpuledger.analyzer.web.api.Paging;
import io.gpuledger.analyzer.web.api.Parameter.Body;
import io.gpuledger.analyzer.web.api.Parameter.InPath;
import io.gpuledger.analyzer.web.api.Question;
import io.gpuledger.analyzer.web.api.Reading;
import io.gpuledger.analyzer.web.api.Schema;
import io.gpuledger.analyzer.web.api.Shape;
import io.gpuledger.analyzer.web.api.Type;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/// Declares `/api/v1/mutes`: which findings somebody has seen to, and how to say so.
final class MutesEndpoint {
    private static final String PATH = "/api/v1/mutes";
    private static final Pattern NUMBER = Pattern.compile("\\d{1,18}");

    private static final Paging PAGING = Paging.of(10_000, 1_000, "mutes");
    private static final Body<Optional<MuteFields>> MUTE = new Body<>(
            "mute",
            new Reading<>(new Schema.ObjectOf(MuteFields.SHAPE), text -> Optional.of(MuteFields.parse(text))),
            Optional.empty(),
            16 * 1024,
            List.of("application/json"),
            "A JSON object, as the body of the request. What is muted: `cluster`, `node`, `gpu` (a UUID), `kind`; at"
                    + " least one of them, and all that are named must match. For how long: `until` or `minutes`, up to"
                    + " %d days. And `who` says so, and for what `reason`.".formatted(NewMute.MOST.toDays()));
    private static final InPath ID = new InPath("id", "The number of a mute.");

    /// Those that are asked for.
    ///
    /// @param all those in force, the first to end first
    private record Shown(Instant at, Page page, List<Mute> all) {
        private Optional<String> next() {
            return page.nextQuery(all.size());
        }
    }

    /// Says that one is over.
    private record Ended(long id, Instant at) {}

    private static final Shape<Mute> ROW = Shape.of(
            "mute",
            Field.of("id", Type.WHOLE_NUMBER, Mute::id, "Its number."),
            Field.orNull("cluster", Type.TEXT, Mute::cluster, "Only findings of this cluster; `null`: of any."),
            Field.orNull("node", Type.TEXT, Mute::node, "Only findings on this node; `null`: on any."),
            Field.orNull("gpu", Type.TEXT, Mute::gpu, "Only findings of this GPU, by its UUID; `null`: of any."),
            Field.orNull("kind", Type.TEXT, Mute::kind, "Only findings of this kind; `null`: of any."),
            Field.of("since", Type.TIME, Mute::since, "When it was said."),
            Field.of("until", Type.TIME, Mute::until, "Until when nobody is told of them."),
            Field.of("who", Type.TEXT, Mute::who, "Who has seen to them."),
            Field.of("reason", Type.TEXT, Mute::reason, "Why nobody is to be told."));

    private static final Shape<Shown> ALL = Shape.of(
            "data",
            Field.of("at", Type.TIME, Shown::at, "Of when this is."),
            Paging.field(Shown::page, shown -> shown.all().size()),
            Field.of(
                    "mutes",
                    Type.list(Type.object(ROW)),
                    shown -> shown.page().of(shown.all()),
                    "Those that end first, first."));

    private static final Shape<Mute> ONE = Shape.of("data", Field.part(ROW, mute -> mute));

    private static final Shape<Ended> ENDED = Shape.of(
            "data",
            Field.of("id", Type.WHOLE_NUMBER, Ended::id, "Its number."),
            Field.of("until", Type.TIME, Ended::at, "When it ended, which is now."));

    private MutesEndpoint() {}

    static Endpoint<?, ?> list(Mutes mutes, InstantSource clock) {
        return new Endpoint<>(
                PATH,
                "which findings somebody has seen to, so that nobody is told of them",
                Question.of(PAGING.parameters(), asked -> PAGING.of(asked, Map.of())),
                Document.of(ALL).inPages(Shown::next),
                page -> {
                    var now = clock.instant();
                    return new Answered<>(new Shown(now, page, mutes.inForce(now)));
                });
    }

    static Endpoint<?, ?> add(Mutes mutes, InstantSource clock) {
        return new Endpoint<>(
                PATH,
                "that somebody has seen to some findings, and nobody is to be told of them for some time",
                Question.of(List.of(MUTE), asked -> mute(asked, clock.instant())),
                Document.of(ONE),
                Effect.ADDS,
                mute -> new Answered<>(mutes.add(mute)));
    }

    static Endpoint<?, ?> end(Mutes mutes, InstantSource clock) {
        return new Endpoint<>(
                        PATH + "/{id}",
                        "that a mute is over before its time",
                        Question.of(List.of(ID), asked -> asked.get(ID)),
                        Document.of(ENDED),
                        Effect.ENDS,
                        id -> end(id, mutes, clock.instant()))
                .orNotFound("no such mute is in force");
    }

    /// What cannot be read has been refused as a whole.
    private static Mute mute(Asked asked, Instant now) {
        return asked.get(MUTE)
                .map(fields -> NewMute.of(fields, now, problem -> asked.problem(MUTE, problem)))
                .orElseGet(() -> NewMute.of(new MuteFields(Map.of()), now, _ -> {}));
    }

    private static Outcome<Ended> end(String id, Mutes mutes, Instant now) {
        return NUMBER.matcher(id).matches() && mutes.end(Long.parseLong(id), now)
                ? new Answered<>(new Ended(Long.parseLong(id), now))
                : new NotFound<>("no mute with the number %s is in force; %s says which are".formatted(id, PATH));
    }
}
