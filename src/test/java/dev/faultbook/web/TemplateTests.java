package dev.faultbook.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Templates are read by people: no line is longer than a screen is wide. */
class TemplateTests {
  private static final int LONGEST = 160;

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
}
