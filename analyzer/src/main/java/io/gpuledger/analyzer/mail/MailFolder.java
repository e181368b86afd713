package io.gpuledger.analyzer.mail;

import io.gpuledger.service.settings.SmallFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/// A way out that leads into a folder: each letter becomes a file that mail programs open, and nothing is sent.
final class MailFolder implements WayOut, Conversation {
    private final Path folder;

    MailFolder(Path folder) {
        this.folder = folder;
    }

    @Override
    public String place() {
        return folder.toString();
    }

    @Override
    public Conversation open() throws IOException {
        try {
            Files.createDirectories(folder);
            return this;
        } catch (IOException e) {
            throw new IOException("cannot make %s: %s; see --mail-folder".formatted(folder, SmallFile.why(e)), e);
        }
    }

    @Override
    public Outcome hand(Parcel parcel, LastWord lastWord) {
        var file = folder.resolve(parcel.name() + ".eml");
        var unfinished = folder.resolve("." + parcel.name() + ".part");
        try {
            Files.write(unfinished, parcel.content().copy());
            if (!lastWord.mayGo()) {
                Files.delete(unfinished);
                return new Outcome.HeldBack("another process has taken it over");
            }
            Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            return new Outcome.Taken("written to " + file);
        } catch (IOException e) {
            return new Outcome.NotNow("cannot write %s: %s".formatted(file, SmallFile.why(e)));
        }
    }

    @Override
    public boolean isOpen() {
        return true;
    }

    @Override
    public void close() {
        // It holds nothing.
    }
}
