package dev.faultbook.report;

import dev.faultbook.log.LineTemplate;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What tells one failure from another, whichever job, rank and day it belongs to: the program that
 * reports it, the class of the exception, the first line of the message without its numbers, paths
 * and quoted values, and the file and function of the user's own frame. Only a hash of that is
 * kept, from which nothing of a log can be read.
 *
 * <p>A redacted log has the fingerprint of the log itself, unless redaction took a word out of the
 * message that is neither quoted nor part of a path, such as an address of mail.
 */
final class Fingerprint {
  private static final int BYTES = 8;

  /** Beyond it, messages hold what a program was given rather than what it says. */
  private static final int MAX_MESSAGE = 1000;

  private static final String QUOTES = "'\"`\u2018\u201c\u2019\u201d";

  /** Before which a path or a quotation begins. */
  private static final String OPENERS = "([{<=:,;|";

  private static final String ENDS = "'\"`,;()[]{}";
  private static final String GAP = "#";

  private Fingerprint() {}

  /** The fingerprint of a failure: 16 hexadecimal digits. */
  static String of(FailureReport failure) {
    String type = failure.type() == null ? "" : failure.type();
    String said = failure.type() == null ? failure.text() : failure.message();
    FailureReport.Frame frame = failure.frame();
    String text =
        String.join(
            "\n",
            failure.program() == null ? "" : failure.program().name(),
            failure.kind(),
            type.substring(type.lastIndexOf('.') + 1),
            template(Objects.requireNonNullElse(said, ""), failure.node()),
            frame == null ? "" : frame.file().substring(frame.file().lastIndexOf('/') + 1),
            frame == null ? "" : frame.function());
    return HexFormat.of().formatHex(Arrays.copyOf(hash(text), BYTES));
  }

  private static String template(String message, @Nullable String node) {
    String first = message.lines().filter(line -> !line.isBlank()).findFirst().orElse("");
    String bounded = first.substring(0, Math.min(first.length(), MAX_MESSAGE));
    LineTemplate mask = new LineTemplate(node == null ? Set.of() : Set.of(node));
    return mask.maskMessage(withoutValues(bounded)).toString();
  }

  /** The text without quotations, paths and placeholders of redaction. */
  static String withoutValues(String text) {
    StringBuilder out = new StringBuilder();
    int i = 0;
    while (i < text.length()) {
      int end = i;
      if (startsValue(text, i)) {
        end = Math.max(quotationEnd(text, i), pathEnd(text, i));
      }
      end = Math.max(end, placeholderEnd(text, i));
      out.append(end > i ? GAP : text.substring(i, i + 1));
      i = Math.max(end, i + 1);
    }
    return out.toString();
  }

  private static boolean startsValue(String text, int i) {
    return i == 0
        || Character.isWhitespace(text.charAt(i - 1))
        || OPENERS.indexOf(text.charAt(i - 1)) >= 0;
  }

  /** {@code 'labels_v2'}; an apostrophe within a word opens nothing. */
  private static int quotationEnd(String text, int i) {
    int quote = QUOTES.indexOf(text.charAt(i));
    if (quote < 0) {
      return i;
    }
    // The closing sign of a pair of signs stands two places behind the opening one.
    char closing = QUOTES.charAt(quote == 3 || quote == 4 ? quote + 2 : quote);
    int end = text.indexOf(closing, i + 1);
    while (end >= 0 && end + 1 < text.length() && Character.isLetterOrDigit(text.charAt(end + 1))) {
      end = text.indexOf(closing, end + 1);
    }
    return end < 0 ? i : end + 1;
  }

  /** {@code /mnt/data/shard_7.tar}, {@code ~/run}, {@code /home/<user-1>/x}. */
  private static int pathEnd(String text, int i) {
    boolean path =
        text.charAt(i) == '/' && i + 1 < text.length() && text.charAt(i + 1) != ' '
            || text.startsWith("~/", i);
    int end = i;
    while (path
        && end < text.length()
        && !Character.isWhitespace(text.charAt(end))
        && ENDS.indexOf(text.charAt(end)) < 0) {
      end++;
    }
    return end;
  }

  /** {@code <ip-1>}. */
  private static int placeholderEnd(String text, int i) {
    int at = i + 1;
    while (text.charAt(i) == '<' && at < text.length() && isPlaceholder(text.charAt(at))) {
      at++;
    }
    return at < text.length()
            && at > i + 1
            && text.charAt(at) == '>'
            && Character.isDigit(text.charAt(at - 1))
        ? at + 1
        : i;
  }

  private static boolean isPlaceholder(char c) {
    return c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c == '-';
  }

  private static byte[] hash(String text) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
