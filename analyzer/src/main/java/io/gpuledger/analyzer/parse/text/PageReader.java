package io.gpuledger.analyzer.parse.text;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.gpuledger.analyzer.parse.RoutedSamples;
import io.gpuledger.analyzer.parse.SeriesRouter;
import org.jspecify.annotations.Nullable;

/// Reads the pages of one target, one after the other. A page is nearly always the last one with other values, so each
/// line is foretold: the same bytes up to the value. Where they are, only the number is read; where they are not, the
/// line's series is looked up by its text, and read in full and given a route if it is new; then it goes on from the
/// line of the last page that was found. What a page says wrongly is told as a problem, with the position of its line,
/// and the other lines are read.
///
/// A line without a time whose series the page has named before is a problem: the first one stays. Two lines are of the
/// same series if their bytes up to the value are the same.
///
/// Whatever the bytes are, nothing is thrown, and a reader keeps no more than 100 bytes for each of three times
/// [PageLimits#series], and twice [PageLimits#text]; while it reads a page that changes, as much again. Series that are
/// gone are forgotten when they are more than those of a page. Of the usual 480 series of 8 GPUs it keeps 7 kB.
public final class PageReader {
    private static final byte[] NO_PAGE = {};
    private static final RoutedSamples NO_SAMPLES = new RoutedSamples();
    private static final int FEW = 64;

    private final SeriesRouter router;
    private final PageLimits limits;
    private final Interner interner;
    private final Measurement measurement = new Measurement();
    private SeriesTable known = new SeriesTable();
    private Template template = Template.EMPTY;
    private PageFormat lastFormat = PageFormat.PROMETHEUS;

    // Of the page that is being read.
    private byte[] page = NO_PAGE;
    private int length;
    private RoutedSamples samples = NO_SAMPLES;
    private int at;
    private boolean isEnded;
    /// The line of the last page that is expected.
    private int expected;
    /// These are there while a page is read that is not as foretold.
    private @Nullable Template changed;
    private @Nullable Index index;

    /// @param interner shared by the readers of all targets
    public PageReader(SeriesRouter router, PageLimits limits, Interner interner) {
        this.router = router;
        this.limits = limits;
        this.interner = interner;
    }

    /// Reads a page into samples that are cleared first, and gives them back.
    ///
    /// @param page of which the first bytes are read, and nothing is kept
    public RoutedSamples read(byte[] page, int length, PageFormat format, RoutedSamples samples) {
        start(page, length, format, samples);
        while (at < length) {
            if (!readForetold(at)) {
                readOther();
            }
        }
        finish();
        return samples;
    }

    private void start(byte[] ofPage, int ofLength, PageFormat format, RoutedSamples into) {
        into.begin(router);
        if (format != lastFormat || isStale()) {
            forget();
        }
        lastFormat = format;
        known.startPage();
        page = ofPage;
        length = ofLength;
        samples = into;
        at = 0;
        expected = 0;
        isEnded = false;
        changed = null;
        index = null;
    }

    private boolean isStale() {
        return known.size() > 2 * template.size() + FEW
                || (known.text() > limits.text() / 2 && known.size() > template.size());
    }

    private void forget() {
        known = new SeriesTable();
        template = Template.EMPTY;
        router.forget();
    }

    /// The reader is done with the page, which is somebody else's.
    private void finish() {
        if (lastFormat == PageFormat.OPENMETRICS && !isEnded) {
            samples.problem(length, "no # EOF: the page has been cut off");
        }
        if (changed != null) {
            template = changed.kept(interner);
            known.share(interner);
        } else if (expected < template.size()) {
            template = template.first(expected).kept(interner);
        }
        changed = null;
        index = null;
        page = NO_PAGE;
        samples = NO_SAMPLES;
    }

    /// Reads the expected line, and returns whether it stands there.
    private boolean readForetold(int from) {
        if (expected >= template.size()) {
            return false;
        }
        var prefix = template.prefix(expected);
        var series = template.series(expected);
        var head = known.head(series);
        var tail = known.tail(series);
        var start = from + prefix.length();
        var middle = start + head.length();
        var end = middle + tail.length();
        if (!tail.isAt(page, middle, length)
                || !head.isAt(page, start, length)
                || !prefix.isAt(page, from, length)
                || !isWhole(start, end)) {
            return false;
        }
        expected++;
        if (changed != null) {
            changed.add(prefix, known.name(series), series);
        }
        readSample(series, end);
        return true;
    }

    /// A name without labels might go on.
    private boolean isWhole(int start, int end) {
        if (end > start) {
            return true;
        }
        var value = Scan.blanks(page, end, length);
        return value > end && !Scan.isEndOfLine(page, value, length) && page[value] != '{';
    }

    private void readOther() {
        var from = at;
        skipComments();
        if (at < length && (at == from || !readForetold(at))) {
            try {
                readNamed(from);
            } catch (BadLineException e) {
                skipLine(at, e.problem());
            }
        }
    }

