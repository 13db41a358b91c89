package dev.faultbook.content;

import dev.faultbook.signature.Condition;
import dev.faultbook.signature.LinePattern;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Writes immutable values: records, lists, sets, maps, optionals, enums, texts and numbers,
 * patterns and conditions. Each root can be read without the others. Equal values of a root are
 * written once.
 */
public final class ValueWriter {
  static final int MAGIC = 0xFB0C0DE1;

  static final int NULL = 0;
  static final int KNOWN = 1;
  static final int TEXT = 2;
  static final int TRUE = 3;
  static final int FALSE = 4;
  static final int INT = 5;
  static final int LONG = 6;
  static final int BYTES = 7;
  static final int INTS = 8;
  static final int ENUM = 9;
  static final int PATTERN = 10;
  static final int CONDITION = 11;
  static final int DATE = 12;
  static final int OPTIONAL = 13;
  static final int LIST = 14;
  static final int SET = 15;
  static final int MAP = 16;
  static final int RECORD = 17;

  private final Map<String, Integer> strings = new LinkedHashMap<>();
  private final Map<Class<?>, Integer> types = new LinkedHashMap<>();
  private final ByteArrayOutputStream data = new ByteArrayOutputStream();
  private final Map<Integer, Integer> roots = new LinkedHashMap<>();
  private Map<Object, Integer> written = new HashMap<>();

  /** Adds a value and returns its number, from 0. */
  public int addRoot(Object value) {
    written = new HashMap<>();
    roots.put(roots.size(), data.size());
    write(value);
    return roots.size() - 1;
  }

  /** The bytes of all added values. */
  public byte[] toBytes() {
    try {
      ByteArrayOutputStream texts = new ByteArrayOutputStream();
      int[] places = new int[strings.size() + 1];
      int next = 0;
      for (String text : strings.keySet()) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        boolean ascii = bytes.length == text.length();
        places[next++] = texts.size() << 1 | (ascii ? 1 : 0);
        texts.write(bytes);
      }
      places[next] = texts.size() << 1;
      ByteArrayOutputStream all = new ByteArrayOutputStream();
      DataOutputStream out = new DataOutputStream(all);
      out.writeInt(MAGIC);
      out.writeInt(types.size());
      for (Class<?> type : types.keySet()) {
        out.writeUTF(type.getName());
        out.writeUTF(shapeOf(type));
      }
      writeInts(out, roots.values().stream().mapToInt(place -> place).toArray());
      writeInts(out, places);
      out.writeInt(texts.size());
      out.writeInt(data.size());
      texts.writeTo(out);
      data.writeTo(out);
      return all.toByteArray();
    } catch (IOException e) {
      throw new IllegalStateException("Unexpected I/O error in memory", e);
    }
  }

  /**
   * The shape of a class: the components of a record with their types, the constants of an enum.
   * Values written for another shape cannot be read.
   */
  static String shapeOf(Class<?> type) {
    return type.isEnum()
        ? Arrays.stream(type.getEnumConstants())
            .map(Object::toString)
            .collect(Collectors.joining(","))
        : Arrays.stream(type.getRecordComponents())
            .map(one -> one.getName() + " " + one.getType().getName() + ";")
            .collect(Collectors.joining());
  }

  private static void writeInts(DataOutputStream out, int[] numbers) throws IOException {
    out.writeInt(numbers.length);
    for (int number : numbers) {
      out.writeInt(number);
    }
  }

  private void write(@Nullable Object value) {
    Integer known = value == null ? null : written.get(value);
    if (known != null) {
      data.write(KNOWN);
      writeNumber(known);
      return;
    }
    switch (value) {
      case null -> data.write(NULL);
      case String text -> {
        data.write(TEXT);
        writeNumber(strings.computeIfAbsent(text, one -> strings.size()));
      }
      case Boolean flag -> data.write(flag ? TRUE : FALSE);
      case Integer number -> {
        data.write(INT);
        writeNumber(number);
      }
      case Long number -> {
        data.write(LONG);
        writeNumber(number);
      }
      case byte[] bytes -> {
        data.write(BYTES);
        writeNumber(bytes.length);
        data.writeBytes(bytes);
      }
      case int[] numbers -> {
        data.write(INTS);
        writeNumber(numbers.length);
        for (int number : numbers) {
          writeNumber(number);
        }
      }
      case Enum<?> constant -> {
        data.write(ENUM);
        writeNumber(numberOf(constant.getDeclaringClass()));
        writeNumber(constant.ordinal());
      }
      default -> writeComposite(value);
    }
  }

  /** Writes values that the reader numbers once they are complete, for later references. */
  private void writeComposite(Object value) {
    switch (value) {
      case LinePattern pattern when !(pattern instanceof Record) -> {
        data.write(PATTERN);
        write(pattern.traits());
      }
      case Condition condition -> {
        data.write(CONDITION);
        write(condition.toString());
      }
      case LocalDate date -> {
        data.write(DATE);
        writeNumber(date.toEpochDay());
      }
      case Optional<?> optional -> {
        data.write(OPTIONAL);
        write(optional.orElse(null));
      }
      case List<?> list -> writeAll(LIST, list);
      case Set<?> set -> writeAll(SET, set);
      case Map<?, ?> map -> {
        data.write(MAP);
        writeNumber(map.size());
        map.forEach(
            (key, mapped) -> {
              write(key);
              write(mapped);
            });
      }
      case Record all -> {
        data.write(RECORD);
        writeNumber(numberOf(all.getClass()));
        for (RecordComponent component : all.getClass().getRecordComponents()) {
          write(componentOf(all, component));
        }
      }
      default -> throw new IllegalArgumentException("Cannot be packed: " + value.getClass());
    }
    written.put(value, written.size());
  }

  private void writeAll(int tag, Collection<?> values) {
    data.write(tag);
    writeNumber(values.size());
    values.forEach(this::write);
  }

  private static Object componentOf(Record all, RecordComponent component) {
    try {
      component.getAccessor().setAccessible(true);
      return component.getAccessor().invoke(all);
    } catch (IllegalAccessException | InvocationTargetException e) {
      throw new IllegalStateException(component.toString(), e);
    }
  }

  private int numberOf(Class<?> type) {
    return types.computeIfAbsent(type, one -> types.size());
  }

  /**
   * Seven bits per byte, lowest first, with zigzag encoding: numbers near zero are short regardless
   * of sign.
   */
  private void writeNumber(long number) {
    long left = number << 1 ^ number >> 63;
    while ((left & ~0x7FL) != 0) {
      data.write((int) (left & 0x7F | 0x80));
      left >>>= 7;
    }
    data.write((int) left);
  }
}
