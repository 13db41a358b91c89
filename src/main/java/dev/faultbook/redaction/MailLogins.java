package dev.faultbook.redaction;

import java.util.List;

/** The answer to a mail server that asks for the password, which is Base64 on a line of its own. */
final class MailLogins {

  /** {@code Password:} and {@code password:} in Base64. */
  private static final List<String> QUESTIONS = List.of("UGFzc3dvcmQ6", "cGFzc3dvcmQ6");

  private static final String SENT = "send: ";

  private boolean asked;

  /** Adds the password of this line if the line before asks for it. */
  void findSecrets(String line, RedactedSpans found) {
    int sent = asked ? line.indexOf(SENT) : -1;
    if (sent < 0) {
      return;
    }
    int start = sent + SENT.length();
    if (start < line.length() && TextRuns.isQuote(line.charAt(start))) {
      start++;
    }
    int end = start;
    while (end < line.length() && isBase64(line.charAt(end))) {
      end++;
    }
    found.add(start, end, SecretKind.SECRET);
  }

  void lineDone(String redacted) {
    asked = QUESTIONS.stream().anyMatch(redacted::contains);
  }

  private static boolean isBase64(char c) {
    return TextRuns.isLetterOrDigit(c) || "+/=".indexOf(c) >= 0;
  }
}
