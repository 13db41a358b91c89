package dev.faultbook.api.chat;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The fields of a message in the wire format of Protocol Buffers, in their order: numbers and
 * sequences of bytes, which is all that Feishu's frames hold.
 *
 * @see <a href="https://protobuf.dev/programming-guides/encoding/">Encoding</a>
 */
record ProtoFields(List<Field> fields) {
  private static final int VARINT = 0;
  private static final int LENGTH = 2;
  private static final int MAX_SHIFT = 63;

  ProtoFields {
    fields = List.copyOf(fields);
  }

  /** A field. */
  sealed interface Field {
    int id();
  }

  /** A whole number. */
  record Varint(int id, long value) implements Field {}

  /** Bytes, such as a text or a message. */
  @SuppressWarnings("ArrayRecordComponent") // Compared by nobody.
  record Bytes(int id, byte[] value) implements Field {
    static Bytes of(int id, String text) {
      return new Bytes(id, text.getBytes(UTF_8));
    }
  }

  /**
   * Reads a message.
   *
   * @throws IOException if it is none, or has fields of other types
   */
  static ProtoFields parse(byte[] bytes) throws IOException {
    List<Field> fields = new ArrayList<>();
    Reader reader = new Reader(bytes);
    while (reader.at < bytes.length) {
      long tag = reader.readVarint();
      int id = (int) (tag >>> 3);
      switch ((int) (tag & 7)) {
        case VARINT -> fields.add(new Varint(id, reader.readVarint()));
        case LENGTH -> fields.add(new Bytes(id, reader.readBytes()));
        default -> throw new IOException("a field of an unknown type");
      }
    }
    return new ProtoFields(fields);
  }

  /** The number of a field; 0 if there is none. */
  long number(int id) {
    return fields.stream()
        .filter(field -> field.id() == id)
        .mapToLong(field -> field instanceof Varint(_, long value) ? value : 0)
        .findFirst()
        .orElse(0);
  }

  /** The bytes of each field of that number. */
  List<byte[]> all(int id) {
    List<byte[]> all = new ArrayList<>();
    for (Field field : fields) {
      if (field instanceof Bytes(int number, byte[] value) && number == id) {
        all.add(value);
      }
    }
    return all;
  }

  /** The first field of that number as text; empty if there is none. */
  String text(int id) {
    return Optional.of(all(id))
        .filter(all -> !all.isEmpty())
        .map(all -> new String(all.getFirst(), UTF_8))
        .orElse("");
  }

  /** The same with another field in place of those of its number. */
  ProtoFields with(Field field) {
    List<Field> changed = new ArrayList<>(fields);
    changed.removeIf(old -> old.id() == field.id());
    changed.add(field);
    return new ProtoFields(changed);
  }

  byte[] toBytes() {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (Field field : fields) {
      switch (field) {
        case Varint(int id, long value) -> {
          writeVarint(out, (long) id << 3 | VARINT);
          writeVarint(out, value);
        }
        case Bytes(int id, byte[] value) -> {
          writeVarint(out, (long) id << 3 | LENGTH);
          writeVarint(out, value.length);
          out.writeBytes(value);
        }
      }
    }
    return out.toByteArray();
  }

  private static void writeVarint(ByteArrayOutputStream out, long value) {
    long rest = value;
    while ((rest & ~0x7fL) != 0) {
      out.write((int) (rest & 0x7f | 0x80));
      rest >>>= 7;
    }
    out.write((int) rest);
  }

  private static final class Reader {
    private final byte[] bytes;
    private int at;

    Reader(byte[] bytes) {
      this.bytes = bytes;
    }

    long readVarint() throws IOException {
      long value = 0;
      for (int shift = 0; shift <= MAX_SHIFT && at < bytes.length; shift += 7) {
        byte b = bytes[at++];
        value |= (b & 0x7fL) << shift;
        if (b >= 0) {
          return value;
        }
      }
      throw new IOException("a number that does not end");
    }

    byte[] readBytes() throws IOException {
      long length = readVarint();
      if (length < 0 || length > bytes.length - at) {
        throw new IOException("a field that is cut off");
      }
      byte[] value = Arrays.copyOfRange(bytes, at, at + (int) length);
      at += (int) length;
      return value;
    }
  }
}
