package io.gpuledger.analyzer.web.api;

import io.gpuledger.analyzer.web.api.Parameter.One;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;

/// Declares how a list that may be long is asked for and told, page by page: the same wherever there is one.
///
/// @param limit how many there may be on a page
public record Paging(One<Integer> limit) {
    /// So many rows can be passed over: whoever wants more of them narrows what he asks for.
    static final int SKIP_MAX = 1_000_000;

    private static final One<Integer> PAGE = new One<>(
            "page",
            Reading.upTo(SKIP_MAX + 1),
            1,
            "Which page of them. Up to %,d can be passed over.".formatted(SKIP_MAX));

    /// Holds a page of a list, and how many there are in all of it.
    private record Part(Page page, long count) {}

    private static final Shape<Part> SHAPE = Shape.of(
            "page",
            Field.of("count", Type.WHOLE_NUMBER, Part::count, "How many there are on all pages."),
            Field.of("page", Type.WHOLE_NUMBER, part -> part.page().number(), "Which page this is, from 1."),
            Field.of("limit", Type.WHOLE_NUMBER, part -> part.page().limit(), "How many it may have."),
            Field.orLeftOut(
                    "next_page",
                    Type.WHOLE_NUMBER,
                    part -> part.page().next(part.count()),
                    "The page that comes next, where there is one that can be asked for."));

    /// Declares pages of a list.
    ///
    /// @param what they are, as in "pods"
    public static Paging of(int most, int usual, String what) {
        return new Paging(new One<>(
                "limit",
                Reading.upTo(most),
                usual,
                "%,d".formatted(usual),
                "How many %s there may be on a page.".formatted(what)));
    }

    /// Declares pages of a list that can be had as a table. Who saves one does not expect a part of it, so as CSV a
    /// page has more.
    public static Paging withTable(int most, int usual, String what) {
        return new Paging(new One<>(
                "limit",
                Reading.upTo(most),
                usual,
                "%,d; %,d as CSV".formatted(usual, most),
                "How many %s there may be on a page.".formatted(what)));
    }

    public List<Parameter> parameters() {
        return List.of(limit, PAGE);
    }

    /// Returns the parameters that ask for a page, behind others.
    public List<Parameter> after(Parameter... others) {
        return Stream.concat(Stream.of(others), parameters().stream()).toList();
    }

    /// Reads which page is asked for.
    ///
    /// @param instead what the next page is asked with, as the same time as that of this one, which was left out
    public Page of(Asked asked, Map<? extends Parameter, ?> instead) {
        return of(asked, asked.get(limit), instead);
    }

    /// Reads which page is asked for, where as CSV a page has the most that it may.
    ///
    /// @param most of that
    public Page ofTable(Asked asked, int most, Map<? extends Parameter, ?> instead) {
        return of(asked, asked.get(asked.format() == Format.CSV ? limit.or(most) : limit), instead);
    }

    private Page of(Asked asked, int size, Map<? extends Parameter, ?> instead) {
        var number = asked.get(PAGE.within(Reading.upTo(Page.last(size))));
        var again = asked.again(List.of(limit, PAGE), instead).with(limit, size);
        return new Page(number, size, again + "&" + PAGE.name() + "=");
    }

    /// Tells of the page in the answer.
    public static <A> Field<A> field(Function<A, Page> page, Function<A, ? extends Number> count) {
        return Field.part(
                SHAPE,
                answer -> new Part(page.apply(answer), count.apply(answer).longValue()));
    }
}
