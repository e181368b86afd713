package io.gpuledger.analyzer.fit.device;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.analyzer.fit.device.Datum.Fault;
import io.gpuledger.analyzer.fit.device.Datum.Flag;
import io.gpuledger.analyzer.fit.device.Datum.Text;
import io.gpuledger.analyzer.fit.device.Datum.Unknown;
import io.gpuledger.analyzer.fit.device.Datum.Versioned;
import io.gpuledger.analyzer.fit.device.Datum.Whole;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SelectorTest {
    private static final Device H100 = Drawer.device(
            "gpu-0",
            Map.of(
                    "model", new Text("H100"),
                    "index", new Whole(3),
                    "healthy", new Flag(true),
                    "driverVersion", new Versioned(Version.of("550.54.14").orElseThrow()),
                    "strange", new Unknown("an attribute of a type that is not looked at here"),
                    "example.com/numa", new Text("1")));

    private static Datum selects(String expression) {
        return new Selector(expression).selects(H100, new Effort(10_000));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '~', quoteCharacter = '`', textBlock = """
        true                                                                                    ~ true
        device.driver == "gpu.example.com"                                                      ~ true
        device.driver != 'gpu.example.com'                                                      ~ false
        device.attributes["gpu.example.com"].model == "H100"                                    ~ true
        device.attributes["gpu.example.com"]["model"] == "H100"                                 ~ true
        device.attributes["gpu.example.com"].index < 4                                          ~ true
        device.attributes["gpu.example.com"].index >= 4                                         ~ false
        device.attributes["gpu.example.com"].index > -1                                         ~ true
        device.attributes["gpu.example.com"].index == "3"                                       ~ false
        device.attributes["gpu.example.com"].healthy                                            ~ true
        !device.attributes["gpu.example.com"].healthy || !(1 == 2)                              ~ true
        device.attributes["example.com"].numa in ["0", "1"]                                     ~ true
        device.attributes["example.com"].numa in []                                             ~ false
        "example.com" in device.attributes                                                      ~ true
        "other.example.com" in device.attributes                                                ~ false
        "model" in device.attributes["gpu.example.com"]                                         ~ true
        has(device.attributes["other.example.com"].model)                                       ~ false
        device.capacity["gpu.example.com"].memory.compareTo(quantity("80Gi")) == 0              ~ true
        device.capacity["gpu.example.com"].memory.isGreaterThan(quantity("40Gi"))               ~ true
        device.capacity["gpu.example.com"].memory.isLessThan(quantity("1e3"))                   ~ false
        device.capacity["gpu.example.com"].memory == quantity("81920Mi")                        ~ true
        device.attributes["gpu.example.com"].driverVersion.isLessThan(semver("550.60.0"))       ~ true
        device.attributes["gpu.example.com"].driverVersion.isGreaterThan(semver("550.54.14-rc.1")) ~ true
        device.attributes["gpu.example.com"].driverVersion.compareTo(semver("551.0.0")) < 0     ~ true
        device.attributes["gpu.example.com"].driverVersion.major() == 550                       ~ true
        device.attributes["gpu.example.com"].model.startsWith("H")                              ~ true
        device.attributes["gpu.example.com"].model.endsWith("H")                                ~ false
        device.attributes["gpu.example.com"].model.contains("10")                               ~ true
        device.attributes["gpu.example.com"].model.lowerAscii() == "h100"                       ~ true
        device.attributes["gpu.example.com"].model.matches("^[HB][12]00$")                      ~ true
        device.attributes["gpu.example.com"].model.matches(r'\\d+')                              ~ true
        device.driver == "x" ? false : device.attributes["gpu.example.com"].index == 3          ~ true
        cel.bind(own, device.attributes["gpu.example.com"], own.healthy && own.index == 3)      ~ true
        false && device.attributes["gpu.example.com"].nothing == 1                              ~ false
        device.attributes["gpu.example.com"].nothing == 1 && false                              ~ false
        device.attributes["gpu.example.com"].nothing == 1 || true                               ~ true
        [1, 2, 3].exists(i, i == 2) && false                                                    ~ false
        """)
    void what_can_be_told_of_a_device_is_told(String expression, boolean expected) {
        assertThat(selects(expression)).isEqualTo(new Flag(expected));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "device.attributes['gpu.example.com'].nothing == 1",
                "device.attributes['other.example.com'].model == 'H100'",
                "device.attributes['gpu.example.com'].nothing == 1 && true",
                "device.attributes['gpu.example.com'].model < 3",
                "device.attributes['gpu.example.com'].model",
                "device.nothing == 1",
                "quantity('much') == quantity('1')"
            })
    void where_the_scheduler_ends_with_an_error_that_is_said(String expression) {
        assertThat(selects(expression)).isInstanceOf(Fault.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "device.driver ==",
                "device.driver == \"a",
                "1.5 < 2.0",
                "[1, 2, 3].exists(i, i == 2)",
                "device.attributes['gpu.example.com'].strange == 1",
                "device.attributes['gpu.example.com'].index + 1 == 4",
                "device.attributes['gpu.example.com'].model.matches('(a+)+(b+)+$')",
                "device.attributes['gpu.example.com'].model.matches('\\\\pL')",
                "device.attributes['gpu.example.com'].model.matches('a++')",
                "something == 1",
                "cel.block([1], true)",
                "semver('1', true) == semver('1.0.0')"
            })
    void whatever_is_not_known_here_is_not_guessed(String expression) {
        assertThat(selects(expression)).isInstanceOf(Unknown.class);
    }

    @Test
    void an_expression_that_means_harm_ends() {
        assertThat(selects("(".repeat(9_000) + "true" + ")".repeat(1_000))).isInstanceOf(Unknown.class);
        assertThat(selects("!".repeat(10_000) + "true")).isInstanceOf(Unknown.class);
        assertThat(selects("true" + " && true".repeat(1_200))).isInstanceOf(Unknown.class);
        assertThat(selects("true" + "[0]".repeat(3_000))).isInstanceOf(Unknown.class);
        assertThat(selects("\"" + "\\\"".repeat(5_000) + "\" == 'x'")).isInstanceOf(Flag.class);
    }

    @Test
    void what_takes_too_long_is_not_known() {
        assertThat(new Selector("true && true && true").selects(H100, new Effort(3)))
                .isInstanceOf(Unknown.class);
    }
}
