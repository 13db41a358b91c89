package dev.faultbook.diagnosis;

import dev.faultbook.content.ContentError;
import dev.faultbook.content.Entry;
import dev.faultbook.content.EntryKind;
import dev.faultbook.content.ExampleLog;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs every entry's example logs against all signatures: the entry must lead its own logs, must
 * not be found in its near misses, and no other cause may be found in them unless the entry lists
 * it.
 */
public final class ExampleCheck {
  private final Knowledge knowledge;
  private final Diagnoser diagnoser;

  /** Checks the current edition. */
  public ExampleCheck(Knowledge knowledge) {
    this(knowledge, new Diagnoser(knowledge));
  }

  /**
   * Checks the current edition within the limits of a diagnoser.
   *
   * @param diagnoser a diagnoser for the same index
   */
  public ExampleCheck(Knowledge knowledge, Diagnoser diagnoser) {
    this.knowledge = knowledge;
    this.diagnoser = diagnoser;
  }

  /** All errors, in the order of the entries. */
  public List<ContentError> checkAll() {
    List<ContentError> faults = new ArrayList<>();
    for (Entry entry : knowledge.entries()) {
      for (ExampleLog log : entry.logs()) {
        faults.addAll(checkLog(entry, log));
      }
    }
    return faults;
  }

  /** All errors of one log. */
  public List<ContentError> checkLog(Entry entry, ExampleLog log) {
    String file = "entries/" + entry.id() + "/logs/" + log.name();
    Diagnosis diagnosis = diagnoser.diagnose(log.bytes());
    List<ContentError> faults = new ArrayList<>();
    List<Finding> findings = diagnosis.findings();
    Finding own =
        findings.stream().filter(f -> f.entry().id().equals(entry.id())).findFirst().orElse(null);
    if (!log.hit()) {
      if (own != null) {
        faults.add(
            new ContentError(
                file,
                lineOf(own),
                "must not be found here, but this line matches: "
                    + own.evidence().getFirst().signature()));
      }
      return faults;
    }
    if (own == null) {
      faults.add(
          new ContentError(file, 0, "is not found in its own log; found: " + entryIds(findings)));
      return faults;
    }
    if (findings.getFirst() != own) {
      Finding first = findings.getFirst();
      faults.add(
          new ContentError(
              file,
              lineOf(first),
              "does not lead its own log; the leading entry is " + first.entry().id()));
    }
    if (entry.kind() == EntryKind.BENIGN && diagnosis.isDiagnosed()) {
      faults.add(
          new ContentError(
              file,
              0,
              "the log of a benign entry must not contain a fault: " + entryIds(findings)));
    }
    findings.stream()
        .filter(other -> other != own && isOtherCause(other, log))
        .forEach(other -> faults.add(otherCause(file, other)));
    return faults;
  }

  private static boolean isOtherCause(Finding other, ExampleLog log) {
    return other.entry().kind() == EntryKind.CAUSE
        && other.role() == Role.CONTRIBUTING
        && !log.also().contains(other.entry().id());
  }

  private static ContentError otherCause(String file, Finding other) {
    return new ContentError(
        file,
        lineOf(other),
        "another cause is found, too: "
            + other.entry().id()
            + "; fix a signature, or list it under `also:` or `explains:`");
  }

  private static int lineOf(Finding finding) {
    return (int) finding.evidence().getFirst().line().line();
  }

  private static List<String> entryIds(List<Finding> findings) {
    return findings.stream().map(finding -> finding.entry().id()).toList();
  }
}
