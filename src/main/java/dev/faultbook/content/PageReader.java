package dev.faultbook.content;

import dev.faultbook.signature.CaptureType;
import dev.faultbook.signature.Condition;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads a page: title, summary, sections, remedies. */
final class PageReader {
  /** A section's key and its headings in English and Chinese, in the order of a page. */
  private record Form(String key, String en, String zh) {
    String headingIn(Language language) {
      return language == Language.ZH ? zh : en;
    }
  }

  private static final List<Form> FORMS =
      List.of(
          new Form("see", "What you see", "现象"),
          new Form("why", "Why it happens", "原因"),
          new Form("fix", "Fix", "解决办法"),
          new Form("check", "Check that it worked", "验证"),
          new Form("apart", "Tell it apart from", "如何区分"),
          new Form("prevent", "Prevent", "预防"),
          new Form("not", "What does not help", "无效的做法"));

  /** Marks what the author of a drafted page still has to write. */
  private static final String GAP = "TODO:";

  private static final String WHEN = "<!-- when:";

  /** The tag of a step that only inspects although it requires a restart. */
  private static final String CHECK = "check";

  private static final String VERIFIED = "<!-- verified:";
  private static final int LONGEST_TITLE = 100;
  private static final int LONGEST_SUMMARY = 420;

  private final String file;
  private final Language language;
  private final boolean imported;
  private final List<String> lines;
  private final ContentErrors faults;
  private final Map<String, CaptureType> known;
  private final Set<String> captures;
  private final Set<String> ids;

  /**
   * The file of a page.
   *
   * @param name its path, for messages
   */
  record PageFile(String name, Language language, byte[] bytes) {}

  /**
   * The names that a page may refer to.
   *
   * @param imported whether the page comes from another collection; such a page may omit some
   *     sections, and the risk and the command of a remedy
   * @param known the captures of the entry and the facts, with their types
   * @param captures the names of the captures that are not facts
   * @param ids ids of all entries
   */
  record Surroundings(
      boolean imported, Map<String, CaptureType> known, Set<String> captures, Set<String> ids) {}

  PageReader(PageFile file, Surroundings entry, ContentErrors faults) {
    this.file = file.name();
    this.language = file.language();
    this.lines = new String(file.bytes(), StandardCharsets.UTF_8).lines().toList();
    this.imported = entry.imported();
    this.known = entry.known();
    this.captures = entry.captures();
    this.ids = entry.ids();
    this.faults = faults;
  }

  Page readPage() {
    String title = "";
    int at = 0;
    while (at < lines.size() && lines.get(at).isBlank()) {
      at++;
    }
    if (at < lines.size() && lines.get(at).startsWith("# ")) {
      title = lines.get(at).substring(2).strip();
    } else {
      faults.add(file, at + 1, "A page must begin with `# Title`");
    }
    if (title.length() > LONGEST_TITLE) {
      faults.add(file, at + 1, "The title is longer than " + LONGEST_TITLE + " characters");
    }
    List<Integer> heads = new ArrayList<>();
    boolean code = false;
    for (int i = at + 1; i < lines.size(); i++) {
      code ^= lines.get(i).startsWith("```");
      if (!code && lines.get(i).startsWith("## ")) {
        heads.add(i);
      }
    }
    int first = heads.isEmpty() ? lines.size() : heads.getFirst();
    String summary = joinLines(at + 1, first);
    if (summary.isEmpty() || summary.length() > LONGEST_SUMMARY || summary.contains("\n\n")) {
      faults.add(
          file,
          at + 2,
          "Expected below the title one paragraph of at most "
              + LONGEST_SUMMARY
              + " characters that states the cause");
    }
    List<Page.Section> sections = new ArrayList<>();
    List<Remedy> remedies = List.of();
    int next = 0;
    for (int i = 0; i < heads.size(); i++) {
      int from = heads.get(i);
      int to = i + 1 < heads.size() ? heads.get(i + 1) : lines.size();
      String heading = lines.get(from).substring(3).strip();
      while (imported
          && next < FORMS.size()
          && !FORMS.get(next).headingIn(language).equals(heading)) {
        next++;
      }
      Form form = next < FORMS.size() ? FORMS.get(next++) : null;
      if (form == null || !form.headingIn(language).equals(heading)) {
        faults.add(
            file,
            from + 1,
            form == null
                ? "A page has " + FORMS.size() + " sections; '" + heading + "' is one too many"
                : "Expected the section '" + form.headingIn(language) + "', not '" + heading + "'");
        continue;
      }
      String markdown = joinLines(from + 1, to);
      if (markdown.isEmpty()) {
        faults.add(file, from + 1, "The section '" + heading + "' is empty");
      }
      sections.add(new Page.Section(form.key(), heading, markdown));
      if (form.key().equals("fix")) {
        remedies = readRemedies(from + 1, to);
      }
    }
    if (!imported && heads.size() < FORMS.size()) {
      faults.add(
          file,
          lines.size(),
          "The page ends before the section '" + FORMS.get(heads.size()).headingIn(language) + "'");
    }
    checkGaps();
    checkVariables();
    new FunctionCheck(file, lines, faults).checkFunctions();
    new AgingCheck(file, lines, faults).checkAging();
    checkLinks();
    return new Page(language, title, summary, sections, remedies);
  }

