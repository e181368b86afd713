package io.gpuledger.analyzer.html;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.io.StringReader;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;

/// Pages are read back by a parser of XML, which takes nothing that is not closed.
class HtmlTest {
    private static final List<String> PIECES = List.of(
            "&",
            "<",
            ">",
            "\"",
            "'",
            "</p>",
            "</",
            "<script>",
            "<!--",
            "]]>",
            "&amp;",
            "&#39;",
            "=",
            "/",
            " ",
            "a",
            "é",
            "\uD83D\uDE00");
    private static final List<String> TAGS = List.of("p", "div", "b", "td", "svg", "h1");

    private static String text(Random random) {
        return random.ints(random.nextInt(8), 0, PIECES.size())
                .mapToObj(PIECES::get)
                .reduce("", String::concat);
    }

    private static org.w3c.dom.Element parsed(Element element)
            throws ParserConfigurationException, IOException, SAXException {
        var parser = DocumentBuilderFactory.newInstance().newDocumentBuilder();
        return parser.parse(new InputSource(new StringReader(Html.of(element)))).getDocumentElement();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void a_text_is_read_back_as_it_was_said(long seed) throws Exception {
        var random = new Random(seed);
        for (var round = 0; round < 500; round++) {
            var text = text(random);
            var value = text(random);
            var read = parsed(Element.of("p", text).with("title", value));

            assertThat(read.getTextContent()).isEqualTo(text);
            assertThat(read.getAttribute("title")).isEqualTo(value);
            assertThat(read.getElementsByTagName("*").getLength()).isZero();
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void whatever_is_put_together_is_read_back_with_each_element_closed_where_it_ends(long seed) throws Exception {
        var random = new Random(seed);
        for (var round = 0; round < 100; round++) {
            var tree = tree(random, 4);

            assertThat(told(parsed(tree))).isEqualTo(told(tree));
        }
    }

    private static Element tree(Random random, int depth) {
        var children = IntStream.range(0, random.nextInt(4))
                .mapToObj(_ -> depth == 0 || random.nextBoolean() ? Node.text(text(random)) : tree(random, depth - 1))
                .toList();
        var some = random.nextBoolean() ? List.of(Node.of(children)) : children;
        return Element.of(TAGS.get(random.nextInt(TAGS.size())), some);
    }

    /// Elements as they stand in each other, and texts between them.
    private static String told(Node node) {
        return switch (node) {
            case Element element -> "[" + element.tag() + told(element.children()) + "]";
            case Node.Text(var text) -> text;
            case Node.Fragment(var nodes) -> told(nodes);
            case Node.Style style -> throw new AssertionError(style);
        };
    }

    private static String told(List<Node> nodes) {
        return nodes.stream().map(HtmlTest::told).reduce("", String::concat);
    }

    private static String told(org.w3c.dom.Node node) {
        return node instanceof org.w3c.dom.Element element
                ? "[" + element.getTagName() + told(element.getChildNodes()) + "]"
                : node.getTextContent();
    }

    private static String told(NodeList nodes) {
        return IntStream.range(0, nodes.getLength())
                .mapToObj(i -> told(nodes.item(i)))
                .reduce("", String::concat);
    }

    @Test
    void a_name_is_never_what_somebody_else_says() {
        assertThatIllegalArgumentException().isThrownBy(() -> Element.of("b onclick=x"));
        assertThatIllegalArgumentException().isThrownBy(() -> Element.of("b").with("a\"", "c"));
        assertThat(Html.of(Element.of("b").with("a", "\"><script>"))).contains("a=\"&quot;&gt;&lt;script&gt;\"");
    }

    @Test
    void an_element_that_has_no_end_holds_nothing() {
        assertThat(Html.of(Element.of("meta").with("charset", "utf-8"))).isEqualTo("<meta charset=\"utf-8\">");
        assertThatIllegalArgumentException().isThrownBy(() -> Element.of("meta", "text"));
    }

    @Test
    void what_is_not_html_is_a_style_sheet_that_stays_in_its_element() {
        assertThat(Html.of(new Node.Style("a > b {}"))).isEqualTo("<style>\na > b {}</style>");
        assertThatIllegalArgumentException().isThrownBy(() -> new Node.Style("</style><script>"));
        assertThatIllegalArgumentException().isThrownBy(() -> Element.of("style", "a > b {}"));
        assertThatIllegalArgumentException().isThrownBy(() -> Element.of("SCRIPT", "alert()"));
    }
}
