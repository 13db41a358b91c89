package dev.faultbook.report;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.faultbook.ShippedCatalogue;
import dev.faultbook.content.Language;
import dev.faultbook.diagnosis.Diagnoser;
import java.util.stream.Stream;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Image;
import org.commonmark.node.Link;
import org.commonmark.node.Node;
import org.commonmark.node.Text;
import org.commonmark.parser.Parser;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Verifies that text from a log appears in a ticket without any effect as Markdown or HTML. */
class MarkdownReportTests {

  private static final String PAYLOAD =
      "![x](http://evil.example/p.png)@octocat[fix](http://evil.example)<img>";

  private static Diagnoser diagnoser;

  @BeforeAll
  static void wire() {
    diagnoser = ShippedCatalogue.diagnoser();
  }

  static Stream<String> logs() {
    return Stream.of(
        "host:1:2 [0] NCCL INFO NCCL_NET set to " + PAYLOAD,
        "host:1:2 [0] NCCL INFO NCCL_NET set to `" + PAYLOAD + "```",
        "CUDA out of memory. Tried to allocate 1 GiB " + PAYLOAD + "\n```\n" + PAYLOAD,
        "ValueError: Bfloat16 is only supported on GPUs with compute capability of at least 8.0."
            + " Your http://evil.example/p GPU has compute capability 7.5.",
        "F1121 03:43:11.204117 12 a.cc:7] Check failed: a == b " + PAYLOAD + "```",
        "Traceback (most recent call last):\n  File \"/w/"
            + PAYLOAD
            + ".py\", line 3, in <module>\n"
            + "    run()\nOddError: "
            + PAYLOAD);
  }

  @ParameterizedTest
  @MethodSource("logs")
  void markdownOfALogMeansNothingInATicket(String log) {
    Report report =
        Report.fromDiagnosis(diagnoser.diagnose((log + "\n").getBytes(UTF_8)), Language.EN);
    String markdown = ReportWriter.toMarkdown(report, Language.EN, "https://faultbook.example");
    assertThat(markdown).contains("evil.example");
    Node document = Parser.builder().build().parse(markdown);
    document.accept(
        new AbstractVisitor() {
          @Override
          public void visit(Image image) {
            throw new AssertionError("an image: " + image.getDestination());
          }

          @Override
          public void visit(Link link) {
            assertThat(link.getDestination())
                .matches(
                    "https://(faultbook\\.example/|github\\.com/search\\?type=issues&q=%22).*");
            visitChildren(link);
          }

          @Override
          public void visit(Text text) {
            // GitHub makes a link of an address in plain text.
            assertThat(text.getLiteral())
                .doesNotContain("@octocat")
                .doesNotContain("://evil")
                .doesNotContain("](");
          }
        });
  }

  @Test
  void theFailureStandsInTheTicketWhereNoEntryExplainsIt() {
    String log = "E1121 03:43:11.204117 12 sum.cc:7] cannot open plan b, it has no left edge\n";
    Report report = Report.fromDiagnosis(diagnoser.diagnose(log.getBytes(UTF_8)), Language.EN);
    assertThat(ReportWriter.toMarkdown(report, Language.EN, ""))
        .contains("**The failure itself**", "1: ", "cannot open plan b, it has no left edge");
  }

  @Test
  void theShortFormHasHeadlineProofCommandAndLink() {
    String log =
        "[rank3]: torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 7.83 GiB. GPU 3 has"
            + " a total capacity of 79.15 GiB of which 5.21 GiB is free.\n";
    Report report = Report.fromDiagnosis(diagnoser.diagnose(log.getBytes(UTF_8)), Language.EN);
    String markdown =
        ReportWriter.toShort(report, Language.EN, "https://x.example", Dialect.MARKDOWN);
    assertThat(markdown)
        .contains("7.83 GiB", "](https://x.example/entries/cuda-out-of-memory)", "`1: [rank3]: ")
        .contains("```bash\nnvidia-smi");
    assertThat(markdown.lines().count()).isLessThanOrEqualTo(12);
    String text = ReportWriter.toShort(report, Language.EN, "https://x.example", Dialect.PLAIN);
    assertThat(text).contains("7.83 GiB", "https://x.example/entries/cuda-out-of-memory", "line 1");
    assertThat(text.lines().count()).isLessThanOrEqualTo(12);
  }

  @Test
  void theShortFormShowsTheMatchOfALongLine() {
    String log =
        "[rank3]: "
            + "x".repeat(300)
            + " torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 7.83 GiB.\n";
    Report report = Report.fromDiagnosis(diagnoser.diagnose(log.getBytes(UTF_8)), Language.EN);
    assertThat(report.findings()).isNotEmpty();
    assertThat(ReportWriter.toShort(report, Language.EN, "", Dialect.MARKDOWN))
        .contains("\n- `1: …", "CUDA out of memory. Tried to allocate 7.83 GiB");
  }

  @ParameterizedTest
  @MethodSource("logs")
  void aShortFormIsShortWhateverTheLog(String log) {
    Report report =
        Report.fromDiagnosis(diagnoser.diagnose((log + "\n").getBytes(UTF_8)), Language.ZH);
    assertThat(ReportWriter.toShort(report, Language.ZH, "", Dialect.MARKDOWN).lines().count())
        .isLessThanOrEqualTo(12);
    assertThat(ReportWriter.toShort(report, Language.ZH, "", Dialect.PLAIN).lines().count())
        .isLessThanOrEqualTo(12);
  }

  /** A bot may post the ticket to a chat, and chats act on mentions even within code. */
  @Test
  void nobodyIsCalledByAValueOfALog() {
    assertThat(
            Dialect.codeSpan("<!channel> <@U024BE7LH> @here x@Everyone @\u6240\u6709\u4eba @bob"))
        .isEqualTo("`< !channel> < @U024BE7LH> @ here x@ Everyone @ \u6240\u6709\u4eba @bob`");
  }

  @Test
  void aCodeSpanHoldsBackticks() {
    assertThat(Dialect.codeSpan("eth0")).isEqualTo("`eth0`");
    assertThat(Dialect.codeSpan("a`b``c")).isEqualTo("```a`b``c```");
    assertThat(Dialect.codeSpan("`a")).isEqualTo("`` `a ``");
    assertThat(Dialect.codeSpan("a\nb\u202e")).isEqualTo("`a b`");
  }
}
