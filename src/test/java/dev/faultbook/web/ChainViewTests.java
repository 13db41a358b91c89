package dev.faultbook.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultbook.content.EntryKind;
import dev.faultbook.diagnosis.Role;
import dev.faultbook.report.Report;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class ChainViewTests {
  @Test
  void theStepsBetweenAreKept() {
    Report.Found oom = view("oom", "watchdog", "abort", "child");
    Report.Found watchdog = view("watchdog", "abort");
    Report.Found abort = view("abort");
    Report.Found child = view("child");
    assertThat(toText(ChainView.drawAll(oom, List.of(), List.of(watchdog, abort, child))))
        .isEqualTo("oom(watchdog(abort) child)");
  }

  @Test
  void whatNothingExplainsStandsAlone() {
    assertThat(toText(ChainView.drawAll(view("oom"), List.of(), List.of(view("odd")))))
        .isEqualTo("oom odd");
  }

  @Test
  void anotherPossibleCauseHasItsOwnChain() {
    Report.Found other = view("nic", "hang");
    assertThat(
            toText(
                ChainView.drawAll(
                    view("oom", "kill"),
                    List.of(other, view("disk")),
                    List.of(view("kill"), view("hang")))))
        .isEqualTo("oom(kill) nic(hang)");
  }

  @Test
  void twoThatExplainEachOtherAreDrawnOnce() {
    assertThat(
            toText(
                ChainView.drawAll(view("oom"), List.of(), List.of(view("a", "b"), view("b", "a")))))
        .isEqualTo("oom a b");
    assertThat(
            toText(
                ChainView.drawAll(
                    view("oom"),
                    List.of(),
                    List.of(view("a", "b"), view("b", "c"), view("c", "a")))))
        .isEqualTo("oom a(b(c))");
  }

  private static String toText(List<ChainView> chains) {
    return chains.stream()
        .map(
            chain ->
                chain.found().entry()
                    + (chain.next().isEmpty() ? "" : "(" + toText(chain.next()) + ")"))
        .collect(Collectors.joining(" "));
  }

  private static Report.Found view(String entry, String... explains) {
    return new Report.Found(
        1,
        entry,
        EntryKind.CAUSE,
        Role.CONSEQUENCE,
        entry,
        "",
        0.5,
        "",
        null,
        "framework",
        false,
        entry,
        "/entries/" + entry,
        List.of(),
        1,
        List.of(explains),
        List.of(),
        List.of(),
        List.of(),
        List.of());
  }
}
