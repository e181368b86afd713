package io.gpuledger.service.reload;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Collection;
import java.util.HexFormat;
import java.util.Map;
import java.util.stream.Collectors;

/// What some files hold, as digests. Kubernetes swaps the link above them: neither their times nor their inodes tell.
record Contents(Map<Path, String> digests) {
    private static final String UNREADABLE = "unreadable";

    static Contents of(Collection<Path> files) {
        return new Contents(
                files.stream().distinct().collect(Collectors.toUnmodifiableMap(file -> file, Contents::digest)));
    }

    private static String digest(Path file) {
        try (var content = new DigestInputStream(Files.newInputStream(file), MessageDigest.getInstance("SHA-256"))) {
            content.transferTo(OutputStream.nullOutputStream());
            return HexFormat.of().formatHex(content.getMessageDigest().digest());
        } catch (IOException _) {
            return UNREADABLE;
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
