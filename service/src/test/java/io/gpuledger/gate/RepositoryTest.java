package io.gpuledger.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RepositoryTest {
    @TempDir
    Path folder;

    @Test
    void the_root_is_the_nearest_folder_above_with_the_settings_of_maven() throws IOException {
        Files.createDirectory(folder.resolve(".mvn"));
        var module = Files.createDirectories(folder.resolve("service/src"));

        assertThat(Repository.rootAbove(module)).isEqualTo(folder);
        assertThat(Repository.rootAbove(folder)).isEqualTo(folder);
    }

    @Test
    void a_folder_outside_any_repository_is_refused() {
        assertThatIllegalStateException()
                .isThrownBy(() -> Repository.rootAbove(folder))
                .withMessage("no folder above %s has a .mvn", folder);
    }

    @Test
    void the_modules_are_the_folders_with_a_pom() {
        assertThat(Repository.modules()).extracting(Path::getFileName).contains(Path.of("service"));
    }
}
