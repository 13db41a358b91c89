package dev.faultbook.content;

import dev.faultbook.signature.CaptureType;
import dev.faultbook.signature.Condition;
import dev.faultbook.signature.PatternException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.commonmark.node.FencedCodeBlock;
import org.jspecify.annotations.Nullable;

/** Reads a page: title, summary, sections, remedies. */
final class PageReader {
  /** A section's key and its headings in English and Chinese, in the order of a page. */
  private record Form(String key, String en, String zh) {}

  private static final List<Form> FORMS =
      List.of(
          new Form("see", "What you see", "现象"),
          new Form("why", "Why it happens", "原因"),
          new Form("fix", "Fix", "解决办法"),
          new Form("check", "Check that it worked", "验证"),
          new Form("apart", "Tell it apart from", "如何区分"),
          new Form("prevent", "Prevent", "预防"),
          new Form("not", "What does not help", "无效的做法"));

  /** The sections that every page has; the last two stand where a source says so. */
  private static final int REQUIRED = 5;

  private static final String WHEN = "<!-- when:";

  /** The comment that tells maintainers how a command was verified. */
  static final String VERIFIED = "<!-- verified:";

  /** The comment that allows a pinned release in a remedy. */
  static final String PINNED = "<!-- pinned:";

  /** The tag of a step that only inspects although it requires a restart. */
  private static final String CHECK = "check";

  private static final int MAX_TITLE = 100;
  private static final int MAX_SUMMARY = 420;

