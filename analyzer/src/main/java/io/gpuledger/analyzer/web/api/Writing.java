package io.gpuledger.analyzer.web.api;

import io.gpuledger.analyzer.access.Viewer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/// Writes answers down, in the form that is declared for them.
///
/// @param viewer whom a page is written for
record Writing<A>(Form<A> form, Format format, Viewer viewer) {
    static final String JSON = "application/json";
    static final String CSV = "text/csv; charset=utf-8";
    private static final String HTML = "text/html; charset=utf-8";

    Answer found(A answer) {
        return switch (form) {
            case Form.Document<A> document
            when document.isStreamed() -> {
                var data = Type.object(document.data()).write().apply(answer);
                yield new Answer.Streamed(out -> Json.success(data, out));
            }
            case Form.Document<A> document ->
                new Answer.Found(written(answer), document.next().apply(answer));
            case Form.File<A> _, Form.Html<A> _ -> new Answer.Found(written(answer), Optional.empty());
        };
    }

    Answer meanwhile(A answer) {
        return new Answer.Meanwhile(written(answer));
    }

    private Representation written(A answer) {
        return switch (form) {
            case Form.File<A>(var mediaType, var bytes) ->
                new Representation(mediaType.apply(answer), bytes.apply(answer));
            case Form.Html<A>(var html) -> text(HTML, html.apply(answer, viewer));
            case Form.Document<A> document ->
                switch (format) {
                    case CSV -> text(CSV, document.table().orElseThrow().csv(answer));
                    case JSON ->
                        new Representation(
                                JSON,
                                Json.success(
                                        Type.object(document.data()).write().apply(answer)));
                };
        };
    }

    private static Representation text(String type, String text) {
        return new Representation(type, text.getBytes(StandardCharsets.UTF_8));
    }
}
