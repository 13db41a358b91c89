package dev.faultbook.log;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Turns a pickle of PyTorch's flight recorder into text: JSON with one record a line.
 *
 * <p>Only opcodes of plain data are read: numbers, text, lists, tuples and dictionaries, of the
 * protocols 2 to 5. An opcode that names a class, calls a function or asks for an object from
 * outside ends the reading with an error; nothing is ever resolved or executed. Bytes, values,
 * depth and the length of the text are limited, because a value may refer to another one many
 * times.
 */
public final class PickleText {
  static final int MAX_BYTES = 16 * 1024 * 1024;
  private static final int MAX_VALUES = 3_000_000;
  private static final int MAX_DEPTH = 24;
  private static final int MAX_TEXT = 32 * 1024 * 1024;
  private static final int MAX_NUMBER = 64;

  /** One at a time: the values take some ten times the memory of the file. */
  private static final Lock ONE = new ReentrantLock();

  private static final Object MARK = new Object();
  private static final String ENTRIES = "entries";

  /** Keys of a recording; other pickles are no logs. */
  private static final List<String> KEYS =
      List.of(ENTRIES, "pg_config", "pg_status", "nccl_comm_state");

  private final ByteBuffer in;
  private final Deque<Object> stack = new ArrayDeque<>();
  private final Map<Integer, Object> memo = new HashMap<>();
  private int values;

  private PickleText(byte[] bytes) {
    in = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  /** Whether bytes are the start of a pickle of a dictionary. */
  public static boolean isPickle(byte[] start) {
    if (start.length < 4 || (start[0] & 0xff) != 0x80 || start[1] < 2 || start[1] > 5) {
      return false;
    }
    // From protocol 4 on a frame with its length may come first.
    int at = (start[2] & 0xff) == 0x95 ? 11 : 2;
    return at < start.length && start[at] == '}';
  }

  /**
   * Reads a pickle to its end.
   *
   * @throws IOException if it cannot be read, is too large, or holds more than plain data
   */
  public static InputStream open(InputStream pickle) throws IOException {
    byte[] bytes = pickle.readNBytes(MAX_BYTES + 1);
    if (bytes.length > MAX_BYTES) {
      throw new IOException("The pickle is larger than " + MAX_BYTES + " bytes");
    }
    ONE.lock();
    try {
      Object value = new PickleText(bytes).readValue();
      if (!(value instanceof Map<?, ?> map) || KEYS.stream().noneMatch(map::containsKey)) {
        throw new IOException("The pickle is no recording of the flight recorder");
      }
      return new ByteArrayInputStream(toText(map));
    } catch (RuntimeException malformed) {
      // Too few bytes or values, a wrong type, or a negative length.
      throw new IOException("The pickle is malformed", malformed);
    } finally {
      ONE.unlock();
    }
  }

  private Object readValue() throws IOException {
    while (true) {
      int opcode = in.get() & 0xff;
      if (opcode == '.') {
        return stack.pop();
      }
      if (++values > MAX_VALUES) {
        throw new IOException("The pickle has too many values");
      }
      if (!readScalar(opcode) && !readCollection(opcode) && !readMemo(opcode)) {
        throw new IOException("The pickle has more than plain data: opcode " + opcode);
      }
    }
  }

  private boolean readScalar(int opcode) throws IOException {
    switch (opcode) {
      case 0x80 -> in.get(); // protocol
      case 0x95 -> in.getLong(); // frame
      case 'N' -> stack.push(Null.NULL);
      case 0x88 -> stack.push(true);
      case 0x89 -> stack.push(false);
      case 'J' -> stack.push((long) in.getInt());
      case 'K' -> stack.push((long) (in.get() & 0xff));
      case 'M' -> stack.push((long) (in.getShort() & 0xffff));
      case 0x8a -> stack.push(readLong(in.get() & 0xff));
      case 'G' -> stack.push(in.duplicate().order(ByteOrder.BIG_ENDIAN).getDouble());
      case 'X', 'T', 'B' -> stack.push(readText(in.getInt()));
      case 0x8c, 'U', 'C' -> stack.push(readText(in.get() & 0xff));
      case 0x8d, 0x8e -> stack.push(readText(Math.toIntExact(in.getLong())));
      default -> {
        return false;
      }
    }
    if (opcode == 'G') {
      in.position(in.position() + Double.BYTES);
    }
    return true;
  }

  private enum Null {
    NULL
  }

  private Object readLong(int length) throws IOException {
    if (length > MAX_NUMBER) {
      throw new IOException("The pickle has a number of " + length + " bytes");
    }
    byte[] bytes = new byte[length + 1];
    for (int i = length; i > 0; i--) {
      bytes[i] = in.get();
    }
    bytes[0] = length > 0 && bytes[1] < 0 ? (byte) -1 : 0;
    return new BigInteger(bytes);
  }

  private String readText(int length) {
    byte[] bytes = new byte[Math.min(length, in.remaining() + 1)];
    in.get(bytes);
    return new String(bytes, StandardCharsets.UTF_8);
  }

  private boolean readCollection(int opcode) {
    switch (opcode) {
      case '(' -> stack.push(MARK);
      case '}' -> stack.push(new LinkedHashMap<>());
      case ']', ')', 0x8f -> stack.push(new ArrayList<>());
      case 't', 'l', 0x91 -> stack.push(popToMark());
      case 0x85, 0x86, 0x87 -> stack.push(popSome(opcode - 0x84));
      case 'd' -> {
        List<Object> items = popToMark();
        stack.push(new LinkedHashMap<>());
        putAll(items);
      }
      case 'a' -> append(popSome(1));
      case 'e', 0x90 -> append(popToMark());
      case 's' -> putAll(popSome(2));
      case 'u' -> putAll(popToMark());
      default -> {
        return false;
      }
    }
    return true;
  }

  private boolean readMemo(int opcode) {
    switch (opcode) {
      case 'q' -> memo.put(in.get() & 0xff, stack.element());
      case 'r' -> memo.put(in.getInt(), stack.element());
      case 0x94 -> memo.put(memo.size(), stack.element());
      case 'h' -> stack.push(known(in.get() & 0xff));
      case 'j' -> stack.push(known(in.getInt()));
      case '0' -> stack.pop();
      case '1' -> popToMark();
      default -> {
        return false;
      }
    }
    return true;
  }

  private Object known(int key) {
    Object value = memo.get(key);
    if (value == null) {
      throw new IllegalArgumentException("unknown value " + key);
    }
    return value;
  }

  private List<Object> popToMark() {
    List<Object> items = new ArrayList<>();
    for (Object item = stack.pop(); item != MARK; item = stack.pop()) {
      items.add(item);
    }
    return items.reversed();
  }

  private List<Object> popSome(int count) {
    List<Object> items = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      items.add(stack.pop());
    }
    return items.reversed();
  }

