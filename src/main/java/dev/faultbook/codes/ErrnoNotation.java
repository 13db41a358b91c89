package dev.faultbook.codes;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Errors of Linux: by number, or by the text of strerror at the end of a message. */
final class ErrnoNotation implements CodeNotation {
  private static final String FAMILY = "errno";

  /** Words before a positive number. */
  private static final List<String> POSITIVE = List.of("[errno", "errno", "oserror:");

  /** Words before a negative number, as printed by the kernel, Lustre and mlx5. */
  private static final Pattern NEGATIVE =
      Pattern.compile("\\b(?i:(?:error|rc) ?=|ret=|err[(=]|(?:error|rc|err) ) *(-[0-9])");

  private final CodeTexts texts;

  ErrnoNotation(CodeTables tables) {
    texts = new CodeTexts(tables, FAMILY);
  }

  @Override
  public List<String> triggerWords() {
    List<String> words = new ArrayList<>(texts.triggerWords());
    words.addAll(List.of("errno", "error=-", "error = -", "error -", "rc = -", "err(-", "err=-"));
    words.addAll(List.of("error code -", ": rc -", " rc=-", " err -", " ret=-"));
    return words;
  }

  @Override
  public void readLine(CodeLine line, CodeReader sink) {
    CodeTexts.Found text = findText(line);
    if (text != null) {
      // If number and text disagree, the text is correct: other systems use other numbers.
      sink.acceptRow(text.code());
      return;
    }
    String code = findNumber(line);
    if (code != null) {
      sink.acceptCode(FAMILY, code);
    }
  }

  /** {@code socket: Connection refused (111)}, {@code [Errno 28] No space left on device: 'x'}. */
  private CodeTexts.@Nullable Found findText(CodeLine line) {
    for (int i = 0; i < line.length(); i++) {
      if (line.beginsWord(i) && CodeLine.isNamePart(line.at(i)) && isIntroduced(line, i)) {
        CodeTexts.Found found = texts.findAt(line, i);
        if (found != null && endsText(line, found.end())) {
          return found;
        }
      }
    }
    return null;
  }

  private static boolean isIntroduced(CodeLine line, int at) {
    if (at == 0) {
      return true;
    }
    int before = at - 1;
    while (before >= 0 && line.at(before) == ' ') {
      before--;
    }
    boolean named = line.lower().startsWith("error ", Math.max(0, at - 6));
    return before >= 0 && ":])-('\"".indexOf(line.at(before)) >= 0 || named;
  }

  private static boolean endsText(CodeLine line, int end) {
    int after = line.skipAny(end, " ");
    return after >= line.length()
        || after == end && ":,.;)'\"]".indexOf(line.at(end)) >= 0
        || after > end && "([".indexOf(line.at(after)) >= 0;
  }

  private static @Nullable String findNumber(CodeLine line) {
    for (String word : POSITIVE) {
      int at = line.findLower(word);
      if (at >= 0 && (line.beginsWord(at) || word.startsWith("["))) {
        String code = line.numberAt(line.skipAny(at + word.length(), " :=-#"));
        if (code != null) {
          return code;
        }
      }
    }
    // LNetError: … error=-110    ll_ost_io: rc = -107    mlx5_core: err(-22)
    Matcher matcher = line.match(NEGATIVE);
    while (matcher.find()) {
      String code = line.numberAt(matcher.start(1));
      if (code != null) {
        return code.substring(1);
      }
    }
    return null;
  }
}
