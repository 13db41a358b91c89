package dev.faultbook.diagnosis;

import dev.faultbook.codes.CodeReader;
import dev.faultbook.compatibility.Facts;
import dev.faultbook.compatibility.Inference;
import dev.faultbook.failure.FailureReader;
import dev.faultbook.hang.Hang;
import dev.faultbook.hang.HangReader;
import dev.faultbook.log.Deadline;
import dev.faultbook.log.LogFiles;
import dev.faultbook.log.LogReader;
import dev.faultbook.matcher.ChunkWorker;
import dev.faultbook.matcher.LogMatches;
import dev.faultbook.matcher.MatchLimits;
import dev.faultbook.matcher.Matcher;
import dev.faultbook.run.RunReader;
import dev.faultbook.stream.FactReading;
import dev.faultbook.stream.MatchedLine;
import dev.faultbook.stream.RankView;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Diagnoses logs. The entry point of the package; thread-safe. */
public final class Diagnoser {
  /** Most lines of evidence of a finding. */
  public static final int MAX_EVIDENCE = 40;

  private static final String ERROR_LINES = "log.error";

  /** Prefix of the names of facts that count lines and do not describe a machine. */
  private static final String LINES = "log.";

  private static final int FIRST_ERRORS = 3;
  private static final int LAST_ERRORS = 9;

  private final Supplier<Knowledge> edition;
  private final Supplier<MatchLimits> limits;

  /** A diagnoser without a time limit. */
  public Diagnoser(Knowledge knowledge) {
    this(() -> knowledge, () -> MatchLimits.DEFAULT);
  }

  /**
   * A diagnoser for the edition that is current at each call.
   *
   * @param maxTime longest time of a diagnosis; {@link Duration#ZERO} for no limit
   * @param heldBytes most bytes of a log's lines that a diagnosis keeps in memory
   */
  public Diagnoser(Editions editions, Duration maxTime, long heldBytes) {
    this(editions::current, () -> new MatchLimits(heldBytes, Deadline.after(maxTime)));
  }

  private Diagnoser(Supplier<Knowledge> edition, Supplier<MatchLimits> limits) {
    this.edition = edition;
    this.limits = limits;
  }

  /** A deadline that begins now, for work that includes several diagnoses. */
  public Deadline startDeadline() {
    return limits.get().deadline();
  }

  /** The same, with a deadline for all of its diagnoses together. */
  public Diagnoser withDeadline(Deadline end) {
    return new Diagnoser(edition, () -> new MatchLimits(limits.get().heldBytes(), end));
  }

  /** A diagnoser with the same limits that uses other knowledge. */
  public Diagnoser withKnowledge(Knowledge other) {
    return new Diagnoser(() -> other, limits);
  }

  /**
   * Reads and diagnoses a log.
   *
   * @param in the log, plain or gzip
   * @throws IOException if the log cannot be read
   */
  public Diagnosis diagnose(InputStream in) throws IOException {
    return diagnose(LogFiles.of(in));
  }

