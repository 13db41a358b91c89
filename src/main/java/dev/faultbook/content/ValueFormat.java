package dev.faultbook.content;

import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.stream.Collectors;

/** The format that writer and reader share. */
final class ValueFormat {
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

  private ValueFormat() {}

  /**
   * The shape of a class: the components of a record with their types, the constants of an enum.
   * Values written for another shape cannot be read.
   */
  static String shapeOf(Class<?> type) {
    if (type.isEnum()) {
      return Arrays.stream(type.getEnumConstants())
          .map(Object::toString)
          .collect(Collectors.joining(","));
    }
    StringBuilder shape = new StringBuilder();
    for (RecordComponent component : type.getRecordComponents()) {
      shape
          .append(component.getName())
          .append(' ')
          .append(component.getType().getName())
          .append(';');
    }
    return shape.toString();
  }
}
