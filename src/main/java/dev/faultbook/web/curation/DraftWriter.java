package dev.faultbook.web.curation;

import com.google.re2j.Pattern;
import dev.faultbook.content.ContentReader;
import dev.faultbook.content.Entry;
import dev.faultbook.content.EntryKind;
import dev.faultbook.diagnosis.Diagnoser;
import dev.faultbook.diagnosis.Diagnosis;
import dev.faultbook.diagnosis.Editions;
import dev.faultbook.diagnosis.Finding;
import dev.faultbook.failure.Failure;
import dev.faultbook.failure.FailureEvent;
import dev.faultbook.log.VisibleText;
import dev.faultbook.log.WordLists;
import dev.faultbook.redaction.Redactor;
import dev.faultbook.report.LineWriter;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Writes the skeleton of an entry from a log: what the failure in it says, and for everything else
 * what a person has to write. Thread-safe.
 */
public final class DraftWriter {
  private static final int MAX_TITLE = 90;
  private static final int MAX_LINE = 300;
  private static final int MAX_EXPLAINED = 12;

  /**
   * What differs from run to run: numbers, paths, and what redaction left; not a name before "=".
   */
  private static final Pattern VARYING =
      Pattern.compile("[^\\s=]*(?:[0-9/]|\\.\\.\\.|<[a-z]+-)\\S*");

  private static final Pattern GAPS = Pattern.compile(" *\\.\\.\\.(?: *\\.\\.\\.)* *");
  private static final String GAP = "...";
  private static final String UNNAMED = "new-fault";
  private static final String NO_SIGNATURE = "signatures: []\n";

  private final Editions editions;
  private final Diagnoser diagnoser;

  public DraftWriter(Editions editions, Diagnoser diagnoser) {
    this.editions = editions;
    this.diagnoser = diagnoser;
  }

  /**
   * Where a fault lies.
   *
   * @param component what reports it
   * @param layer where it lies
   */
  private record Placement(String component, String layer) {}

  /** The texts with their logs redacted, as they may leave this server. */
  public EntryTexts redactLogs(EntryTexts texts) {
    return texts
        .withLog(Redactor.shared().redact(texts.log()).text())
        .withOthers(Redactor.shared().redact(texts.others()).text());
  }

  /**
   * A draft from a log.
   *
   * @param log the log; not blank
   * @return the files, with the redacted log as the example log; the signature matches it, unless
   *     the log has no line that could be one
   * @throws dev.faultbook.log.TimeLimitException if the diagnosis takes too long
   */
  public EntryTexts writeDraft(String log) {
    String redacted = Redactor.shared().redact(log).text();
    Diagnosis diagnosis = diagnoser.diagnose(redacted.getBytes(StandardCharsets.UTF_8));
    String line = VisibleText.of(tellingLine(diagnosis, redacted));
    String title = LineWriter.cut(line, MAX_TITLE).replace("{{", "{ {");
    String id = newId();
    EntryTexts draft =
        new EntryTexts(
            id, "", writePage("en", title, line), writePage("zh", title, line), redacted, "");
    return signaturesFor(diagnosis, line).stream()
        .map(signatures -> draft.withYaml(writeYaml(diagnosis, signatures)))
        .filter(this::matchesItsLog)
        .findFirst()
        .orElseGet(() -> draft.withYaml(writeYaml(diagnosis, NO_SIGNATURE)));
  }

  /** The line that states the failure; without a failure the first error, or the last line. */
  private static String tellingLine(Diagnosis diagnosis, String log) {
    Optional<FailureEvent> event = diagnosis.failure().event();
    if (event.isPresent()) {
      String type = event.get().type();
      String message = firstLine(event.get().message());
      if (type == null) {
        return firstLine(event.get().text());
      }
      return message.isEmpty() ? type : type + ": " + message;
    }
    return diagnosis.errorLines().isEmpty()
        ? log.lines().filter(line -> !line.isBlank()).reduce("", (before, next) -> next)
        : diagnosis.errorLines().getFirst().text();
  }

  private static String firstLine(String text) {
    return text.lines().filter(line -> !line.isBlank()).findFirst().orElse("").strip();
  }

  /** Possible texts of {@code signatures:}, the best one first. */
  private static List<String> signaturesFor(Diagnosis diagnosis, String line) {
    Set<String> all = new LinkedHashSet<>();
    Optional<FailureEvent> event = diagnosis.failure().event();
    event.map(FailureEvent::failure).flatMap(DraftWriter::exceptionSignature).ifPresent(all::add);
    all.add(lineSignature(line));
    // What is called class and message may stand on two lines, as in a C++ program's last words.
    event.ifPresent(
        failed -> {
          all.add(lineSignature(firstLine(failed.message())));
          String text = firstLine(failed.text());
          all.add(lineSignature(text));
          // A JSON line's message and error are read as one text: {"msg":"no start","error":"EOF"}.
          int colon = text.indexOf(": ");
          all.add(lineSignature(colon > 0 ? text.substring(0, colon) : text));
        });
    return List.copyOf(all);
  }

  private static String lineSignature(String line) {
    return "signatures:\n  - " + quote(toSignature(VisibleText.of(line))) + "\n";
  }

