package dev.faultbook.web.curation;

import dev.faultbook.content.ContentReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * The files of an entry as a curator writes them. A blank one does not exist yet.
 *
 * @param id name of the entry's folder
 * @param yaml text of {@code entry.yaml}
 * @param en text of {@code en.md}
 * @param zh text of {@code zh.md}
 * @param log an example log in which the entry must lead
 * @param others further example logs, each below a line with its name: {@code --- second.log},
 *     {@code --- near.not.log}
 */
public record EntryTexts(String id, String yaml, String en, String zh, String log, String others) {
  /** No files at all. */
  public static final EntryTexts NONE = new EntryTexts("", "", "", "", "", "");

  private static final String YAML = "entry.yaml";
  private static final String EN = "en.md";
  private static final String ZH = "zh.md";
  private static final String LOGS = "logs/";

  /** Path of the example log within the folder. */
  static final String LOG = LOGS + "reported.log";

  /** Path of the first of the further logs if no line names it. */
  private static final String SECOND = LOGS + "second.log";

  private static final String HEAD = "--- ";
  private static final String LOG_END = ".log";
  private static final String NOT = ".not";

  /**
   * The texts of an entry that was published.
   *
   * @param files text by path within the entry's folder
   */
  public static EntryTexts ofFolder(String id, Map<String, String> files) {
    StringBuilder others = new StringBuilder();
    new TreeMap<>(files)
        .forEach(
            (path, text) -> {
              if (path.startsWith(LOGS) && !path.equals(LOG)) {
                others.append(HEAD).append(path.substring(LOGS.length())).append('\n').append(text);
              }
            });
    return new EntryTexts(
        id,
        files.getOrDefault(YAML, ""),
        files.getOrDefault(EN, ""),
        files.getOrDefault(ZH, ""),
        files.getOrDefault(LOG, ""),
        others.toString());
  }

  /** Whether the id is a valid name of a folder. */
  public boolean hasValidId() {
    return ContentReader.isId(id);
  }

  /** Whether there is no file at all. */
  public boolean isBlank() {
    return toFolder().isEmpty();
  }

  /** These texts, and those of another entry in place of the blank ones. */
  public EntryTexts orElse(EntryTexts other) {
    return new EntryTexts(
        either(id, other.id()),
        either(yaml, other.yaml()),
        either(en, other.en()),
        either(zh, other.zh()),
        either(log, other.log()),
        either(others, other.others()));
  }

  private static String either(String text, String other) {
    return text.isBlank() ? other : text;
  }

  /** The same texts with another id. */
  public EntryTexts withId(String other) {
    return new EntryTexts(other, yaml, en, zh, log, others);
  }

  /** The same texts with another {@code entry.yaml}. */
  public EntryTexts withYaml(String other) {
    return new EntryTexts(id, other, en, zh, log, others);
  }

  /** The same texts with another log. */
  public EntryTexts withLog(String other) {
    return new EntryTexts(id, yaml, en, zh, other, others);
  }

  /** The same texts with other further logs. */
  public EntryTexts withOthers(String other) {
    return new EntryTexts(id, yaml, en, zh, log, other);
  }

  /** The files that exist, by path within the entry's folder. */
  Map<String, byte[]> toFolder() {
    Map<String, byte[]> folder = new LinkedHashMap<>();
    addFile(folder, YAML, yaml);
    addFile(folder, EN, en);
    addFile(folder, ZH, zh);
    addFile(folder, LOG, log);
    String path = SECOND;
    StringBuilder text = new StringBuilder();
    for (String line : (Iterable<String>) others.lines()::iterator) {
      String name = line.startsWith(HEAD) ? line.substring(HEAD.length()).strip() : "";
      if (isLogName(name)) {
        addFile(folder, path, text.toString());
        path = LOGS + name;
        text.setLength(0);
      } else {
        text.append(line).append('\n');
      }
    }
    addFile(folder, path, text.toString());
    return folder;
  }

  /** {@code second.log} or {@code near-miss.not.log}. */
  private static boolean isLogName(String name) {
    return name.endsWith(LOG_END)
        && ContentReader.isId(name.substring(0, name.length() - LOG_END.length()).replace(NOT, ""));
  }

  /**
   * An archive of the files that exist, to be unpacked at the root of the content repository.
   *
   * @throws IllegalStateException if the id is no valid name of a folder
   */
  public byte[] toZip() {
    if (!hasValidId()) {
      throw new IllegalStateException("'" + id + "' is not the name of an entry's folder");
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
      for (Map.Entry<String, byte[]> file : toFolder().entrySet()) {
        zip.putNextEntry(new ZipEntry("content/entries/" + id + "/" + file.getKey()));
        zip.write(file.getValue());
        zip.closeEntry();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  private static void addFile(Map<String, byte[]> folder, String path, String text) {
    if (!text.isBlank()) {
      String whole = text.endsWith("\n") ? text : text + "\n";
      folder.put(path, whole.getBytes(StandardCharsets.UTF_8));
    }
  }
}
