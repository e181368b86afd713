package io.gpuledger.gate;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReferencesTest {
    private static final String DEVICE = """
        package toy.device;
        public class Device extends RuntimeException {
            public static final int GPUS_MAX = 8;
            public static class Part {}
            public static Device any() { return new Device(); }
        }
        """;
    private static final String MARK =
            "package toy.device; public @interface Mark { Class<?> value() default Mark.class; }";

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "toy.device.Device field;",
                "toy.device.Device[][] array;",
                "toy.device.Device.Part inner;",
                "java.util.List<toy.device.Device> argument;",
                "java.util.Map<String, java.util.List<? extends toy.device.Device>> nested;",
                "<T extends toy.device.Device> void bound() {}",
                "void parameter(int first, toy.device.Device second) {}",
                "void exception() throws toy.device.Device {}",
                "void call() { System.out.println(toy.device.Device.any()); }",
                "java.util.function.Supplier<?> reference = toy.device.Device::any;",
                "Object literal = toy.device.Device[].class;",
                "boolean test(Object object) { return object instanceof toy.device.Device; }",
                "record Pair(toy.device.Device left) {}",
                "@toy.device.Mark int marked;",
                "@Deprecated @toy.device.Mark(String.class) void markedMethod() {}"
            })
    void a_class_refers_to_the_package_of_every_type_in_it(String member) {
        compile("package toy.sampler; public class Sampler { %s }".formatted(member));

        assertThat(Code.of(folder).imports()).containsKey(new Arrow("toy.sampler", "toy.device"));
    }

    @Test
    void text_that_looks_like_a_type_is_none() {
        compile("""
            package toy.sampler;
            public class Sampler {
                String constant = "Ltoy/device/Device;";
                @Deprecated(since = "Lone/two; three") void old() {}
            }
            """);

        assertThat(Code.of(folder).imports().keySet())
                .filteredOn(arrow -> arrow.from().equals("toy.sampler"))
                .containsExactly(new Arrow("toy.sampler", "java.lang"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "import toy.device.Device;",
                "import toy.device.Device.Part;",
                "import toy.device.*;",
                "import static toy.device.Device.GPUS_MAX;",
                "import static toy.device.Device.*;"
            })
    void an_import_that_leaves_no_trace_in_the_class_is_read_from_the_source(String line) {
        compile("package toy.sampler;\n%s\npublic class Sampler {}".formatted(line));

        assertThat(Code.of(folder).imports()).containsEntry(new Arrow("toy.sampler", "toy.device"), "Sampler.java");
    }

    private void compile(String sampler) {
        new ToyModule(folder).compile(DEVICE, MARK, sampler);
    }
}
