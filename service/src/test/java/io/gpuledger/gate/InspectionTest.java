package io.gpuledger.gate;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.assertj.core.api.ListAssert;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class InspectionTest {
    private static final String DEVICE = "package io.gpuledger.toy.device; public class Device {}";
    private static final String SAMPLER =
            "package io.gpuledger.toy.sampler; public class Sampler { io.gpuledger.toy.device.Device device; }";
    private static final Arrows DRAWN = arrows("device ->", "sampler -> device");
    private static final String[] LIBRARY = {
        "package io.gpuledger.service.settings; public class Settings {}",
        "package com.acme; public class Acme {}",
        "package com.acme.rocket; public class Rocket {}"
    };

    @TempDir
    Path folder;

    @Test
    void arrows_that_are_drawn_and_used_hold() {
        String main = "package io.gpuledger.toy; class Main { io.gpuledger.toy.sampler.Sampler sampler; }";

        assertProblems(arrows("device ->", "sampler -> device", "Main -> sampler"), DEVICE, SAMPLER, main)
                .isEmpty();
    }

    @Test
    void an_import_that_is_not_drawn_is_refused() {
        assertProblems(arrows("device ->", "sampler ->"), DEVICE, SAMPLER)
                .containsExactly("sampler imports device (Sampler.class), which is not drawn");
    }

    @Test
    void an_arrow_that_nothing_uses_is_refused() {
        assertProblems(arrows("device -> sampler", "sampler -> device"), DEVICE, SAMPLER)
                .contains("device -> sampler is drawn, and nothing uses it");
    }

    @Test
    void a_package_that_is_not_in_the_table_is_refused() {
        assertProblems(arrows("device ->"), DEVICE, "package io.gpuledger.toy.http; class Page {}")
                .containsExactly("http exists, and is not in the table");
    }

    @Test
    void a_package_that_does_not_exist_is_refused() {
        assertProblems(arrows("device ->", "Main ->"), DEVICE)
                .containsExactly("Main is in the table, and does not exist");
    }

    @Test
    void each_knot_of_cycles_is_refused_once() {
        assertProblems(arrows("device -> sampler, device", "sampler -> http", "http -> device", "Main -> device"))
                .filteredOn(problem -> problem.endsWith("is a cycle"))
                .containsExactly("device -> device is a cycle");
        assertProblems(arrows("device -> sampler", "sampler -> http", "http -> device", "Main -> device"))
                .filteredOn(problem -> problem.endsWith("is a cycle"))
                .containsExactly("device -> sampler -> http -> device is a cycle");
    }

    @Test
    void a_package_of_another_module_is_drawn_like_one_of_its_own() {
        String reader = "package io.gpuledger.toy.device; class Reader { io.gpuledger.service.settings.Settings its; }";

        assertProblems(arrows("device ->"), reader)
                .containsExactly("device imports service.settings (Reader.class), which is not drawn");
        assertProblems(arrows("device -> service.settings")).isEmpty();
        assertProblems(arrows("device -> io.gpuledger.service.settings")).isEmpty();
    }

    @Test
    void a_library_without_a_fence_is_refused() {
        assertProblems(arrows("device ->"), "package io.gpuledger.toy.device; class Launch { com.acme.Acme acme; }")
                .containsExactly("device imports com.acme (Launch.class), which has no fence");
    }

    @Test
    void a_library_outside_its_fence_is_refused() {
        String launch = "package io.gpuledger.toy.sampler; class Launch { com.acme.rocket.Rocket rocket; }";
        String use = "package io.gpuledger.toy.device; class Use { com.acme.Acme acme; }";

        assertProblems(DRAWN.fence("com.acme", "device"), DEVICE, SAMPLER, launch, use)
                .containsExactly("sampler imports com.acme.rocket (Launch.class), which is fenced into device");
    }

    @Test
    void a_fence_inside_a_fence_is_the_one_that_holds() {
        String launch = "package io.gpuledger.toy.sampler; class Launch { com.acme.rocket.Rocket rocket; }";
        String use = "package io.gpuledger.toy.device; class Use { com.acme.Acme acme; }";

        assertProblems(
                        DRAWN.fence("com.acme", "device").fence("com.acme.rocket", "sampler"),
                        DEVICE,
                        SAMPLER,
                        launch,
                        use)
                .isEmpty();
    }

    @Test
    void a_package_of_the_jdk_needs_no_fence_and_obeys_one() {
        String query = "package io.gpuledger.toy.sampler; class Query { java.sql.Connection connection; }";

        assertProblems(DRAWN, DEVICE, SAMPLER, query).isEmpty();
        assertProblems(DRAWN.fence("java.sql", "device"))
                .containsExactly(
                        "java.sql is fenced into device, which does not import it",
                        "sampler imports java.sql (Query.class), which is fenced into device");
    }

    @Test
    void a_fence_around_a_package_that_does_not_use_it_is_refused() {
        assertProblems(DRAWN.fence("com.acme", "device", "sampler"), DEVICE, SAMPLER)
                .containsExactly(
                        "com.acme is fenced into device, which does not import it",
                        "com.acme is fenced into sampler, which does not import it");
    }

    @ParameterizedTest
    @ValueSource(strings = {"util", "utils", "common", "helper", "helpers", "manager", "impl", "dto"})
    void a_package_whose_name_says_nothing_is_refused(String empty) {
        assertProblems(
                        arrows("device.%s.more ->".formatted(empty)),
                        "package io.gpuledger.toy.device.%s.more; class Stuff {}".formatted(empty))
                .containsExactly("device.%1$s.more is named %1$s, which does not say what is in it".formatted(empty));
    }

    @Test
    void all_problems_are_told_at_once() {
        assertProblems(arrows("device -> http", "Main ->"), DEVICE, SAMPLER)
                .containsExactly(
                        "Main is in the table, and does not exist",
                        "device -> http is drawn, and nothing uses it",
                        "sampler exists, and is not in the table",
                        "sampler imports device (Sampler.class), which is not drawn");
    }

    private static Arrows arrows(String... lines) {
        return Arrows.of("io.gpuledger.toy", String.join("\n", lines));
    }

    /// Inspects the module that these sources are added to.
    private ListAssert<String> assertProblems(Arrows arrows, String... sources) {
        var module = new ToyModule(folder);
        module.compileLibrary(LIBRARY);
        module.compile(sources);
        return assertThat(arrows.problems(folder));
    }
}
