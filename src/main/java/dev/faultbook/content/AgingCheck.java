package dev.faultbook.content;

import com.google.re2j.Pattern;
import java.util.List;

/**
 * Rejects text in commands that becomes outdated: index addresses of one CUDA version, tags of CUDA
 * builds, pinned releases, packages with a branch in their name. {@code <!-- pinned: WHY -->} below
 * the heading of a remedy allows it there.
 */
final class AgingCheck {
  /** The comment that allows a pinned release in a remedy. */
  static final String PINNED = "<!-- pinned:";

  private static final List<String> SHELLS = List.of("```bash", "```powershell", "```bat");

  /** A pattern that becomes outdated, and what to write instead. */
  private record Form(Pattern pattern, String instead) {
    Form(String regex, String instead) {
      this(Pattern.compile(regex), instead);
    }
  }

  private static final List<Form> IN_COMMANDS =
      List.of(
          new Form(
              "(?:^|[^a-z0-9])cu1[0-9]{2}(?:[^a-z0-9]|$)",
              "the tag of a CUDA build: use {{torch.install}}, or the installed build's own"),
          new Form("[a-z0-9_\\]]==[0-9]", "a pinned release: write VERSION, or pin with a reason"),
          new Form("python[0-9]?=[0-9]", "a version of Python: write python=VERSION"),
          new Form("(?:^|[^a-z/])python[23]\\.[0-9]", "a version of Python: write pythonVERSION"),
          new Form(
              "(?:nvidia|cuda|libnvidia|drivers|fabricmanager|toolkit|compat)-[0-9]{2,3}(?:[^.0-9]|$)",
              "a package with a branch in its name: write BRANCH and say how it is chosen"),
          new Form(
              "(?:nvidia|libnvidia)-[a-z-]+-[0-9]{3}(?:[^.0-9]|$)",
              "a package with a branch in its name: write BRANCH and say how it is chosen"));

  private static final Form ADDRESS =
      new Form(
          "download\\.pytorch\\.org/whl/(?:cu|rocm|test|nightly)[a-zA-Z0-9]",
          "the index of one build: use {{torch.install}}, or INDEX_URL and a link to the list");

  private final String file;
  private final List<String> lines;
  private final ContentErrors faults;

  AgingCheck(String file, List<String> lines, ContentErrors faults) {
    this.file = file;
    this.lines = lines;
    this.faults = faults;
  }

  void checkAging() {
    String fence = "";
    boolean pinned = false;
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i);
      if (line.startsWith("```")) {
        fence = fence.isEmpty() ? line.strip() : "";
      } else if (fence.isEmpty() && line.startsWith("#")) {
        pinned = false;
      } else if (line.startsWith(PINNED)) {
        pinned = true;
      } else if (!pinned) {
        checkLine(i, line, fence);
      }
    }
  }

  private void checkLine(int at, String line, String fence) {
    boolean command = SHELLS.contains(fence);
    if (command) {
      IN_COMMANDS.forEach(form -> checkForm(at, line, form));
    }
    // A quoted message may contain any address.
    if (command || fence.isEmpty()) {
      checkForm(at, line, ADDRESS);
    }
  }

  private void checkForm(int at, String line, Form form) {
    if (form.pattern().matcher(line).find()) {
      faults.add(file, at + 1, "This becomes outdated: " + form.instead());
    }
  }
}
