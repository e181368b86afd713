package io.gpuledger.analyzer.web;

import io.gpuledger.analyzer.store.findings.FindingAnswers;
import io.gpuledger.analyzer.store.findings.FindingQuestion;
import io.gpuledger.analyzer.store.findings.FindingQuestion.State;
import io.gpuledger.analyzer.store.gpus.GpuQuestion;
import io.gpuledger.analyzer.store.gpus.GpuTables;
import io.gpuledger.analyzer.web.api.Endpoint;
import io.gpuledger.analyzer.web.api.Form.Document;
import io.gpuledger.analyzer.web.api.Form.Html;
import io.gpuledger.analyzer.web.api.Format;
import io.gpuledger.analyzer.web.api.Outcome;
import io.gpuledger.analyzer.web.api.Outcome.Answered;
import io.gpuledger.analyzer.web.api.Outcome.NotFound;
import io.gpuledger.analyzer.web.api.Parameter;
import io.gpuledger.analyzer.web.api.Question;
import io.gpuledger.analyzer.web.page.Frame;
import io.gpuledger.analyzer.web.page.Link;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// Declares `/api/v1/gpu`, and the page that shows the same.
final class GpuEndpoint {
    static final String PATH = "/gpu";

    private static final String ABSENCE = "there is no such GPU";
    private static final int FINDINGS_MAX = 200;
    private static final List<Parameter> OF_API = Stream.concat(GpuParameters.ALL.stream(), Stream.of(Format.PARAMETER))
            .toList();

    private GpuEndpoint() {}

    static Endpoint<?, ?> api(GpuTables gpus, FindingAnswers findings, InstantSource clock) {
        return new Endpoint<>(
                        "/api/v1/gpu",
                        "what went on with a GPU: its accounts, readings, holders and findings",
                        Question.of(OF_API, asked -> {
                            var _ = asked.format();
                            return GpuParameters.of(asked, clock.instant());
                        }),
                        Document.of(GpuAnswer.SHAPE).orTable(GpuAnswer.TABLE),
                        asked -> answer(gpus, findings, asked.question(), clock.instant()))
                .orNotFound(ABSENCE);
    }

    /// @param links where the foot of the page leads to
    static Endpoint<?, ?> page(GpuTables gpus, FindingAnswers findings, List<Link> links, InstantSource clock) {
        return new Endpoint<>(
                        PATH,
                        "a GPU's course, minute by minute, for people",
                        Question.of(GpuParameters.ALL, asked -> GpuParameters.of(asked, clock.instant())),
                        new Html<GpuPage>(
                                (page, viewer) -> Frame.of(PATH, links, viewer).around(page.title(), page.node())),
                        asked -> answer(gpus, findings, asked.question(), clock.instant())
                                .with(found -> new GpuPage(found, asked.last())))
                .orNotFound(ABSENCE);
    }

    private static Outcome<GpuAnswer> answer(
            GpuTables gpus, FindingAnswers findings, GpuQuestion question, Instant now) {
        return gpus.course(question)
                .<Outcome<GpuAnswer>>map(course -> new Answered<>(
                        new GpuAnswer(course, findings.answer(about(question, now)), now.toEpochMilli())))
                .orElseGet(() ->
                        new NotFound<>("there is no GPU %s in cluster %s; /search finds GPUs by a part of their name"
                                .formatted(question.gpu(), question.cluster())));
    }

    private static FindingQuestion about(GpuQuestion question, Instant now) {
        return new FindingQuestion(
                question.window(),
                State.ALL,
                Optional.of(question.cluster()),
                Optional.empty(),
                Optional.of(question.gpu()),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                0,
                FINDINGS_MAX,
                now.toEpochMilli());
    }
}
