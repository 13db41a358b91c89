package dev.faultbook;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.faultbook.content.ContentFiles;
import dev.faultbook.diagnosis.Knowledge;
import dev.faultbook.diagnosis.KnowledgeReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/** Small content folders for tests, and the shipped one. */
public final class TestContent {
  private static final String PAGE =
      """
      # A title

      A summary of the cause.

      ## What you see
      text
      ## Why it happens
      text
      ## Fix
      ### 1. Do it [restart]
      Because.
      ```bash
      do it
      ```
      ## Check that it worked
      text
      ## Tell it apart from
      text
      ## Prevent
      text
      ## What does not help
      text
      """;

  private TestContent() {}

  /** The shipped content. */
  public static ContentFiles shipped() {
    try {
      return ContentFiles.fromFolder(Path.of("content"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The English page of {@link #entry}. */
  public static String page() {
    return PAGE;
  }

  /** The Chinese page of {@link #entry}. */
  public static String chinesePage() {
    return PAGE.replace("What you see", "现象")
        .replace("Why it happens", "原因")
        .replace("## Fix", "## 解决办法")
        .replace("Check that it worked", "验证")
        .replace("Tell it apart from", "如何区分")
        .replace("Prevent", "预防")
        .replace("What does not help", "无效的做法");
  }

  /**
   * A valid entry without example logs.
   *
   * @param signatures the YAML list of its signatures
   * @param further lines to append to the YAML file
   */
  public static Map<String, byte[]> entry(
      String id, String kind, String signatures, String further) {
    String yaml =
        "kind: "
            + kind
            + "\ncomponent: nccl\nlayer: network\nseverity: fatal\nsignatures:\n"
            + signatures.indent(2)
            + "sources:\n  - {url: 'https://example.org/doc', title: A document}\n"
            + "reviewed: 2026-11-21\n"
            + further;
    Map<String, byte[]> files = new TreeMap<>();
    files.put("entries/" + id + "/entry.yaml", yaml.getBytes(UTF_8));
    files.put("entries/" + id + "/en.md", PAGE.getBytes(UTF_8));
    files.put("entries/" + id + "/zh.md", chinesePage().getBytes(UTF_8));
    return files;
  }

  /** A content folder of the given files. */
  public static ContentFiles folder(Map<String, byte[]> files) {
    Map<String, byte[]> all = new TreeMap<>(files);
    all.putIfAbsent("facts/reading.yaml", "{}".getBytes(UTF_8));
    return new ContentFiles("test", all);
  }

  /** Knowledge of the single cause {@code test-entry}, without example logs. */
  public static Knowledge withSignatures(String signatures) {
    return unchecked(entry("test-entry", "cause", signatures, ""));
  }

  /** Knowledge of the given files, which may be incomplete. */
  public static Knowledge unchecked(Map<String, byte[]> files) {
    return KnowledgeReader.readFiles(folder(files)).knowledge();
  }
}
