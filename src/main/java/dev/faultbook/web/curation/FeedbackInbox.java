package dev.faultbook.web.curation;

import dev.faultbook.store.DiagnosisStore;
import dev.faultbook.store.EntryVotes;
import dev.faultbook.store.ReaderAnswer;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Collects what readers say about entries, for the curator who decides what to improve. */
public final class FeedbackInbox {
  /** Most answers of readers that are shown. */
  public static final int MAX_ANSWERS = 50;

  private FeedbackInbox() {}

  /**
   * The answers on one entry.
   *
   * @param votes all votes on it
   * @param answers the latest answers that say no or hold a comment, the newest first; at least one
   */
  public record Topic(EntryVotes votes, List<ReaderAnswer> answers) {
    public Topic {
      answers = List.copyOf(answers);
    }

    /** Id of the entry, which may no longer exist. */
    public String entry() {
      return votes.entry();
    }
  }

  /**
   * The latest answers by entry; the entry with the newest answer comes first.
   *
   * @throws dev.faultbook.store.StoreUnavailableException while the database is unreachable
   */
  public static List<Topic> read(DiagnosisStore store) {
    Map<String, List<ReaderAnswer>> byEntry = new LinkedHashMap<>();
    for (ReaderAnswer answer : store.latestAnswers(MAX_ANSWERS)) {
      byEntry.computeIfAbsent(answer.entry(), id -> new ArrayList<>()).add(answer);
    }
    Map<String, EntryVotes> votes =
        store.votesSince(LocalDate.EPOCH).stream()
            .collect(Collectors.toMap(EntryVotes::entry, Function.identity()));
    return byEntry.entrySet().stream()
        .map(
            one ->
                new Topic(
                    votes.getOrDefault(one.getKey(), new EntryVotes(one.getKey(), 0, 0)),
                    one.getValue()))
        .toList();
  }
}
