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
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Writes immutable values: records, lists, sets, maps, optionals, enums, texts and numbers,
 * patterns and conditions. Each root can be read without the others. Equal values of a root are
 * written once.
 */
public final class ValueWriter {
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
      out.writeInt(ValueFormat.MAGIC);
      out.writeInt(types.size());
      for (Class<?> type : types.keySet()) {
        out.writeUTF(type.getName());
        out.writeUTF(ValueFormat.shapeOf(type));
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

  private static void writeInts(DataOutputStream out, int[] numbers) throws IOException {
    out.writeInt(numbers.length);
    for (int number : numbers) {
      out.writeInt(number);
    }
  }

  private void write(@Nullable Object value) {
    Integer known = value == null ? null : written.get(value);
    if (known != null) {
      data.write(ValueFormat.KNOWN);
      writeNumber(known);
      return;
    }
    switch (value) {
      case null -> data.write(ValueFormat.NULL);
      case String text -> {
        data.write(ValueFormat.TEXT);
        writeNumber(strings.computeIfAbsent(text, one -> strings.size()));
      }
      case Boolean flag -> data.write(flag ? ValueFormat.TRUE : ValueFormat.FALSE);
      case Integer number -> {
        data.write(ValueFormat.INT);
        writeNumber(number);
      }
      case Long number -> {
        data.write(ValueFormat.LONG);
        writeNumber(number);
      }
      case byte[] bytes -> {
        data.write(ValueFormat.BYTES);
        writeNumber(bytes.length);
        data.writeBytes(bytes);
      }
      case int[] numbers -> {
        data.write(ValueFormat.INTS);
        writeNumber(numbers.length);
        for (int number : numbers) {
          writeNumber(number);
        }
      }
      case Enum<?> constant -> {
        data.write(ValueFormat.ENUM);
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
        data.write(ValueFormat.PATTERN);
        write(pattern.traits());
      }
      case Condition condition -> {
        data.write(ValueFormat.CONDITION);
        write(condition.toString());
      }
      case LocalDate date -> {
        data.write(ValueFormat.DATE);
        writeNumber(date.toEpochDay());
      }
      case Optional<?> optional -> {
        data.write(ValueFormat.OPTIONAL);
        write(optional.orElse(null));
      }
      case List<?> list -> writeAll(ValueFormat.LIST, list);
      case Set<?> set -> writeAll(ValueFormat.SET, set);
      case Map<?, ?> map -> {
        data.write(ValueFormat.MAP);
        writeNumber(map.size());
        map.forEach(
            (key, mapped) -> {
              write(key);
              write(mapped);
            });
      }
      case Record all -> {
        data.write(ValueFormat.RECORD);
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
