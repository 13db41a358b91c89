package dev.faultbook.cre;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.faultbook.content.ContentFiles;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Imports a folder of rules. The entry point of the package.
 *
 * <p>Every YAML file that has a {@code test.log} beside it is read as a file of rules, at most four
 * folders deep; links are not followed. Rules of one file share its logs: {@code test.log}, in
 * which they have to be found, and {@code test-fp.log}, in which they must not.
 */
public final class CreImport {
  static final int MAX_RULE_BYTES = 1024 * 1024;

  /** Larger logs are not imported. */
  static final int MAX_LOG_BYTES = 8 * 1024 * 1024;

  private static final int MAX_DEPTH = 5;
  private static final String LOG = "test.log";
  private static final String NEAR_MISS = "test-fp.log";

  private final Path to;
  private final LocalDate day;
  private final List<Refusal> refusals = new ArrayList<>();
  private final Set<String> ids = new HashSet<>();

  private CreImport(Path to, LocalDate day) {
    this.to = to;
    this.day = day;
  }

  /**
   * The result of an import.
   *
   * @param written number of entries that were written
   * @param refusals rules that were not converted, in the order of the files
   */
  public record Result(int written, List<Refusal> refusals) {
    public Result {
      refusals = List.copyOf(refusals);
    }
  }

  /**
   * Writes a content folder with an entry for each rule that can be turned, and the packed rules
   * for facts beside them.
   *
   * @param from the folder of rules
   * @param to the folder to write; made when it is missing
   * @param day the day that the entries bear
   * @throws IOException when a folder cannot be read or written, {@code from} holds no rules, or
   *     {@code to} is not empty: nothing that is there is ever overwritten
   */
  public static Result importRules(Path from, Path to, LocalDate day) throws IOException {
    if (!Files.isDirectory(from)) {
      throw new NoSuchFileException(from.toString());
    }
    if (Files.exists(to, LinkOption.NOFOLLOW_LINKS)) {
      try (Stream<Path> there = Files.list(to)) {
        if (there.findAny().isPresent()) {
          throw new IOException(to + " is not empty; name a new folder");
        }
      }
    }
    List<Path> files = findRuleFiles(from);
    if (files.isEmpty()) {
      throw new IOException(from + " holds no rules: folders with a YAML file and a " + LOG);
    }
    CreImport run = new CreImport(to, day);
    for (Path file : files) {
      run.importFile(from.relativize(file).toString().replace('\\', '/'), file);
    }
    for (Map.Entry<String, byte[]> file : ContentFiles.loadPacked().files().entrySet()) {
      if (file.getKey().startsWith("facts/")) {
        run.writeFile(file.getKey(), file.getValue());
      }
    }
    return new Result(run.ids.size(), run.refusals);
  }

  /**
   * Records in an imported entry that other entries match one of its logs too.
   *
   * @param folder the written content folder
   * @param others ids of the others
   * @throws IOException if the entry cannot be written
   */
  public static void foundToo(Path folder, String entry, String log, List<String> others)
      throws IOException {
    StringBuilder also = new StringBuilder("also:\n  " + log + ":\n");
    others.forEach(id -> also.append("    ").append(id).append(": it matches this log too\n"));
    Path file = folder.resolve("entries").resolve(entry).resolve("entry.yaml");
    Files.writeString(file, also, StandardOpenOption.APPEND);
  }

  private static List<Path> findRuleFiles(Path from) throws IOException {
    try (Stream<Path> paths = Files.walk(from, MAX_DEPTH)) {
      return paths
          .filter(path -> Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS))
          .filter(path -> path.toString().endsWith(".yaml") || path.toString().endsWith(".yml"))
          .filter(path -> Files.exists(path.resolveSibling(LOG), LinkOption.NOFOLLOW_LINKS))
          .sorted()
          .toList();
    }
  }

  private void importFile(String name, Path file) throws IOException {
    try {
      String text = decodeText(readFile(file, MAX_RULE_BYTES));
      List<RuleReader.Rule> rules = RuleReader.readRules(name, text, refusals::add);
      Map<String, byte[]> logs = new LinkedHashMap<>();
      logs.put(LOG, readFile(file.resolveSibling(LOG), MAX_LOG_BYTES));
      Path nearMiss = file.resolveSibling(NEAR_MISS);
      if (Files.exists(nearMiss, LinkOption.NOFOLLOW_LINKS)) {
        logs.put(NEAR_MISS.replace(".log", ".not.log"), readFile(nearMiss, MAX_LOG_BYTES));
      }
      for (RuleReader.Rule rule : rules) {
        importRule(name, rule, logs);
      }
    } catch (RuleRefusedException e) {
      refusals.add(new Refusal(name, e.line(), "", e.getMessage()));
    }
  }

  private void importRule(String name, RuleReader.Rule rule, Map<String, byte[]> logs)
      throws IOException {
    try {
      RuleEntry entry = new RuleEntry(rule, day);
      if (ids.contains(entry.entryId())) {
        throw new RuleRefusedException(rule.line(), "another rule has this id");
      }
      for (Map.Entry<String, byte[]> file : entry.toFiles(logs).entrySet()) {
        writeFile(file.getKey(), file.getValue());
      }
      ids.add(entry.entryId());
    } catch (RuleRefusedException e) {
      refusals.add(new Refusal(name, e.line(), rule.id(), e.getMessage()));
    }
  }

  private void writeFile(String name, byte[] bytes) throws IOException {
    Path file = to.resolve(name);
    Files.createDirectories(file.getParent());
    Files.write(file, bytes);
  }

  private static byte[] readFile(Path file, int max) throws IOException, RuleRefusedException {
    if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
      throw new RuleRefusedException(0, file.getFileName() + " is not a regular file");
    }
    try (InputStream in = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS)) {
      byte[] bytes = in.readNBytes(max + 1);
      if (bytes.length > max) {
        throw new RuleRefusedException(
            0, file.getFileName() + " is larger than " + max / 1024 + " KiB");
      }
      return bytes;
    }
  }

  private static String decodeText(byte[] bytes) throws RuleRefusedException {
    try {
      return UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      throw new RuleRefusedException(0, "the file is not UTF-8");
    }
  }
}
