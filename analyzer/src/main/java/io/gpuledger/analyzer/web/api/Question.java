package io.gpuledger.analyzer.web.api;

import java.util.List;
import java.util.function.Function;

/// Declares what an endpoint can be asked, and how that is read.
///
/// @param parameters in this order they are listed to who gives an unknown one
/// @param read reads each of them; problems are said in the order in which it comes upon them
public record Question<Q>(List<Parameter> parameters, Unknown unknown, Function<Asked, Q> read) {
    public Question {
        parameters = List.copyOf(parameters);
    }

    public static <Q> Question<Q> of(List<Parameter> parameters, Function<Asked, Q> read) {
        return new Question<>(parameters, Unknown.REFUSED, read);
    }

    /// A question without parameters.
    public static Question<Asked> none(Unknown unknown) {
        return new Question<>(List.of(), unknown, asked -> asked);
    }

    /// Throws [BadQuestionException] with all that is wrong.
    Q of(Asked asked) {
        var question = read.apply(asked);
        asked.requireGood(unknown);
        return question;
    }
}
