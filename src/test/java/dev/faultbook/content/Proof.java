package dev.faultbook.content;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/**
 * What a check command meets with the fault present and after the fix: what the tools that it calls
 * print, the files that it reads and its environment.
 *
 * @param values what is filled in for the words of the command that the reader replaces
 * @param tools the programs it calls
 * @param files the files it reads, by absolute path, or relative to the folder it runs in; a folder
 *     ends with {@code /}; Python modules lie in {@code /python/}
 * @param environment the variables it reads, by name
 */
record Proof(
    Map<String, String> values, List<Tool> tools, List<Thing> files, List<Thing> environment) {

  /** An answer of a tool: what it prints to both streams, and its exit status. */
  record Answer(String out, String err, int status) {}

  /**
   * What a tool answers to one command line.
   *
   * @param run the command line with its name in front, in which {@code *} stands for any text
   * @param fault one answer for each call with the fault present; the last one repeats
   * @param fixed the same after the fix
   */
  record Tool(String run, List<Answer> fault, List<Answer> fixed) {
    String name() {
      int end = run.indexOf(' ');
      return end < 0 ? run : run.substring(0, end);
    }
  }

  /** A file or a variable, with its content in both states; null where it is absent. */
  record Thing(String name, String fault, String fixed) {}

  static Proof read(Path file) throws IOException {
    Load load = new Load(LoadSettings.builder().setLabel(file.toString()).build());
    Map<?, ?> root = (Map<?, ?>) load.loadFromString(Files.readString(file));
    only(file, root, Set.of("source", "values", "tools", "files", "environment"));
    Map<String, String> values = new java.util.TreeMap<>();
    if (root.get("values") instanceof Map<?, ?> given) {
      given.forEach((name, value) -> values.put(name.toString(), value.toString()));
    }
    List<Tool> tools = new ArrayList<>();
    for (Map<?, ?> tool : maps(root, "tools")) {
      only(file, tool, Set.of("run", "fault", "fixed", "source"));
      requireSource(file, root, tool);
      Object fixed = tool.get("fixed");
      Object fault = tool.containsKey("fault") ? tool.get("fault") : fixed;
      tools.add(new Tool(tool.get("run").toString(), answers(fault), answers(fixed)));
    }
    List<Thing> files = new ArrayList<>();
    for (Map<?, ?> found : maps(root, "files")) {
      only(file, found, Set.of("path", "fault", "fixed", "source"));
      requireSource(file, root, found);
      files.add(thing(found, "path"));
    }
    List<Thing> environment = new ArrayList<>();
    for (Map<?, ?> variable : maps(root, "environment")) {
      only(file, variable, Set.of("name", "fault", "fixed"));
      environment.add(thing(variable, "name"));
    }
    return new Proof(values, tools, files, environment);
  }

  private static Thing thing(Map<?, ?> map, String key) {
    Object fixed = map.get("fixed");
    Object fault = map.containsKey("fault") ? map.get("fault") : fixed;
    return new Thing(
        map.get(key).toString(),
        fault == null ? null : fault.toString(),
        fixed == null ? null : fixed.toString());
  }

  private static List<Map<?, ?>> maps(Map<?, ?> root, String key) {
    List<Map<?, ?>> maps = new ArrayList<>();
    if (root.get(key) instanceof List<?> list) {
      list.forEach(item -> maps.add((Map<?, ?>) item));
    }
    return maps;
  }

  private static void only(Path file, Map<?, ?> map, Set<String> keys) {
    map.keySet()
        .forEach(
            key -> {
              if (!keys.contains(key.toString())) {
                throw new IllegalArgumentException(file + ": unknown key " + key);
              }
            });
  }

  private static void requireSource(Path file, Map<?, ?> root, Map<?, ?> item) {
    if (!item.containsKey("source") && !root.containsKey("source")) {
      throw new IllegalArgumentException(file + ": no source for " + item);
    }
  }

  private static List<Answer> answers(Object value) {
    return value instanceof List<?> list
        ? list.stream().map(Proof::answer).toList()
        : List.of(answer(value));
  }

  private static Answer answer(Object value) {
    return switch (value) {
      case null -> new Answer("", "", 0);
      case Integer status -> new Answer("", "", status);
      case Map<?, ?> map ->
          new Answer(
              text(map.get("out")),
              text(map.get("err")),
              map.get("status") instanceof Integer s ? s : 0);
      default -> new Answer(value.toString(), "", 0);
    };
  }

  private static String text(Object value) {
    return value == null ? "" : value.toString();
  }
}