  /**
   * Reads and diagnoses a log of several files.
   *
   * @param files the files, in the order in which their lines are numbered
   * @throws IOException if a file cannot be read
   * @throws dev.faultbook.log.TimeLimitException if the deadline has passed
   */
  public Diagnosis diagnose(LogFiles files) throws IOException {
    long start = System.nanoTime();
    Knowledge knowledge = edition.get();
    MatchLimits within = limits.get();
    Deadline deadline = within.deadline();
    deadline.addSpent(files.unpackingTime());
    FailureReader reader = knowledge.failureFormats.createReader();
    CodeReader codeReader = knowledge.codeScanner.createReader();
    List<String> names = IntStream.range(0, files.count()).mapToObj(files::name).toList();
    RunReader runReader = new RunReader(names);
    ChunkWorker run = new ChunkWorker(runReader::acceptChunk);
    HangReader hangReader = new HangReader(names);
    LogMatches found =
        new Matcher(knowledge.signatures(), knowledge.lineFilter())
            .match(
                files,
                new LogReader(),
                (chunk, streams) -> {
                  run.acceptChunk(streams.latest());
                  codeReader.acceptChunk(chunk, streams);
                  reader.acceptChunk(chunk, streams);
                  hangReader.acceptChunk(chunk, streams);
                },
                within);
    run.finish();
    deadline.checkTime();
    Inference inference = new Inference(knowledge.compatibility());
    Facts facts = inference.inferFacts(collectFacts(found));
    TableReasoning tables = new TableReasoning(knowledge, facts);
    Optional<RankView> view = RankView.fromEvidence(found.evidence());
    deadline.checkTime();
    Optional<Hang> hang =
        Optional.ofNullable(hangReader.finish(new StreamOwners(found.evidence(), view)));
    FailureAnalysis failures =
        new FailureAnalysis(
            new FailureAnalysis.Reading(
                reader.finish(),
                runReader.finish(),
                hang.filter(of -> of.finding() != Hang.Finding.MACHINE).isPresent()),
            found,
            view,
            knowledge);
    CodeAnalysis codes =
        CodeAnalysis.fromSightings(codeReader.finish(), codeReader.deviceEvents(), facts);
    SuspectSearch search = new SuspectSearch(knowledge, facts, tables, failures, codes);
    List<Suspect> suspects = search.findSuspects(found);
    List<Diagnosis.RuledOut> ruledOut = search.ruledOut();
    tables.findCause(found, suspects, ruledOut).ifPresent(suspects::add);
    hang.flatMap(of -> HangFinding.of(of, knowledge, suspects)).ifPresent(suspects::add);
    deadline.checkTime();
    List<Finding> findings = new Ranking(knowledge, suspects, view, failures).rankFindings();
    deadline.checkTime();
    RankEvidence evidence =
        view.map(lanes -> new RankEvidence(lanes, found, findings, suspects)).orElse(null);
    Ranks.First first =
        new OccurrenceSearch(failures, evidence, findings, hang).settle(findings, suspects);
    Ranks ranks =
        evidence == null
            ? null
            : new RankAnalysis(
                    evidence,
                    HangFinding.awaitedRanks(hang, findings),
                    HangFinding.waitingRanks(hang, findings))
                .analyzeRanks(findings, codes.devices(), first);
    return new Diagnosis(
        findings,
        ruledOut,
        facts,
        failures,
        HangFinding.withLines(hang, ranks),
        codes,
        RetryAdvisor.advise(findings, failures, codes),
        ranks,
        errorLines(found),
        collectHosts(found),
        found.evidence().sources(),
        files.skippedFiles(),
        found.size().lines(),
        found.size().bytes(),
        TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start),
        knowledge);
  }

  /** Hosts from prefixes, except forms that also occur in ordinary text. */
  private static Set<String> collectHosts(LogMatches found) {
    return found.evidence().streams().stream()
        .filter(stream -> stream.writer().node() != null && !stream.writer().loose())
        .map(stream -> stream.writer().node())
        .collect(Collectors.toSet());
  }

  /** Diagnoses a log in memory, plain or gzip. */
  public Diagnosis diagnose(byte[] log) {
    try {
      return diagnose(new ByteArrayInputStream(log));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static Facts collectFacts(LogMatches found) {
    Facts.Builder facts = new Facts.Builder();
    for (FactReading reading : found.evidence().facts()) {
      if (!reading.fact().startsWith(LINES)) {
        facts.add(
            reading.fact(),
            reading.value(),
            new Facts.Stated(reading.line().line(), reading.rank(), reading.line().node()));
      }
    }
    return facts.build();
  }

  private static List<MatchedLine> errorLines(LogMatches found) {
    List<MatchedLine> lines =
        found.evidence().facts().stream()
            .filter(reading -> reading.fact().equals(ERROR_LINES))
            .map(FactReading::line)
            .toList();
    if (lines.size() <= FIRST_ERRORS + LAST_ERRORS) {
      return lines;
    }
    List<MatchedLine> ends = new ArrayList<>(lines.subList(0, FIRST_ERRORS));
    ends.addAll(lines.subList(lines.size() - LAST_ERRORS, lines.size()));
    return ends;
  }
}
