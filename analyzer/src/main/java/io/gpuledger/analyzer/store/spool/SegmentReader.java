package io.gpuledger.analyzer.store.spool;

import io.gpuledger.analyzer.store.spool.FrameReader.Found;
import io.gpuledger.analyzer.store.spool.Header.UnknownFormatException;
import java.io.Closeable;
import java.io.IOException;

/// Reads the batches of one segment, from its start on: what they refer to stands before them.
final class SegmentReader implements Closeable {
    /// Holds what comes next.
    sealed interface Next {
        /// A batch comes next.
        ///
        /// @param end where the next one begins
        record Read(BatchDecoder.Read batch, Position end) implements Next {}

        /// Nothing comes next, so far.
        record End() implements Next {}

        /// Something, perhaps, when it is asked for again.
        record Later() implements Next {}

        /// The segment cannot be read from here on.
        record Damaged(Position where, String why) implements Next {}
    }

    private final Segment segment;
    private final FrameReader frames;
    private final BatchDecoder decoder;
    private long offset;

    private SegmentReader(Segment segment, FrameReader frames, BatchDecoder decoder, long offset) {
        this.segment = segment;
        this.frames = frames;
        this.decoder = decoder;
        this.offset = offset;
    }

    static SegmentReader open(Segment segment) throws IOException, UnknownFormatException {
        var frames = new FrameReader(segment.file());
        try {
            if (frames.read(0, segment.length()) instanceof Found.Whole(int _, Unpacker content, long end)) {
                return new SegmentReader(segment, frames, new BatchDecoder(Header.read(content)), end);
            }
            throw new UnknownFormatException("its header is damaged");
        } catch (IOException | UnknownFormatException e) {
            frames.close();
            throw e;
        }
    }

    Segment segment() {
        return segment;
    }

    Position position() {
        return new Position(segment.number(), offset);
    }

    Next next() throws IOException {
        return switch (frames.read(offset, segment.length())) {
            case Found.End() -> new Next.End();
            case Found.Broken _ -> new Next.Damaged(position(), "its checksum or length is wrong");
            case Found.Whole(int _, Unpacker content, long end) -> decoded(content, end);
        };
    }

    private Next decoded(Unpacker content, long end) {
        try {
            var read = decoder.decode(content);
            offset = end;
            return new Next.Read(read, position());
        } catch (IndexOutOfBoundsException e) {
            return new Next.Damaged(position(), "its content is none of ours: " + e.getMessage());
        }
    }

    /// Returns how many values it had so far that this program has no field for.
    long unknownValues() {
        return decoder.unknownValues();
    }

    @Override
    public void close() throws IOException {
        frames.close();
    }
}