  /** The notation of {@code line:}; may lack a distinctive word. */
  private static String toSignature(String line) {
    String text =
        line.length() > MAX_LINE ? line.substring(0, line.lastIndexOf(' ', MAX_LINE) + 1) : line;
    String escaped = text.replace("\\", "\\\\").replace("{", "\\{").replace("}", "\\}");
    String gapped =
        GAPS.matcher(VARYING.matcher(escaped).replaceAll("...")).replaceAll(" ... ").strip();
    int from = gapped.startsWith(GAP) ? GAP.length() : 0;
    int to = gapped.length() - (gapped.endsWith(GAP) && gapped.length() > from ? GAP.length() : 0);
    return gapped.substring(from, to).strip();
  }

  /** The signature of a Python exception; empty for any other failure. */
  private static Optional<String> exceptionSignature(Failure failure) {
    if (!(failure instanceof Failure.UncaughtException exception)
        || exception.runtime() != Failure.UncaughtException.ExceptionRuntime.PYTHON
        || exception.type() == null) {
      return Optional.empty();
    }
    String message = toSignature(VisibleText.of(firstLine(exception.message())));
    return Optional.of(
        "signatures:\n  - exception: "
            + quote(exception.type())
            + (message.isEmpty() ? "" : "\n    message: " + quote(message))
            + "\n");
  }

  private boolean matchesItsLog(EntryTexts draft) {
    byte[] log = draft.log().getBytes(StandardCharsets.UTF_8);
    return ContentReader.readEntry(draft.id(), draft.toFolder(), editions.current().content())
        .entry()
        .filter(entry -> !entry.signatures().isEmpty())
        .map(entry -> diagnoser.withKnowledge(editions.current().withOnly(entry)).diagnose(log))
        .filter(diagnosis -> !diagnosis.findings().isEmpty())
        .isPresent();
  }

  private String writeYaml(Diagnosis diagnosis, String signatures) {
    Placement place = placeOf(diagnosis);
    StringBuilder yaml = new StringBuilder();
    yaml.append("code: ").append(nextCode()).append('\n');
    yaml.append("kind: cause # or symptom, behind which a cause stands; or benign\n");
    yaml.append("component: ").append(place.component()).append('\n');
    yaml.append("layer: ").append(place.layer()).append('\n');
    yaml.append("severity: fatal # or hang, degraded, harmless\n");
    diagnosis
        .retry()
        .ifPresent(
            retry -> {
              yaml.append("retry:\n  verdict: ").append(retry.verdict().tag());
              yaml.append("\n  action: ").append(retry.action().tag());
              yaml.append("\n  because:\n    en: \"\"\n    zh: \"\"\n");
            });
    yaml.append(signatures);
    List<String> symptoms = symptomsIn(diagnosis);
    if (!symptoms.isEmpty()) {
      yaml.append("explains: # found in the same log; keep those that this fault causes\n");
      symptoms.forEach(symptom -> yaml.append("  - ").append(symptom).append('\n'));
    }
    yaml.append("sources:\n  - url: \"\"\n    title: \"\"\n    supports: \"\"\n");
    yaml.append("reviewed:\n  date: \"\"\n  checked: \"\"\n");
    return yaml.toString();
  }

  private static List<String> symptomsIn(Diagnosis diagnosis) {
    return diagnosis.findings().stream()
        .map(Finding::entry)
        .filter(entry -> entry.kind() == EntryKind.SYMPTOM)
        .map(Entry::id)
        .limit(MAX_EXPLAINED)
        .toList();
  }

  /** As the entry says that explains the failure so far; without one, by the kind of failure. */
  private static Placement placeOf(Diagnosis diagnosis) {
    return diagnosis.findings().stream()
        .filter(finding -> finding.role().isFailure())
        .findFirst()
        .map(Finding::entry)
        .map(known -> new Placement(known.component(), known.layer()))
        .or(() -> diagnosis.failure().event().map(DraftWriter::placeOf))
        .orElse(new Placement("application", "program"));
  }

  private static Placement placeOf(FailureEvent event) {
    return switch (event.failure()) {
      case Failure.UncaughtException _ -> new Placement("python", "program");
      case Failure.Scheduler _ -> new Placement("scheduler", "scheduler");
      case Failure.Command _ -> new Placement("build", "environment");
      case Failure.Kernel _ -> new Placement("host", "host");
      case Failure.Message _, Failure.Signal _, Failure.Exit _ ->
          new Placement("application", "program");
    };
  }

  /** The code after the highest one of the edition. */
  private String nextCode() {
    int highest =
        editions.current().entries().stream()
            .flatMap(entry -> entry.code().stream())
            .mapToInt(code -> Integer.parseInt(code.substring("FB-".length())))
            .max()
            .orElse(0);
    return String.format(Locale.ROOT, "FB-%04d", highest + 1);
  }

  /** An id that no entry has; a person gives a better one. */
  private String newId() {
    String free = UNNAMED;
    for (int n = 2; editions.current().findEntry(free).isPresent(); n++) {
      free = UNNAMED + "-" + n;
    }
    return free;
  }

  private static String writePage(String language, String title, String line) {
    String shown = LineWriter.cut(line, MAX_LINE).replace("```", "''").replace("{{", "{ {");
    return Pages.TEXTS
        .getOrDefault(language, "")
        .replace("%TITLE%", title.isEmpty() ? "TODO: title" : title)
        .replace("%LINE%", shown);
  }

  /** A YAML scalar in single quotes. */
  private static String quote(String text) {
    return "'" + text.replace("'", "''") + "'";
  }

  /** The pages with what belongs into each section, read on first use. */
  private static final class Pages {
    private static final Map<String, String> TEXTS = Map.of("en", read("en"), "zh", read("zh"));

    private static String read(String language) {
      return WordLists.readText(DraftWriter.class, "/curation/" + language + ".md");
    }
  }
}
