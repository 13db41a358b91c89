package dev.faultbook.content;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import dev.faultbook.signature.CaptureType;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Checks the text of a page: gaps, variables, template functions, links, and what becomes old. */
final class PageCheck {
  /** Marks what the author of a drafted page still has to write; readers must never see that. */
  private static final String GAP = "TODO:";

  private static final Pattern LINK = Pattern.compile("\\]\\(entry:([^)]*)");
  private static final Pattern FUNCTION = Pattern.compile("\\{\\{([a-z][a-z0-9_.]*)(\\|.*?)?}}");
  private static final Set<String> SHELLS = Set.of("bash", "powershell", "bat");

  /** A pattern that becomes outdated, and what to write instead. */
  private record Aging(Pattern pattern, String instead) {
    Aging(String regex, String instead) {
      this(Pattern.compile(regex), instead);
    }
  }

  private static final String BRANCH =
      "a package with a branch in its name: write BRANCH and say how it is chosen";
  private static final List<Aging> IN_COMMANDS =
      List.of(
          new Aging(
              "(?:^|[^a-z0-9])cu1[0-9]{2}(?:[^a-z0-9]|$)",
              "the tag of a CUDA build: use {{torch.install}}, or the installed build's own"),
          new Aging("[a-z0-9_\\]]==[0-9]", "a pinned release: write VERSION, or pin with a reason"),
          new Aging("python[0-9]?=[0-9]", "a version of Python: write python=VERSION"),
          new Aging("(?:^|[^a-z/])python[23]\\.[0-9]", "a version of Python: write pythonVERSION"),
          new Aging(
              "(?:nvidia|cuda|libnvidia|drivers|fabricmanager|toolkit|compat)-[0-9]{2,3}(?:[^.0-9]|$)",
              BRANCH),
          new Aging("(?:nvidia|libnvidia)-[a-z-]+-[0-9]{3}(?:[^.0-9]|$)", BRANCH));
  private static final Aging ADDRESS =
      new Aging(
          "download\\.pytorch\\.org/whl/(?:cu|rocm|test|nightly)[a-zA-Z0-9]",
          "the index of one build: use {{torch.install}}, or INDEX_URL and a link to the list");

  private final String file;
  private final PageLines page;
  private final PageReader.Surroundings entry;
  private final ContentErrors faults;

  PageCheck(String file, PageLines page, PageReader.Surroundings entry, ContentErrors faults) {
    this.file = file;
    this.page = page;
    this.entry = entry;
    this.faults = faults;
  }

  void checkAll() {
    boolean pinned = false;
    for (int i = 0; i < page.size(); i++) {
      String line = page.line(i);
      if (line.contains(GAP)) {
        report(i, ContentReader.GAP_LEFT + "'" + GAP + "' asks for");
      }
      checkFunctions(i, line);
      checkLinks(i, line);
      pinned = !page.isHeading(i) && (pinned || isPin(i));
      if (!pinned && !page.isFence(i) && !page.isHeading(i)) {
        checkAging(i, line);
      }
    }
    checkVariables();
  }

  private void report(int line, String message) {
    faults.add(file, line + 1, message);
  }

  /**
   * Checks that {@code {{name|default}}} names a capture of the entry or a fact, and in a command a
   * typed one.
   */
  private void checkVariables() {
    int line = 0;
    for (PageTemplate.Segment segment : PageTemplate.splitAtCode(page.all())) {
      for (Variable variable : Variable.findAll(segment.text())) {
        int at = line + countNewlines(segment.text().substring(0, variable.start()));
        CaptureType type = entry.known().get(variable.name());
        if (type == null) {
          report(
              at,
              "{{%s|…}}: no signature of the entry captures '%s', and no fact has this name"
                  .formatted(variable.name(), variable.name()));
        } else if (segment.code() && type == CaptureType.TEXT) {
          report(at, variable.untypedMessage());
        }
      }
      line += countNewlines(segment.text());
    }
  }

  private static int countNewlines(String text) {
    return (int) text.chars().filter(c -> c == '\n').count();
  }

  private void checkLinks(int number, String line) {
    for (Matcher link = LINK.matcher(line); link.find(); ) {
      if (!entry.ids().contains(link.group(1))) {
        report(number, "There is no entry '" + link.group(1) + "' to link to");
      }
    }
  }

  /** Ignores other text between braces, such as docker's {@code {{.Names}}}. */
  private void checkFunctions(int number, String line) {
    for (Matcher found = FUNCTION.matcher(line); found.find(); ) {
      boolean dotted = found.group(1).indexOf('.') >= 0;
      if (found.group(2) == null || dotted) {
        checkFunction(number, found.group(1), dotted, found.group(2) != null);
      }
    }
  }

  private void checkFunction(int line, String name, boolean dotted, boolean defaults) {
    Optional<TemplateFunction> function = TemplateFunction.find(name);
    if (function.isEmpty()) {
      report(
          line,
          dotted
              ? "Unknown function {{%s}}; known functions are %s"
                  .formatted(name, TemplateFunction.listKeys())
              : "{{%s}} has no default: write {{%s|DEFAULT}}".formatted(name, name));
    } else if (defaults) {
      report(line, "{{" + name + "}} takes no default");
    } else if (function.get().isCommand()
        && (page.codeAt(line).isEmpty() || !page.line(line).strip().equals("{{" + name + "}}"))) {
      report(line, "{{" + name + "}} is a command: it must be alone on a line of a ```bash block");
    }
  }

  /** A comment that allows outdated text in commands until the next heading. */
  private boolean isPin(int line) {
    return page.codeAt(line).isEmpty() && page.line(line).startsWith(PageReader.PINNED);
  }

  private void checkAging(int number, String line) {
    Optional<String> language = page.codeAt(number).map(code -> code.getInfo().strip());
    boolean command = language.filter(SHELLS::contains).isPresent();
    if (command) {
      IN_COMMANDS.forEach(form -> checkAging(number, line, form));
    }
    // A quoted message may contain any address.
    if (command || language.isEmpty()) {
      checkAging(number, line, ADDRESS);
    }
  }

  private void checkAging(int number, String line, Aging form) {
    if (form.pattern().matcher(line).find()) {
      report(number, "This becomes outdated: " + form.instead());
    }
  }
}
