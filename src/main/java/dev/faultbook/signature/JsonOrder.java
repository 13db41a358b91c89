package dev.faultbook.signature;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** The order of JSON values in jq: null, false, true, numbers, texts, lists, maps. */
final class JsonOrder {
  private static final List<String> TYPES =
      List.of("null", "boolean", "number", "string", "array", "object");

  private JsonOrder() {}

  static String typeName(JsonNode node) {
    if (node.isNull()) {
      return "null";
    }
    if (node.isBoolean()) {
      return "boolean";
    }
    if (node.isNumber()) {
      return "number";
    }
    if (node.isString()) {
      return "string";
    }
    return node.isArray() ? "array" : "object";
  }

  /** Below 0, 0 or above 0. The parser limits the depth of values. */
  static int compare(JsonNode a, JsonNode b) {
    String type = typeName(a);
    int byType = Integer.compare(TYPES.indexOf(type), TYPES.indexOf(typeName(b)));
    if (byType != 0) {
      return byType;
    }
    return switch (type) {
      case "null" -> 0;
      case "boolean" -> Boolean.compare(a.booleanValue(), b.booleanValue());
      case "number" -> compareNumbers(a, b);
      case "string" -> a.stringValue().compareTo(b.stringValue());
      case "array" -> compareElements(a, b);
      default -> compareMembers(a, b);
    };
  }

  private static int compareNumbers(JsonNode a, JsonNode b) {
    // Exact for integers that do not fit into a double.
    return a.canConvertToLong()
            && b.canConvertToLong()
            && a.isIntegralNumber()
            && b.isIntegralNumber()
        ? Long.compare(a.longValue(), b.longValue())
        : Double.compare(a.asDouble(), b.asDouble());
  }

  private static int compareElements(JsonNode a, JsonNode b) {
    Iterator<JsonNode> others = b.values().iterator();
    for (JsonNode one : a.values()) {
      if (!others.hasNext()) {
        return 1;
      }
      int order = compare(one, others.next());
      if (order != 0) {
        return order;
      }
    }
    return others.hasNext() ? -1 : 0;
  }

  private static int compareMembers(JsonNode a, JsonNode b) {
    List<String> mine = sortedNames(a);
    List<String> theirs = sortedNames(b);
    for (int i = 0; i < Math.min(mine.size(), theirs.size()); i++) {
      int order = mine.get(i).compareTo(theirs.get(i));
      if (order != 0) {
        return order;
      }
    }
    if (mine.size() != theirs.size()) {
      return Integer.compare(mine.size(), theirs.size());
    }
    for (String name : mine) {
      int order = compare(a.get(name), b.get(name));
      if (order != 0) {
        return order;
      }
    }
    return 0;
  }

  private static List<String> sortedNames(JsonNode node) {
    List<String> names = new ArrayList<>(node.propertyNames());
    Collections.sort(names);
    return names;
  }

  static String upperAscii(String s) {
    StringBuilder out = new StringBuilder(s.length());
    for (int i = 0; i < s.length(); i++) {
      char c = s.charAt(i);
      out.append(c >= 'a' && c <= 'z' ? (char) (c - 32) : c);
    }
    return out.toString();
  }
}
