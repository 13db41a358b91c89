package dev.faultbook.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Verifies that the templates stay readable and that every message key they use exists. */
class TemplateTests {
  private static final int LONGEST = 160;

  /** Matches {@code #{result.matters}} and {@code #messages.msg('ranks.first.rank', …)}. */
  private static final Pattern MESSAGE =
      Pattern.compile(
          "#\\{([a-z][A-Za-z0-9.-]+)[}(]|#messages\\.msg\\('([a-z][A-Za-z0-9.-]+)'[,)]");

  @Test
  void noLineOfATemplateIsLongerThan160Characters() throws IOException {
    List<String> longer = new ArrayList<>();
    int read = 0;
    try (var files = Files.list(Path.of("src/main/resources/templates"))) {
      for (Path file : files.sorted().toList()) {
        List<String> lines = Files.readAllLines(file);
        for (int i = 0; i < lines.size(); i++) {
          read++;
          if (lines.get(i).length() > LONGEST) {
            longer.add(file.getFileName() + ":" + (i + 1));
          }
        }
      }
    }
    assertThat(read).isPositive();
    assertThat(longer).isEmpty();
  }

  @Test
  void everyMessageThatATemplateNamesExists() throws IOException {
    Properties messages = new Properties();
    try (var reader = Files.newBufferedReader(Path.of("src/main/resources/messages.properties"))) {
      messages.load(reader);
    }
    List<String> missing = new ArrayList<>();
    int named = 0;
    try (var files = Files.list(Path.of("src/main/resources/templates"))) {
      for (Path file : files.sorted().toList()) {
        Matcher message = MESSAGE.matcher(Files.readString(file));
        while (message.find()) {
          named++;
          String key = message.group(1) == null ? message.group(2) : message.group(1);
          if (!messages.containsKey(key)) {
            missing.add(file.getFileName() + ": " + key);
          }
        }
      }
    }
    assertThat(named).isGreaterThan(100);
    assertThat(missing).isEmpty();
  }
}
