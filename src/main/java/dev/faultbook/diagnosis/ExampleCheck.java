package dev.faultbook.diagnosis;

import dev.faultbook.content.ContentError;
import dev.faultbook.content.Entry;
import dev.faultbook.content.EntryKind;
import dev.faultbook.content.ExampleLog;
import dev.faultbook.matcher.PatternIndex;
import dev.faultbook.signature.Signature;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Runs every entry's example logs against all signatures, none of which may need words of ordinary
 * lines: the entry must lead its own logs, must not be found in its near misses, and no other cause
 * may be found in them unless the entry lists it.
 */
public final class ExampleCheck {
  private static final String FIX = "; fix a signature, or list it under `also:` or `explains:`";

  private final Knowledge knowledge;
  private final Diagnoser diagnoser;

  /**
   * @param diagnoser a diagnoser for the same knowledge, whose limits hold
   */
  public ExampleCheck(Knowledge knowledge, Diagnoser diagnoser) {
    this.knowledge = knowledge;
    this.diagnoser = diagnoser;
  }

  /** All errors, in the order of the entries. */
  public List<ContentError> checkAll() {
    List<ContentError> faults = new ArrayList<>();
    for (Entry entry : knowledge.entries()) {
      faults.addAll(checkSignatures(entry));
      for (ExampleLog log : entry.logs()) {
        faults.addAll(checkLog(entry, log));
      }
    }
    return faults;
  }

  /** An error for each signature of which every line is searched for by an ordinary word. */
  public static List<ContentError> checkSignatures(Entry entry) {
    List<ContentError> faults = new ArrayList<>();
    for (Signature signature : entry.signatures()) {
      List<String> ordinary =
          signature.parts().stream()
              .filter(part -> !part.isStructural())
              .flatMap(part -> PatternIndex.findOrdinaryLiteral(part).stream())
              .toList();
      if (!ordinary.isEmpty() && ordinary.size() == signature.parts().size()) {
        String message =
            "is searched for by '%s', which ordinary lines hold; give it a rarer word: %s"
                .formatted(ordinary.getFirst(), signature.source());
        faults.add(new ContentError("entries/" + entry.id() + "/entry.yaml", 0, message));
      }
    }
    return faults;
  }

  /** All errors of one log. */
  public List<ContentError> checkLog(Entry entry, ExampleLog log) {
    Diagnosis diagnosis = diagnoser.diagnose(log.bytes());
    List<Finding> findings = diagnosis.findings();
    List<String> ids = findings.stream().map(finding -> finding.entry().id()).toList();
    String file = "entries/" + entry.id() + "/logs/" + log.name();
    int place = ids.indexOf(entry.id());
    if (!log.hit()) {
      return place < 0 ? List.of() : List.of(foundAgainst(findings.get(place), file));
    }
    if (place < 0) {
      return List.of(new ContentError(file, 0, "is not found in its own log; found: " + ids));
    }
    List<ContentError> faults = new ArrayList<>();
    if (place > 0) {
      faults.add(
          errorAt(
              findings.getFirst(),
              file,
              "does not lead its own log; the leading entry is " + ids.getFirst()));
    }
    if (entry.kind() == EntryKind.BENIGN && diagnosis.isDiagnosed()) {
      String message = "the log of a benign entry must not contain a fault: " + ids;
      faults.add(new ContentError(file, 0, message));
    }
    for (Finding other : findings) {
      String id = other.entry().id();
      if (!id.equals(entry.id()) && !log.also().contains(id) && isOtherCause(other)) {
        String message = "another cause is found, too: " + id + FIX;
        faults.add(errorAt(other, file, message));
      }
    }
    return faults;
  }

  /**
   * The entries of layers that became superfluous: one shipped entry leads in all of their logs.
   *
   * @param sum the content with its layers
   * @param shipped diagnoses with the shipped entries alone
   */
  public static List<ContentError> findSuperfluous(Knowledge sum, Diagnoser shipped) {
    List<ContentError> found = new ArrayList<>();
    for (Entry entry : sum.entries()) {
      if (!sum.content().layers().containsKey(entry.id())) {
        continue;
      }
      Set<String> leads = new HashSet<>();
      for (ExampleLog log : entry.logs()) {
        if (log.hit()) {
          List<Finding> findings = shipped.diagnose(log.bytes()).findings();
          leads.add(findings.isEmpty() ? "" : findings.getFirst().entry().id());
        }
      }
      if (leads.size() == 1 && !leads.contains("")) {
        String message =
            "note: superfluous, the shipped entry %s leads in all of its logs"
                .formatted(leads.iterator().next());
        found.add(new ContentError("entries/" + entry.id(), 0, message));
      }
    }
    return found;
  }

  private static boolean isOtherCause(Finding finding) {
    return finding.entry().kind() == EntryKind.CAUSE && finding.role() == Role.CONTRIBUTING;
  }

  private static ContentError foundAgainst(Finding own, String file) {
    String signature = own.evidence().getFirst().signature();
    return errorAt(own, file, "must not be found here, but this line matches: " + signature);
  }

  /** An error at the first line of a finding. */
  private static ContentError errorAt(Finding finding, String file, String message) {
    return new ContentError(file, (int) finding.evidence().getFirst().line().line(), message);
  }
}
