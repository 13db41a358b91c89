package dev.faultbook.diagnosis;

import dev.faultbook.catalogue.Edition;
import dev.faultbook.content.Entry;
import dev.faultbook.content.EntryKind;
import dev.faultbook.content.ExampleLog;
import dev.faultbook.search.KnowledgeIndex;
import dev.faultbook.yaml.ContentError;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs every entry's own example logs against all signatures: the entry must lead its hits, must
 * not be found in its near-misses, and no other cause may be named beside it without a reason
 * given.
 */
public final class ExampleCheck {
  private final KnowledgeIndex index;
  private final Diagnoser diagnoser;

  /** A check of the edition in force. */
  public ExampleCheck(KnowledgeIndex index) {
    this.index = index;
    this.diagnoser = new Diagnoser(index);
  }

  /** All that is wrong, in the order of the entries. */
  public List<ContentError> checkAll() {
    Edition edition = index.current().edition();
    List<ContentError> faults = new ArrayList<>();
    for (Entry entry : edition.entries()) {
      for (ExampleLog log : entry.logs()) {
        faults.addAll(checkLog(entry, log));
      }
    }
    return faults;
  }

  /** All that is wrong with one log. */
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
              "does not lead its own log; it is led by " + first.entry().id()));
    }
    if (entry.kind() == EntryKind.BENIGN && diagnosis.isDiagnosed()) {
      faults.add(
          new ContentError(
              file, 0, "a benign entry's log must hold no fault: " + entryIds(findings)));
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
        "names another cause too: "
            + other.entry().id()
            + "; mend a signature, or say why under `also:` or `explains:`");
  }

  private static int lineOf(Finding finding) {
    return (int) finding.evidence().getFirst().line().line();
  }

  private static List<String> entryIds(List<Finding> findings) {
    return findings.stream().map(finding -> finding.entry().id()).toList();
  }
}
