package dev.faultbook.run;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Properties;
import java.util.Set;

/** The words of {@code words.properties}: what programs print in Chinese. */
final class ChineseWords {
  static final Set<String> STEP;
  static final Set<String> EPOCH;
  static final Set<String> BATCH;
  static final Set<String> LOSS;
  static final Set<String> TOTAL;
  static final Set<String> END;

  static {
    Properties words = new Properties();
    try (InputStream in = ChineseWords.class.getResourceAsStream("words.properties")) {
      if (in == null) {
        throw new IllegalStateException("words.properties is missing");
      }
      words.load(new InputStreamReader(in, StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    STEP = read(words, "step");
    EPOCH = read(words, "epoch");
    BATCH = read(words, "batch");
    LOSS = read(words, "loss");
    TOTAL = read(words, "total");
    END = read(words, "end");
  }

  private ChineseWords() {}

  private static Set<String> read(Properties words, String key) {
    return Set.of(words.getProperty(key).split(" "));
  }
}