  private final PageFile file;
  private final PageLines page;
  private final Surroundings entry;
  private final ContentErrors faults;

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
    this.file = file;
    this.page = new PageLines(file.bytes());
    this.entry = entry;
    this.faults = faults;
  }

  Page readPage() {
    int at = 0;
    while (at < page.size() && page.line(at).isBlank()) {
      at++;
    }
    String title = "";
    if (at < page.size() && page.line(at).startsWith("# ")) {
      title = page.line(at).substring(2).strip();
    } else {
      report(at, "A page must begin with `# Title`");
    }
    if (title.length() > MAX_TITLE) {
      report(at, "The title is longer than " + MAX_TITLE + " characters");
    }
    List<Integer> heads = page.headings(2, at + 1, page.size());
    String summary = page.join(at + 1, heads.isEmpty() ? page.size() : heads.getFirst());
    if (summary.isEmpty() || summary.length() > MAX_SUMMARY || summary.contains("\n\n")) {
      report(
          at + 1,
          "Expected below the title one paragraph of at most "
              + MAX_SUMMARY
              + " characters that states the cause");
    }
    List<Remedy> remedies = new ArrayList<>();
    List<Page.Section> sections = readSections(heads, remedies);
    new PageCheck(file.name(), page, entry, faults).checkAll();
    return new Page(file.language(), title, summary, List.of(), sections, remedies);
  }

  private List<Page.Section> readSections(List<Integer> heads, List<Remedy> remedies) {
    List<Page.Section> sections = new ArrayList<>();
    int next = 0;
    for (int i = 0; i < heads.size(); i++) {
      int from = heads.get(i);
      int to = i + 1 < heads.size() ? heads.get(i + 1) : page.size();
      String heading = page.line(from).substring(3).strip();
      int at = next;
      while ((entry.imported() || at >= REQUIRED)
          && at < FORMS.size()
          && !headingOf(at).equals(heading)) {
        at++;
      }
      if (at < FORMS.size() && headingOf(at).equals(heading)) {
        sections.add(readSection(FORMS.get(at).key(), from, to, remedies));
        next = at + 1;
      } else if (entry.imported() || next >= FORMS.size()) {
        report(from, "A page has %d sections; '%s' is one too many".formatted(next, heading));
      } else {
        report(from, "Expected the section '%s', not '%s'".formatted(headingOf(next++), heading));
      }
    }
    if (!entry.imported() && next < REQUIRED) {
      report(page.size() - 1, "The page ends before the section '" + headingOf(next) + "'");
    }
    return sections;
  }

  private String headingOf(int form) {
    Form section = FORMS.get(form);
    return file.language() == Language.EN ? section.en() : section.zh();
  }

  private Page.Section readSection(String key, int from, int to, List<Remedy> remedies) {
    String heading = page.line(from).substring(3).strip();
    String markdown = page.join(from + 1, to);
    if (markdown.isEmpty()) {
      report(from, "The section '" + heading + "' is empty");
    }
    if (key.equals("fix")) {
      readRemedies(from, to, remedies);
    }
    return new Page.Section(key, heading, markdown);
  }

  private void readRemedies(int section, int to, List<Remedy> remedies) {
    List<Integer> heads = page.headings(3, section + 1, to);
    int first = heads.isEmpty() ? to : heads.getFirst();
    for (int i = section + 1; i < first; i++) {
      if (!page.line(i).isBlank()) {
        report(i, "In this section every text must be below a `### remedy [risk]`");
        return;
      }
    }
    if (heads.isEmpty()) {
      report(section, "The section has no remedy: `### 1. What to do [restart]`");
    }
    for (int i = 0; i < heads.size(); i++) {
      remedies.add(readRemedy(heads.get(i), i + 1 < heads.size() ? heads.get(i + 1) : to));
    }
  }

  private Remedy readRemedy(int from, int to) {
    String heading = page.line(from).substring(4).strip();
    int open = heading.endsWith("]") ? heading.lastIndexOf('[') : -1;
    List<Risk> risks = new ArrayList<>();
    boolean check = false;
    if (open >= 0) {
      check = readRisks(from, heading.substring(open + 1, heading.length() - 1), risks);
      heading = heading.substring(0, open).strip();
      if (risks.isEmpty() || heading.endsWith("]")) {
        report(from, "One pair of brackets holds all risks, such as [check, restart]");
      }
    } else if (!entry.imported()) {
      report(
          from,
          "The heading of a remedy must end with its risk: [safe], [restart], [root] or [reboot]");
    }
    int dot = heading.indexOf(". ");
    if (dot > 0 && heading.substring(0, dot).chars().allMatch(Character::isDigit)) {
      heading = heading.substring(dot + 2);
    }
    StringBuilder text = new StringBuilder();
    FencedCodeBlock command = readBody(from + 1, to, text);
    if (command == null && !entry.imported()) {
      report(from, "A remedy needs a command: a ```bash block");
    }
    return new Remedy(
        heading,
        risks,
        check,
        text.toString().strip(),
        new CommandTemplate(command == null ? "" : command.getLiteral().strip()),
        findComment(WHEN, from + 1, to).flatMap(this::readCondition),
        findComment(Remedy.ANSWERED, from + 1, to).map(this::readAnswer));
  }

  /** Adds the risks and returns whether the step only inspects. */
  private boolean readRisks(int line, String tags, List<Risk> risks) {
    boolean check = false;
    for (String tag : tags.split(",", -1)) {
      if (tag.strip().equals(CHECK)) {
        check = true;
      } else {
        try {
          risks.add(Risk.valueOf(tag.strip().toUpperCase(Locale.ROOT)));
        } catch (IllegalArgumentException unknown) {
          report(line, "'" + tag + "' is not a risk: safe, restart, root, reboot, others or data");
        }
      }
    }
    return check;
  }

  /**
   * Collects the text of a remedy without comments, with further code blocks as indented ones.
   *
   * @return the first code block, which is the command
   */
  private @Nullable FencedCodeBlock readBody(int from, int to, StringBuilder text) {
    FencedCodeBlock command = null;
    for (int i = from; i < to; i++) {
      FencedCodeBlock code = page.codeAt(i).orElse(null);
      if (code == null) {
        if (!isComment(i)) {
          text.append(page.line(i)).append('\n');
        }
      } else {
        if (command == null) {
          command = code;
        } else {
          // Without an empty line an indented block would go on with the paragraph above it.
          if (!text.toString().endsWith("\n\n")) {
            text.append('\n');
          }
          code.getLiteral().lines().forEach(line -> text.append("    ").append(line).append('\n'));
        }
        i = page.lastOf(code);
      }
    }
    return command;
  }

  private boolean isComment(int line) {
    return List.of(WHEN, VERIFIED, PINNED, Remedy.ANSWERED).stream()
        .anyMatch(page.line(line)::startsWith);
  }

  /** The last line with a comment of a kind. */
  private Optional<Integer> findComment(String start, int from, int to) {
    for (int i = to - 1; i >= from; i--) {
      if (page.codeAt(i).isEmpty() && page.line(i).startsWith(start)) {
        return Optional.of(i);
      }
    }
    return Optional.empty();
  }

  /** Parses {@code <!-- when: compute_capability < 7.5 -->} below the heading of a remedy. */
  private Optional<Condition> readCondition(int at) {
    String line = page.line(at).strip();
    if (!line.endsWith("-->")) {
      report(at, "Expected a condition such as " + WHEN + " driver < 525.60.13 -->");
      return Optional.empty();
    }
    try {
      Condition condition =
          Condition.parse(line.substring(WHEN.length(), line.length() - "-->".length()));
      checkNames(condition, at);
      return Optional.of(condition);
    } catch (PatternException e) {
      report(at, e.getMessage());
      return Optional.empty();
    }
  }

  /**
   * A name without braces is a fact; for a capture such as {@code present(size)} it would never be
   * true. Nor would a condition on a capture that no signature has.
   */
  private void checkNames(Condition condition, int at) {
    for (String name : condition.factNames()) {
      if (entry.captures().contains(name)) {
        report(at, "'" + name + "' is a capture, not a fact: write {" + name + "} != 'none'");
      }
    }
    for (String name : condition.captureNames()) {
      if (!entry.known().containsKey(name)) {
        report(at, "No signature of the entry captures '" + name + "'");
      }
    }
  }

  private String readAnswer(int at) {
    String line = page.line(at).strip();
    if (!line.endsWith("-->")) {
      report(at, "Expected " + Remedy.ANSWERED + " a sentence with {{a_fact|DEFAULT}} -->");
      return "";
    }
    return line.substring(Remedy.ANSWERED.length(), line.length() - "-->".length()).strip();
  }

  private void report(int line, String message) {
    faults.add(file.name(), line + 1, message);
  }
}
