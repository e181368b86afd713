package io.gpuledger.service.tls;

import java.util.Base64;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/// This is one block of a PEM text. https://www.rfc-editor.org/rfc/rfc7468
final class Pem {
    private static final Pattern BLOCK =
            Pattern.compile("-----BEGIN ([A-Z0-9 ]+)-----\\R(.*?)-----END \\1-----", Pattern.DOTALL);

    private final String label;
    private final byte[] content;

    private Pem(String label, byte[] content) {
        this.label = label;
        this.content = content;
    }

    String label() {
        return label;
    }

    /// What it holds; not to be changed.
    byte[] content() {
        return content;
    }

    /// The blocks in their order; text between them is a comment.
    static List<Pem> blocks(String text) {
        return BLOCK.matcher(text).results().map(Pem::block).toList();
    }

    private static Pem block(MatchResult block) {
        var label = block.group(1);
        if (block.group(2).contains("ENCRYPTED")) {
            return new Pem("ENCRYPTED " + label, new byte[0]);
        }
        try {
            return new Pem(label, Base64.getMimeDecoder().decode(block.group(2)));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("holds a damaged block of " + label + ": " + e.getMessage(), e);
        }
    }
}