  private List<Remedy> readRemedies(int from, int to) {
    List<Remedy> remedies = new ArrayList<>();
    int i = from;
    while (i < to) {
      if (lines.get(i).startsWith("### ")) {
        int end = i + 1;
        boolean code = false;
        while (end < to && (code || !lines.get(end).startsWith("### "))) {
          code ^= lines.get(end).startsWith("```");
          end++;
        }
        remedies.add(readRemedy(i, end));
        i = end;
      } else {
        if (!lines.get(i).isBlank() && remedies.isEmpty()) {
          faults.add(file, i + 1, "In this section every text must be below a `### remedy [risk]`");
          return remedies;
        }
        i++;
      }
    }
    if (remedies.isEmpty()) {
      faults.add(file, from, "The section has no remedy: `### 1. What to do [restart]`");
    }
    return remedies;
  }

  private Remedy readRemedy(int from, int to) {
    String heading = lines.get(from).substring(4).strip();
    int open = heading.lastIndexOf('[');
    List<Risk> risks = new ArrayList<>();
    boolean check = false;
    boolean risky = open >= 0 && heading.endsWith("]");
    if (!risky && !imported) {
      faults.add(
          file,
          from + 1,
          "The heading of a remedy must end with its risk: [safe], [restart], [root] or [reboot]");
    }
    if (risky) {
      for (String tag : heading.substring(open + 1, heading.length() - 1).split(",", -1)) {
        if (tag.strip().equals(CHECK)) {
          check = true;
          continue;
        }
        try {
          risks.add(Risk.valueOf(tag.strip().toUpperCase(Locale.ROOT)));
        } catch (IllegalArgumentException unknown) {
          faults.add(
              file,
              from + 1,
              "'" + tag + "' is not a risk: safe, restart, root, reboot, others or data");
        }
      }
      heading = heading.substring(0, open).strip();
      if (risks.isEmpty() || heading.endsWith("]")) {
        faults.add(
            file, from + 1, "One pair of brackets holds all risks, such as [check, restart]");
      }
    }
    int dot = heading.indexOf(". ");
    if (dot > 0 && heading.substring(0, dot).chars().allMatch(Character::isDigit)) {
      heading = heading.substring(dot + 2);
    }
    StringBuilder text = new StringBuilder();
    StringBuilder command = new StringBuilder();
    Optional<Condition> when = Optional.empty();
    Optional<Verification> verified = Optional.empty();
    int blocks = 0;
    boolean code = false;
    for (int i = from + 1; i < to; i++) {
      String line = lines.get(i);
      if (!code && line.startsWith(WHEN)) {
        when = readCondition(i);
        continue;
      }
      if (!code && line.startsWith(AgingCheck.PINNED)) {
        continue;
      }
      if (!code && line.startsWith(VERIFIED)) {
        verified = readVerification(i);
        continue;
      }
      if (line.startsWith("```")) {
        code = !code;
        blocks += code ? 1 : 0;
        continue;
      }
      (code && blocks == 1 ? command : text).append(code && blocks > 1 ? "    " + line : line);
      (code && blocks == 1 ? command : text).append('\n');
    }
    if (blocks == 0 && !imported) {
      faults.add(file, from + 1, "A remedy needs a command: a ```bash block");
    }
    return new Remedy(
        heading,
        risks,
        check,
        text.toString().strip(),
        new CommandTemplate(command.toString().strip()),
        when,
        verified);
  }

