package dev.faultbook.content;

import dev.faultbook.signature.Condition;
import dev.faultbook.signature.PatternTraits;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads values of a {@link ValueWriter}. Texts and classes are resolved on demand. Thread-safe. */
public final class ValueReader {
  private final byte[] bytes;
  private final String[] typeNames;
  private final String[] shapes;
  private final Type[] types;
  private final int[] roots;
  private final int[] places;
  private final String[] strings;
  private final int texts;
  private final int data;

  /** A class with its constructor. */
  private record Type(
      @Nullable Constructor<?> constructor, int components, Object @Nullable [] constants) {}

  /**
   * @throws IllegalArgumentException if the bytes have another format
   */
  public ValueReader(byte[] bytes) {
    this.bytes = bytes;
    ByteBuffer in = ByteBuffer.wrap(bytes);
    if (in.getInt() != ValueWriter.MAGIC) {
      throw new IllegalArgumentException("These bytes were not written by this program");
    }
    int count = in.getInt();
    typeNames = new String[count];
    shapes = new String[count];
    types = new Type[count];
    for (int i = 0; i < count; i++) {
      typeNames[i] = readName(in);
      shapes[i] = readName(in);
    }
    roots = readInts(in);
    places = readInts(in);
    strings = new String[places.length - 1];
    int length = in.getInt();
    in.getInt();
    texts = in.position();
    data = texts + length;
  }

  private static String readName(ByteBuffer in) {
    byte[] name = new byte[in.getShort() & 0xFFFF];
    in.get(name);
    return new String(name, StandardCharsets.UTF_8);
  }

  private static int[] readInts(ByteBuffer in) {
    int[] numbers = new int[in.getInt()];
    in.asIntBuffer().get(numbers);
    in.position(in.position() + numbers.length * Integer.BYTES);
    return numbers;
  }

  public int size() {
    return roots.length;
  }

  /** The value of the root with a number. */
  public Object readRoot(int number) {
    return Objects.requireNonNull(new Pass(data + roots[number]).read());
  }

  private String textOf(int number) {
    String text = strings[number];
    if (text == null) {
      int from = places[number];
      int to = places[number + 1] >>> 1;
      text =
          new String(
              bytes,
              texts + (from >>> 1),
              to - (from >>> 1),
              (from & 1) == 0 ? StandardCharsets.UTF_8 : StandardCharsets.ISO_8859_1);
      strings[number] = text;
    }
    return text;
  }

  private Type typeOf(int number) {
    Type type = types[number];
    if (type == null) {
      type = findType(typeNames[number], shapes[number]);
      types[number] = type;
    }
    return type;
  }

  private static Type findType(String name, String shape) {
    try {
      Class<?> type = Class.forName(name);
      if (!ValueWriter.shapeOf(type).equals(shape)) {
        throw new IllegalArgumentException("The content was packed for another " + name);
      }
      if (type.isEnum()) {
        return new Type(null, 0, type.getEnumConstants());
      }
      RecordComponent[] components = type.getRecordComponents();
      Class<?>[] parameters =
          Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
      Constructor<?> constructor = type.getDeclaredConstructor(parameters);
      constructor.setAccessible(true);
      return new Type(constructor, components.length, null);
    } catch (ReflectiveOperationException e) {
      throw new IllegalArgumentException("The content was packed for another program: " + name, e);
    }
  }

  /** The reading of one root. */
  private final class Pass {
    private int at;
    private Object[] known = new Object[64];
    private int count;

    Pass(int at) {
      this.at = at;
    }

    private int readNumber() {
      return (int) readLong();
    }

    private long readLong() {
      long value = 0;
      int shift = 0;
      byte next;
      do {
        next = bytes[at++];
        value |= (next & 0x7FL) << shift;
        shift += 7;
      } while (next < 0);
      return value >>> 1 ^ -(value & 1);
    }

    @Nullable Object read() {
      int tag = bytes[at++];
      return switch (tag) {
        case ValueWriter.NULL -> null;
        case ValueWriter.KNOWN -> known[readNumber()];
        case ValueWriter.TEXT -> textOf(readNumber());
        case ValueWriter.TRUE -> true;
        case ValueWriter.FALSE -> false;
        case ValueWriter.INT -> Integer.valueOf(readNumber());
        case ValueWriter.LONG -> Long.valueOf(readLong());
        case ValueWriter.BYTES -> readBytes();
        case ValueWriter.INTS -> readInts();
        case ValueWriter.ENUM ->
            Objects.requireNonNull(typeOf(readNumber()).constants())[readNumber()];
        default -> remember(readComposite(tag));
      };
    }

    private Object remember(Object value) {
      if (count == known.length) {
        known = Arrays.copyOf(known, 2 * count);
      }
      known[count++] = value;
      return value;
    }

    private Object readComposite(int tag) {
      return switch (tag) {
        case ValueWriter.PATTERN -> ((PatternTraits) Objects.requireNonNull(read())).toPattern();
        case ValueWriter.CONDITION -> Condition.ofChecked((String) Objects.requireNonNull(read()));
        case ValueWriter.DATE -> LocalDate.ofEpochDay(readLong());
        case ValueWriter.OPTIONAL -> Optional.ofNullable(read());
        case ValueWriter.LIST -> List.of(readAll());
        case ValueWriter.SET -> readSet();
        case ValueWriter.MAP -> readMap();
        case ValueWriter.RECORD -> readRecord(typeOf(readNumber()));
        default -> throw new IllegalArgumentException("No value begins with " + tag);
      };
    }

    private Object[] readAll() {
      Object[] values = new Object[readNumber()];
      for (int i = 0; i < values.length; i++) {
        values[i] = read();
      }
      return values;
    }

    /** Keeps the order in which it was written. */
    private Set<Object> readSet() {
      Object[] values = readAll();
      return values.length < 2
          ? Set.of(values)
          : Collections.unmodifiableSet(new LinkedHashSet<>(Arrays.asList(values)));
    }

    private Map<Object, Object> readMap() {
      int size = readNumber();
      if (size == 0) {
        return Map.of();
      }
      Map<Object, Object> map = LinkedHashMap.newLinkedHashMap(size);
      for (int i = 0; i < size; i++) {
        map.put(read(), read());
      }
      return Collections.unmodifiableMap(map);
    }

    private byte[] readBytes() {
      int length = readNumber();
      at += length;
      return Arrays.copyOfRange(bytes, at - length, at);
    }

    private int[] readInts() {
      int[] numbers = new int[readNumber()];
      for (int i = 0; i < numbers.length; i++) {
        numbers[i] = readNumber();
      }
      return numbers;
    }

    private Object readRecord(Type type) {
      Object[] components = new Object[type.components()];
      for (int i = 0; i < components.length; i++) {
        components[i] = read();
      }
      try {
        return Objects.requireNonNull(type.constructor()).newInstance(components);
      } catch (InstantiationException | IllegalAccessException | InvocationTargetException e) {
        throw new IllegalArgumentException("A packed value is not valid", e);
      }
    }
  }
}
