package dev.faultbook.web;

import dev.faultbook.content.Language;
import dev.faultbook.diagnosis.Conclusion;
import dev.faultbook.report.RankReport;
import dev.faultbook.report.Report;
import jakarta.servlet.http.HttpServletRequest;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.context.annotation.Import;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.ModelAndView;

/**
 * Serves result pages of jobs of any size: the rank report is generated here, the rendering is
 * real.
 */
@TestConfiguration(proxyBeanMethods = false)
@Import(RankPages.Door.class)
class RankPages {
  /** Returns a job with {@code count} ranks, eight per node, of which one runs out of memory. */
  static RankReport job(int count, boolean timed) {
    List<RankReport.Lane> lanes = new ArrayList<>();
    for (int rank = 0; rank < count; rank++) {
      lanes.add(lane(rank, count, timed));
    }
    return new RankReport(
        count,
        count + 2,
        "rank",
        timed ? 2_450_000L : null,
        timed ? 36_000_000L : null,
        new RankReport.First(
            5,
            "node0",
            12,
            null,
            null,
            timed ? 1_834_000L : null,
            timed ? "line" : null,
            "shm-full",
            "torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB",
            timed,
            "Its line comes 4.2 s before any other rank's first error."),
        List.of(5),
        lanes,
        List.of(new RankReport.Clock("node1", 3000, "Both saw the same abort.")),
        List.of(
            new RankReport.Difference(
                "nccl",
                List.of(
                    new RankReport.ValueOf(
                        "2.18.1", IntStream.range(0, count - 1).boxed().toList(), List.of()),
                    new RankReport.ValueOf("2.21.5", List.of(count - 1), List.of())),
                "Ranks with different NCCL versions cannot form one communicator.")),
        timed
            ? List.of(
                new RankReport.KernelEvent(
                    "Xid 79",
                    "/codes/xid/79",
                    "node0",
                    812,
                    1_830_000L,
                    5,
                    "5",
                    "failure",
                    4000,
                    "Xid 79 on node0, 4 s before rank 5 failed",
                    null,
                    null))
            : List.of(),
        timed
            ? List.of()
            : List.of(
                "The log of rank 3: run it again with `NCCL_DEBUG=INFO`.",
                "The kernel's messages of node0: `dmesg -T | tail -200`"));
  }

  private static RankReport.Lane lane(int rank, int count, boolean timed) {
    String state =
        rank == 5
            ? "first"
            : rank == 3 ? "silent" : rank == 6 ? "behind" : rank == count - 1 ? "ok" : "victim";
    Long at = timed ? Long.valueOf(1_834_000L + (rank == 5 ? 0 : 600_000 + rank)) : null;
    String kind = state.equals("first") ? "first" : "watchdog";
    boolean hasEvent = state.equals("first") || state.equals("victim");
    return new RankReport.Lane(
        "" + rank,
        rank,
        "node" + rank / 8,
        null,
        state,
        120,
        timed ? 1000L : null,
        timed ? Long.valueOf(state.equals("silent") ? 1_200_000L : 2_440_000L) : null,
        hasEvent
            ? List.of(
                new RankReport.Event(
                    at, rank == 5 ? 12 : 20 + rank, kind, "shm-full", "…", null, null))
            : List.of(),
        state.equals("behind") ? 811L : 812L,
        811L,
        switch (state) {
          case "first" -> "Nothing went wrong anywhere before its line.";
          case "silent" -> "Its last line is 21 minutes before the others'.";
          case "behind" -> "It enqueued collective 811 last, the others 812.";
          case "victim" -> "Its watchdog waited for a rank that had failed.";
          default -> "";
        },
        null,
        null,
        null,
        null);
  }

  @Controller
  static class Door {
    private final Results results;

    Door(Results results) {
      this.results = results;
    }

    @GetMapping("/test/ranks")
    ModelAndView page(
        @RequestParam int count, @RequestParam boolean timed, HttpServletRequest request) {
      byte[] log = "step 1 loss 2.3\n".repeat(600).getBytes(StandardCharsets.UTF_8);
      Report report =
          new Report(
              Conclusion.NO_MATCH,
              null,
              null,
              null,
              null,
              null,
              null,
              List.of(),
              List.of(),
              List.of(),
              List.of(),
              List.of(),
              null,
              Map.of(),
              List.of(),
              List.of(),
              Map.of(),
              List.of(),
              job(count, timed),
              null,
              new Report.Log(600, log.length, List.of(), List.of(), List.of()),
              3,
              null,
              null);
      Language language = LanguageResolver.resolveLanguage(request);
      return new ModelAndView(
              "result",
              "result",
              results.buildView(report, new ByteArrayInputStream(log), "", language, "http://host"))
          .addObject("saved", null);
    }
  }
}
