package dev.faultbook.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TimelineTests {
  @Test
  void fourRanksThatTellTheSameAreOneLane() {
    TimelineView view = new TimelineView(RankPages.job(8, true), 600);
    assertThat(view.lanes())
        .extracting(TimelineView.Lane::label)
        .containsExactly("5", "3", "6", "0–2, 4", "7");
    assertThat(view.cells()).hasSize(8);
    TimelineView.Lane first = view.lanes().getFirst();
    assertThat(first.marks()).containsExactly(new TimelineView.Mark("first", "74.86%", "0.00%"));
    assertThat(view.firstX()).isEqualTo("74.86%");
    assertThat(view.lanes().get(1).end()).isEqualTo("48.98%");
    assertThat(view.unseen()).isEqualTo(2);
    assertThat(view.states()).containsEntry("victim", 4L).containsEntry("silent", 1L);
    assertThat(view.states().keySet()).containsExactly("first", "silent", "behind", "victim", "ok");
  }

  @Test
  void fewRanksHaveALaneEach() {
    TimelineView view = new TimelineView(RankPages.job(4, true), 600);
    assertThat(view.lanes())
        .extracting(TimelineView.Lane::label)
        .containsExactly("0", "1", "2", "3");
    assertThat(view.cells()).isEmpty();
  }

  @Test
  void manyRanksThatTellTheSameAreOneLane() {
    TimelineView view = new TimelineView(RankPages.job(512, true), 600);
    assertThat(view.lanes())
        .extracting(TimelineView.Lane::label)
        .containsExactly("5", "3", "6", "0–2, 4, 7–510", "511");
    TimelineView.Lane victims = view.lanes().get(3);
    assertThat(victims.count()).isEqualTo(508);
    assertThat(victims.node()).isEqualTo("node0 … node63 (64)");
    assertThat(victims.marks()).singleElement().extracting("width").isNotEqualTo("0.00%");
    assertThat(view.cells()).hasSize(512);
    assertThat(view.cells().get(65).label()).isEqualTo("65");
  }

  @Test
  void withoutTimesLinesStandForThem() {
    TimelineView view = new TimelineView(RankPages.job(8, false), 600);
    assertThat(view.timed()).isFalse();
    assertThat(view.ticks()).isEmpty();
    assertThat(view.firstX()).isEqualTo("2.00%");
    assertThat(view.lanes().getFirst().marks().getFirst().x()).isEqualTo("2.00%");
    assertThat(view.lanes().getFirst().width()).isEmpty();
    assertThat(view.collect())
        .contains("The log of rank 3: run it again with <code>NCCL_DEBUG=INFO</code>.");
  }

  @ParameterizedTest
  @CsvSource({"0, 0.0 s", "2450, 2.5 s", "61000, 1:01", "3723000, 1:02:03"})
  void timeIsWrittenAsClocksWriteIt(long millis, String text) {
    assertThat(TimelineView.time(millis)).isEqualTo(text);
  }

  @Test
  void theTimelineShowsTheClockOfTheLines() {
    TimelineView view = new TimelineView(RankPages.job(8, true), 600);
    assertThat(view.ticks())
        .extracting(TimelineView.Tick::text)
        .containsExactly("10:00", "10:10", "10:20", "10:30", "10:40");
    assertThat(view.moment(1_834_000L)).isEqualTo("10:30:34");
  }

  @Test
  void numbersAreWrittenAsRanges() {
    assertThat(TimelineView.formatRanges(List.of(0, 1, 2, 5, 7, 8), 6)).isEqualTo("0–2, 5, 7–8");
    assertThat(TimelineView.formatRanges(List.of(0, 2, 4, 6), 2)).isEqualTo("0, 2 …");
    assertThat(TimelineView.formatRanges(List.of(), 2)).isEmpty();
  }
}
