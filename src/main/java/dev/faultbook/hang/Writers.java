package dev.faultbook.hang;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import dev.faultbook.stream.FileRank;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Which rank wrote a dump: by its heading, its stream, its file or its command line. */
final class Writers {
  private static final Pattern NAMED =
      Pattern.compile("(?i)(?:^|[^a-z_-])(?:global[ _-]?)?rank[ _:=#-]*(\\d{1,6})\\b");
  private static final Pattern OPTION = Pattern.compile("--?(?:global[-_])?rank[ =](\\d{1,6})\\b");
  private static final Pattern LOCAL = Pattern.compile("local[-_]rank[ =:]+(\\d{1,6})\\b");

  /** VLLM::Worker_TP3, ray::RayTrainWorker-3, RankWorker 3. */
  private static final Pattern WORKER =
      Pattern.compile("Worker(?:Proc)?[_-](?:[A-Z]{2})?(\\d{1,4})\\b");

  private static final Pattern NUMBER = Pattern.compile("\\d{1,6}");

  /** Numbers in the name of a file. */
  private static final int MAX_NUMBERS = 6;

  private final List<FileRank> files;
  private final List<@Nullable Integer> numbered;
  private final HangReader.Owners owners;
  private final Map<String, Integer> owned;

  /**
   * @param owned ranks of processes that a launcher names, by their ids
   */
  Writers(List<String> names, HangReader.Owners owners, Map<String, Integer> owned) {
    this.owned = Map.copyOf(owned);
    this.files = FileRank.fromNames(names);
    this.numbered = numbersOf(names);
    this.owners = owners;
  }

  @Nullable Integer rankOf(ProcessDump dump) {
    Integer named = find(NAMED, dump.command());
    if (named == null) {
      named = find(OPTION, dump.command());
    }
    if (named == null) {
      named = owned.get(dump.pid());
    }
    if (named == null && !dump.pid().isEmpty()) {
      named = owners.rankOfProcess(nodeOf(dump.stream(), dump.file()), dump.pid());
    }
    if (named == null) {
      named = rankOf(dump.stream(), dump.file());
    }
    if (named == null) {
      named = find(LOCAL, dump.command());
    }
    return named != null ? named : find(WORKER, dump.command());
  }

  /** The rank of a stream, or of its file; null if unknown. */
  @Nullable Integer rankOf(int stream, int file) {
    Integer rank = owners.rankOf(stream);
    if (rank == null && file < files.size()) {
      rank = files.get(file).rank() != null ? files.get(file).rank() : files.get(file).local();
    }
    return rank != null || file >= numbered.size() ? rank : numbered.get(file);
  }

  @Nullable String nodeOf(int stream, int file) {
    String node = owners.nodeOf(stream);
    return node != null || file >= files.size() ? node : files.get(file).node();
  }

  static boolean namesRank(String heading) {
    return NAMED.matcher(heading).find();
  }

  private static @Nullable Integer find(Pattern pattern, String text) {
    Matcher matcher = pattern.matcher(text);
    return matcher.find() ? Integer.valueOf(matcher.group(1)) : null;
  }

  /** The ranks of files that differ in one number, from 0 on: {@code fr_0}, {@code fr_1}. */
  private static List<@Nullable Integer> numbersOf(List<String> names) {
    for (int at = MAX_NUMBERS; at > 0 && names.size() > 1; at--) {
      List<@Nullable Integer> ranks = new ArrayList<>();
      Set<String> around = new HashSet<>();
      for (String name : names) {
        Matcher number = NUMBER.matcher(name);
        int seen = 0;
        while (seen < at && number.find()) {
          seen++;
        }
        if (seen < at) {
          break;
        }
        ranks.add(Integer.valueOf(number.group()));
        around.add(name.substring(0, number.start()) + '\0' + name.substring(number.end()));
      }
      boolean all = ranks.size() == names.size() && around.size() == 1;
      if (all && ranks.stream().allMatch(rank -> rank != null && rank < 2 * names.size())) {
        return ranks;
      }
    }
    return List.of();
  }
}