  @SuppressWarnings("unchecked")
  private void append(List<Object> items) {
    ((List<Object>) stack.element()).addAll(items);
  }

  @SuppressWarnings("unchecked")
  private void putAll(List<Object> items) {
    Map<String, Object> map = (Map<String, Object>) stack.element();
    for (int i = 0; i < items.size(); i += 2) {
      if (items.get(i) instanceof Map || items.get(i) instanceof List) {
        throw new IllegalArgumentException("a key that is no scalar");
      }
      map.put(items.get(i).toString(), items.get(i + 1));
    }
  }

  private static byte[] toText(Map<?, ?> recording) {
    StringBuilder out = new StringBuilder("{");
    recording.forEach(
        (key, value) -> {
          if (!key.equals(ENTRIES)) {
            writeField(out, key, value, 1);
            out.append(",\n");
          }
        });
    out.append("\"entries\": [");
    String before = "\n";
    List<?> entries = recording.get(ENTRIES) instanceof List<?> list ? list : List.of();
    for (Object entry : entries) {
      out.append(before);
      write(out, entry, 2);
      before = ",\n";
    }
    return out.append("\n]}\n").toString().getBytes(StandardCharsets.UTF_8);
  }

  private static void write(StringBuilder out, Object value, int depth) {
    if (depth > MAX_DEPTH || out.length() > MAX_TEXT) {
      throw new IllegalArgumentException("too deep or too long");
    }
    switch (value) {
      case Map<?, ?> map -> {
        out.append('{');
        String[] before = {""};
        // The stack of a record is long: what it is stands first.
        Object frames = map.get("frames");
        map.forEach(
            (key, of) -> {
              if (of != frames) {
                out.append(before[0]);
                writeField(out, key, of, depth + 1);
                before[0] = ", ";
              }
            });
        if (frames != null) {
          out.append(before[0]);
          writeField(out, "frames", frames, depth + 1);
        }
        out.append('}');
      }
      case List<?> list -> {
        out.append('[');
        String before = "";
        for (Object item : list) {
          out.append(before);
          write(out, item, depth + 1);
          before = ", ";
        }
        out.append(']');
      }
      case Null none -> out.append("null");
      case Double number -> out.append(Double.isFinite(number) ? number.toString() : "null");
      case String text -> writeString(out, text);
      default -> out.append(value); // a whole number or a truth value
    }
  }

  private static void writeField(StringBuilder out, Object key, @Nullable Object value, int depth) {
    writeString(out, key.toString());
    out.append(": ");
    write(out, value == null ? Null.NULL : value, depth);
  }

  private static void writeString(StringBuilder out, String text) {
    out.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        out.append('\\').append(c);
      } else if (c < ' ') {
        out.append(String.format("\\u%04x", (int) c));
      } else {
        out.append(c);
      }
    }
    out.append('"');
  }
}
