package dev.faultbook.hang;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import dev.faultbook.stream.FileRank;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
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

  private static final Pattern LAST_NUMBER = Pattern.compile("^(.*?)(\\d{1,6})(\\D*)$");

  private final List<FileRank> files;
  private final List<@Nullable Integer> numbered;
  private final HangReader.Owners owners;

  Writers(List<String> names, HangReader.Owners owners) {
    this.files = FileRank.fromNames(names);
    this.numbered = numbersOf(names);
    this.owners = owners;
  }

  @Nullable Integer rankOf(ProcessDump dump) {
    Integer named = find(NAMED, dump.command());
    if (named == null) {
      named = find(OPTION, dump.command());
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

  private static @Nullable Integer find(Pattern pattern, String text) {
    Matcher matcher = pattern.matcher(text);
    return matcher.find() ? Integer.valueOf(matcher.group(1)) : null;
  }

  /** The ranks of files that differ in one number, from 0 on: {@code fr_0}, {@code fr_1}. */
  private static List<@Nullable Integer> numbersOf(List<String> names) {
    List<@Nullable Integer> ranks = new ArrayList<>();
    Set<String> around = new HashSet<>();
    Set<Integer> seen = new HashSet<>();
    for (String name : names) {
      Matcher matcher = LAST_NUMBER.matcher(name);
      if (!matcher.find() || !seen.add(Integer.valueOf(matcher.group(2)))) {
        return List.of();
      }
      around.add(matcher.group(1) + '\0' + matcher.group(3));
      ranks.add(Integer.valueOf(matcher.group(2)));
    }
    boolean counted = names.size() > 1 && seen.stream().allMatch(n -> n < 2 * names.size());
    return around.size() == 1 && counted ? ranks : List.of();
  }
}
