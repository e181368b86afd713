package io.gpuledger.gate;

import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class ArrowsTest {
    @Test
    void the_module_whose_tests_run_is_refused_with_every_problem_on_a_line() {
        var wrong = Arrows.of("io.gpuledger.service", "nowhere -> Main");

        assertThatThrownBy(wrong::verify)
                .isInstanceOf(AssertionError.class)
                .hasMessageStartingWith("The arrows of io.gpuledger.service do not hold:\n- ")
                .hasMessageContaining("\n- nowhere is in the table, and does not exist");
    }

    @Test
    void the_drawing_has_a_line_for_each_arrow_and_each_lonely_package() {
        var arrows = Arrows.of("io.gpuledger.toy", """
            device ->
            sampler -> device,
                       io.gpuledger.service.settings
            Main -> sampler, device
            """);

        Golden.file("golden/drawing.md").matches(arrows.drawing());
    }

    @Test
    void a_line_without_an_arrow_is_refused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Arrows.of("io.gpuledger.toy", "device - > sampler"))
                .withMessage("not of the form `package -> packages`: device - > sampler");
    }

    @Test
    void a_second_line_of_a_package_is_refused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Arrows.of("io.gpuledger.toy", "device ->\ndevice -> sampler"))
                .withMessage("device has two lines in the table");
    }
}