  /** Parses {@code <!-- when: compute_capability < 7.5 -->} below the heading of a remedy. */
  private Optional<Condition> readCondition(int at) {
    String line = lines.get(at).strip();
    if (!line.endsWith("-->")) {
      faults.add(file, at + 1, "Expected a condition such as " + WHEN + " driver < 525.60.13 -->");
      return Optional.empty();
    }
    Condition.Result result =
        Condition.parse(line.substring(WHEN.length(), line.length() - "-->".length()));
    result.fault().ifPresent(message -> faults.add(file, at + 1, message));
    result.condition().ifPresent(condition -> checkNames(condition, at));
    return result.condition();
  }

  /**
   * A name without braces is a fact; for a capture such as {@code present(size)} it would never be
   * true. Nor would a condition on a capture that no signature has.
   */
  private void checkNames(Condition condition, int at) {
    for (String name : condition.factNames()) {
      if (captures.contains(name)) {
        faults.add(
            file,
            at + 1,
            "'" + name + "' is a capture, not a fact: write {" + name + "} != 'none'");
      }
    }
    for (String name : condition.captureNames()) {
      if (!known.containsKey(name)) {
        faults.add(file, at + 1, "No signature of the entry captures '" + name + "'");
      }
    }
  }

  /** Parses {@code <!-- verified: run -->} below the heading of a remedy. */
  private Optional<Verification> readVerification(int at) {
    String line = lines.get(at).strip();
    String value =
        line.endsWith("-->")
            ? line.substring(VERIFIED.length(), line.length() - "-->".length()).strip()
            : "";
    for (Verification verification : Verification.values()) {
      if (verification.tag().equals(value)) {
        return Optional.of(verification);
      }
    }
    faults.add(file, at + 1, "Expected " + VERIFIED + " run | source | documentation -->");
    return Optional.empty();
  }

  /**
   * Checks that {@code {{name|default}}} names a capture of the entry or a fact, and in a command a
   * typed one.
   */
  private void checkVariables() {
    int line = 1;
    for (PageTemplate.Segment segment : PageTemplate.splitAtCode(String.join("\n", lines))) {
      for (Variable variable : Variable.findAll(segment.text())) {
        int at = line + countNewlines(segment.text().substring(0, variable.start()));
        CaptureType type = known.get(variable.name());
        if (type == null) {
          faults.add(
              file,
              at,
              "{{"
                  + variable.name()
                  + "|…}}: no signature of the entry captures '"
                  + variable.name()
                  + "', and no fact has this name");
        } else if (segment.code() && type == CaptureType.TEXT) {
          faults.add(file, at, variable.untypedMessage());
        }
      }
      line += countNewlines(segment.text());
    }
  }

  /** A draft says what belongs into a gap; readers must never see that. */
  private void checkGaps() {
    for (int i = 0; i < lines.size(); i++) {
      if (lines.get(i).contains(GAP)) {
        faults.add(file, i + 1, ContentReader.GAP_LEFT + "'" + GAP + "' asks for");
      }
    }
  }

  private static int countNewlines(String text) {
    return (int) text.chars().filter(c -> c == '\n').count();
  }

  private void checkLinks() {
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i);
      for (int at = line.indexOf("](entry:"); at >= 0; at = line.indexOf("](entry:", at + 1)) {
        int end = line.indexOf(')', at);
        String id = end < 0 ? "" : line.substring(at + 8, end);
        if (!ids.contains(id)) {
          faults.add(file, i + 1, "There is no entry '" + id + "' to link to");
        }
      }
    }
  }

  private String joinLines(int from, int to) {
    return String.join("\n", lines.subList(Math.min(from, to), to)).strip();
  }
}