    /// To the first byte of a line that is neither empty nor a comment.
    private void skipComments() {
        while (at < length) {
            var start = Scan.blanks(page, at, length);
            if (start < length && page[start] != '#' && page[start] != '\n') {
                at = start;
                return;
            }
            at = Scan.line(page, start, length);
            if (lastFormat == PageFormat.OPENMETRICS && Scan.isEnd(page, start, at)) {
                end();
            }
        }
    }

    private void end() {
        isEnded = true;
        if (at < length) {
            samples.problem(at, "more after # EOF");
            at = length;
        }
    }

    /// A line that is not the expected one.
    ///
    /// @param prefixStart where the comments above it start
    private void readNamed(int prefixStart) throws BadLineException {
        var nameStart = at;
        var nameEnd = Scan.name(page, at, length, true);
        var blockStart = Scan.blanks(page, nameEnd, length);
        var hasBlock = blockStart < length && page[blockStart] == '{';
        if (nameEnd == nameStart && !hasBlock) {
            throw new BadLineException("neither a name nor a comment");
        }
        if (!hasBlock && (blockStart == nameEnd || Scan.isEndOfLine(page, blockStart, length))) {
            throw new BadLineException("a name with no value behind it");
        }
        var textEnd = hasBlock ? blockStart : nameEnd;
        if (nameEnd - nameStart > limits.name()) {
            throw new BadLineException("a name of more than %d bytes".formatted(limits.name()));
        }
        var look = index();
        var block = hasBlock ? look.block(page, blockStart, length) : look.noBlock();
        if (textEnd + block.text().length() - nameStart > limits.line()) {
            throw new BadLineException("more than %d bytes before its value".formatted(limits.line()));
        }
        var name = look.name(page, nameStart, textEnd);
        var series = look.series(name, block);
        if (series == Index.NONE) {
            var labels = labels(nameEnd > nameStart, block);
            if (isFull()) {
                return;
            }
            var bare = new String(page, nameStart, nameEnd - nameStart, ISO_8859_1);
            var route = router.route(labels.name().orElse(bare), labels.labels());
            series = known.add(name, block.pieces(), route);
            look.add(name, block, series);
        }
        follow(prefixStart, nameStart, name, series, look);
        readSample(series, textEnd + block.text().length());
    }

    private Index index() {
        var look = index;
        if (look == null) {
            look = new Index(known, template, interner, limits);
            index = look;
        }
        return look;
    }

    /// A name stands either before them or among them.
    private LabelBlock labels(boolean isNamed, Index.Block block) throws BadLineException {
        var labels = block.parsed(limits);
        if (isNamed == labels.name().isPresent()) {
            throw new BadLineException(isNamed ? "two names" : "labels without a name");
        }
        return labels;
    }

    /// Learns the line, and goes on behind the same one of the last page, if it was there.
    private void follow(int prefixStart, int nameStart, Text name, int series, Index look) {
        var lines = changed == null ? template.first(expected) : changed;
        var end = nameStart + name.length();
        var keepsComments = nameStart > prefixStart
                && end - prefixStart <= limits.line()
                && lines.text() + end - prefixStart <= limits.text();
        lines.add(keepsComments ? interner.intern(Text.of(page, prefixStart, end)) : name, name, series);
        changed = lines;
        var line = look.line(series);
        expected = line == Index.NONE ? expected : line + 1;
    }

    private void readSample(int series, int from) {
        var isAgain = known.isMet(series);
        if (!isAgain && isFull(from, known.metCount(), limits.series(), "series")) {
            return;
        }
        known.meet(series);
        if (known.isIgnored(series)) {
            samples.ignore();
            at = Scan.line(page, from, length);
        } else if (!measurement.read(page, from, length, lastFormat)) {
            skipLine(from, measurement.problem());
        } else {
            add(known.route(series), isAgain, from);
            at = Math.min(measurement.end() + 1, length);
        }
    }

    private void add(int route, boolean isAgain, int from) {
        if (measurement.isTimed()) {
            samples.add(route, measurement.value(), measurement.millis());
        } else if (isAgain) {
            samples.problem(Scan.lineStart(page, from), "a series that the page has named before");
        } else {
            samples.add(route, measurement.value());
        }
    }

    private void skipLine(int from, String why) {
        samples.problem(Scan.lineStart(page, from), why);
        at = Scan.line(page, from, length);
    }

    private boolean isFull() {
        return isFull(at, known.metCount(), limits.series(), "series")
                || isFull(at, known.text(), limits.text(), "bytes of names and labels");
    }

    /// Ends the reading where there are too many, and returns whether it did.
    private boolean isFull(int from, int count, int limit, String ofWhat) {
        if (count < limit) {
            return false;
        }
        samples.problem(Scan.lineStart(page, from), "more than %d %s: the rest is not read".formatted(limit, ofWhat));
        at = length;
        isEnded = true;
        return true;
    }
}
