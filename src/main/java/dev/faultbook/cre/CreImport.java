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
  /** Largest file of rules, in bytes. */
  static final int LARGEST_RULES = 1024 * 1024;

  /** Largest log, in bytes; larger ones are not imported. */
  static final int LARGEST_LOG = 8 * 1024 * 1024;

  private static final int DEEPEST = 5;
  private static final String LOG = "test.log";
  private static final String NEAR_MISS = "test-fp.log";

  private final Path from;
  private final Path to;
  private final LocalDate day;
  private final List<Refusal> refusals = new ArrayList<>();
  private final Set<String> ids = new HashSet<>();
  private int written;

  private CreImport(Path from, Path to, LocalDate day) {
    this.from = from;
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
    return new CreImport(from, to, day).importAll();
  }

  /**
   * Records in an imported entry that other entries match one of its logs too.
   *
   * @param folder the written content folder
   * @param entry the entry's id
   * @param log the log's name
   * @param others ids of the others
   * @throws IOException if the entry cannot be written
   */
  public static void foundToo(Path folder, String entry, String log, List<String> others)
      throws IOException {
    StringBuilder also = new StringBuilder("also:\n  " + log + ":\n");
    others.forEach(id -> also.append("    ").append(id).append(": it matches this log too\n"));
    Files.writeString(
        folder.resolve("entries").resolve(entry).resolve("entry.yaml"),
        also,
        StandardOpenOption.APPEND);
  }

  private Result importAll() throws IOException {
    List<Path> files = ruleFiles();
    if (files.isEmpty()) {
      throw new IOException(from + " holds no rules: folders with a YAML file and a " + LOG);
    }
    for (Path file : files) {
      importFile(file);
    }
    for (Map.Entry<String, byte[]> file : ContentFiles.loadPacked().files().entrySet()) {
      if (file.getKey().startsWith("facts/")) {
        writeFile(file.getKey(), file.getValue());
      }
    }
    return new Result(written, refusals);
  }

  private List<Path> ruleFiles() throws IOException {
    try (Stream<Path> paths = Files.walk(from, DEEPEST)) {
      return paths
          .filter(path -> Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS))
          .filter(CreImport::isYaml)
          .filter(path -> Files.exists(path.resolveSibling(LOG), LinkOption.NOFOLLOW_LINKS))
          .sorted()
          .toList();
    }
  }

  private static boolean isYaml(Path path) {
    String name = path.getFileName().toString();
    return name.endsWith(".yaml") || name.endsWith(".yml");
  }

  private void importFile(Path file) throws IOException {
    String name = from.relativize(file).toString().replace('\\', '/');
    try {
      String text = decodeText(readFile(file, LARGEST_RULES));
      List<Rule> rules = RuleReader.readRules(name, text, refusals::add);
      Map<String, byte[]> logs = new LinkedHashMap<>();
      logs.put(LOG, readFile(file.resolveSibling(LOG), LARGEST_LOG));
      Path nearMiss = file.resolveSibling(NEAR_MISS);
      if (Files.exists(nearMiss, LinkOption.NOFOLLOW_LINKS)) {
        logs.put(NEAR_MISS.replace(".log", ".not.log"), readFile(nearMiss, LARGEST_LOG));
      }
      for (Rule rule : rules) {
        importRule(name, rule, logs);
      }
    } catch (RuleRefusedException e) {
      refusals.add(new Refusal(name, e.line(), "", e.getMessage()));
    }
  }

  private void importRule(String name, Rule rule, Map<String, byte[]> logs) throws IOException {
    try {
      RuleEntry entry = new RuleEntry(rule, day);
      if (!ids.add(entry.entryId())) {
        throw new RuleRefusedException(rule.line(), "another rule has this id");
      }
      for (Map.Entry<String, byte[]> file : entry.toFiles(logs).entrySet()) {
        writeFile(file.getKey(), file.getValue());
      }
      written++;
    } catch (RuleRefusedException e) {
      refusals.add(new Refusal(name, e.line(), rule.id(), e.getMessage()));
    }
  }

  private void writeFile(String name, byte[] bytes) throws IOException {
    Path file = to.resolve(name);
    Files.createDirectories(file.getParent());
    Files.write(file, bytes);
  }

  private static byte[] readFile(Path file, int most) throws IOException, RuleRefusedException {
    if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
      throw new RuleRefusedException(0, file.getFileName() + " is not a regular file");
    }
    try (InputStream in = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS)) {
      byte[] bytes = in.readNBytes(most + 1);
      if (bytes.length > most) {
        throw new RuleRefusedException(
            0, file.getFileName() + " is larger than " + most / 1024 + " KiB");
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
