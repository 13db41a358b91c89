package dev.faultbook.log;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.SequenceInputStream;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.zip.Deflater;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/**
 * A log in memory, packed: an upload can be slow, a diagnosis is not, and a page reads the log a
 * second time to show it. Packed, a log takes a tenth of its size.
 *
 * <p>Close it to give its room back.
 */
public final class HeldLog implements AutoCloseable {
  private final List<byte[]> packed;
  private final long bytes;
  private final Room room;

  private HeldLog(List<byte[]> packed, long bytes, Room room) {
    this.packed = packed;
    this.bytes = bytes;
    this.room = room;
  }

  /** The plain text, from its start. */
  public InputStream open() {
    List<InputStream> pieces = new ArrayList<>();
    packed.forEach(piece -> pieces.add(new ByteArrayInputStream(piece)));
    try {
      return new GZIPInputStream(
          new SequenceInputStream(Collections.enumeration(pieces)), 64 * 1024);
    } catch (IOException e) {
      throw new UncheckedIOException("What was packed in memory can be unpacked", e);
    }
  }

  /** How many bytes of plain text it has. */
  public long bytes() {
    return bytes;
  }

  /** How many bytes it takes packed. */
  public long packedBytes() {
    return packed.stream().mapToLong(piece -> piece.length).sum();
  }

  /** The log as one gzip file. */
  public byte[] packed() {
    ByteArrayOutputStream out = new ByteArrayOutputStream((int) packedBytes());
    packed.forEach(out::writeBytes);
    return out.toByteArray();
  }

  /**
   * The log as text, decoded line by line.
   *
   * @param limit most bytes that are decoded
   * @throws LogTooLargeException when the log is larger
   */
  public String text(long limit) throws LogTooLargeException {
    if (bytes > limit) {
      throw new LogTooLargeException(limit);
    }
    StringBuilder text = new StringBuilder((int) bytes);
    try (InputStream in = open()) {
      byte[] all = in.readAllBytes();
      for (int from = 0; from < all.length; ) {
        int end = Lines.end(all, from, all.length);
        int next = Math.min(end + 1, all.length);
        text.append(Lines.decode(all, from, next));
        from = next;
      }
    } catch (IOException e) {
      throw new UncheckedIOException("What was packed in memory can be unpacked", e);
    }
    return text.toString();
  }

  @Override
  public void close() {
    room.give(packedBytes());
  }

  /** Receives a log, in one part or several. Close it whether or not it came to a log. */
  public static final class Receiver implements AutoCloseable {
    private static final int PIECE = 64 * 1024;

    private final long limit;
    private final Room room;
    private final Pieces pieces;
    private final OutputStream out;
    private final byte[] buffer = new byte[PIECE];
    private long bytes;
    private int last = '\n';
    private boolean blank = true;
    private boolean handedOver;

    /**
     * @param limit most bytes of plain text
     * @param room where the memory comes from
     */
    public Receiver(long limit, Room room) {
      this.limit = limit;
      this.room = room;
      this.pieces = new Pieces(room);
      try {
        this.out = new Fast(pieces);
      } catch (IOException e) {
        throw new UncheckedIOException("Memory takes ten bytes", e);
      }
    }

    /**
     * Reads a part to its end: plain or gzip, UTF-8 or UTF-16. A part without text adds nothing.
     *
     * @param declared the character set that the sender named, if any
     * @throws LogTooLargeException when the parts together pass the limit
     * @throws UnreadableLogException when it is no text
     * @throws NoRoomException when too much is being received at the moment
     */
    public void add(InputStream raw, Optional<Charset> declared) throws IOException {
      InputStream text = Plain.of(raw, declared);
      boolean separate = last != '\n';
      for (int n = Plain.readSome(text, buffer); n > 0; n = Plain.readSome(text, buffer)) {
        bytes += n;
        if (bytes > limit) {
          throw new LogTooLargeException(limit);
        }
        if (separate) {
          out.write('\n');
          bytes++;
          separate = false;
        }
        blank = blank && isBlank(n);
        out.write(buffer, 0, n);
        last = buffer[n - 1];
      }
    }

    /**
     * The log that was received.
     *
     * @throws UnreadableLogException when there is no text in it
     */
    public HeldLog log() throws IOException {
      if (blank) {
        throw new UnreadableLogException(UnreadableLogException.Reason.EMPTY);
      }
      out.close();
      handedOver = true;
      return new HeldLog(pieces.done(), bytes, room);
    }

    @Override
    public void close() throws IOException {
      out.close();
      if (!handedOver) {
        room.give(pieces.taken);
      }
    }

    private boolean isBlank(int n) {
      for (int i = 0; i < n; i++) {
        if (buffer[i] > ' ' || buffer[i] < 0) {
          return false;
        }
      }
      return true;
    }
  }

  /** Packs as fast as it can: the log is held for seconds. */
  private static final class Fast extends GZIPOutputStream {
    Fast(OutputStream out) throws IOException {
      super(out, 16 * 1024);
      def.setLevel(Deflater.BEST_SPEED);
    }
  }

  /** Bytes in pieces, so that nothing is copied while it grows. */
  private static final class Pieces extends OutputStream {
    private final Room room;
    private final List<byte[]> pieces = new ArrayList<>();
    private long taken;

    Pieces(Room room) {
      this.room = room;
    }

    @Override
    public void write(int b) throws IOException {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int at, int length) throws IOException {
      if (length > 0) {
        room.take(length);
        taken += length;
        pieces.add(Arrays.copyOfRange(bytes, at, at + length));
      }
    }

    List<byte[]> done() {
      return List.copyOf(pieces);
    }
  }
}
