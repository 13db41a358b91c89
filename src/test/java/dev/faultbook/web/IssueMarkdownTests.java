package dev.faultbook.web;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.faultbook.TestContent;
import dev.faultbook.catalogue.Catalogue;
import dev.faultbook.diagnosis.Diagnoser;
import dev.faultbook.language.Language;
import dev.faultbook.report.Report;
import dev.faultbook.search.KnowledgeIndex;
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
import org.springframework.context.support.ResourceBundleMessageSource;

/** A ticket shows what a log says and does nothing that it asks for. */
class IssueMarkdownTests {

  private static final String PAYLOAD =
      "![x](http://evil.example/p.png)@octocat[fix](http://evil.example)<img>";

  private static Diagnoser diagnoser;
  private static IssueMarkdown ticket;

  @BeforeAll
  static void wire() {
    diagnoser = new Diagnoser(new KnowledgeIndex(new Catalogue(TestContent.shipped())));
    ResourceBundleMessageSource messages = new ResourceBundleMessageSource();
    messages.setBasename("messages");
    messages.setDefaultEncoding("UTF-8");
    messages.setFallbackToSystemLocale(false);
    ticket = new IssueMarkdown(messages);
  }

  static Stream<String> logs() {
    return Stream.of(
        "host:1:2 [0] NCCL INFO NCCL_NET set to " + PAYLOAD,
        "host:1:2 [0] NCCL INFO NCCL_NET set to `" + PAYLOAD + "```",
        "CUDA out of memory. Tried to allocate 1 GiB " + PAYLOAD + "\n```\n" + PAYLOAD,
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
    String markdown = ticket.toMarkdown(report, Language.EN, "https://faultbook.example");
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
            assertThat(link.getDestination()).startsWith("https://faultbook.example/");
            visitChildren(link);
          }

          @Override
          public void visit(Text text) {
            assertThat(text.getLiteral()).doesNotContain("@octocat").doesNotContain("evil");
          }
        });
  }

  @Test
  void theFailureStandsInTheTicketWhereNoEntryExplainsIt() {
    String log = "F1121 03:43:11.204117 12 sum.cc:7] Check failed: a == b (1 vs. 2)\n";
    Report report = Report.fromDiagnosis(diagnoser.diagnose(log.getBytes(UTF_8)), Language.EN);
    assertThat(ticket.toMarkdown(report, Language.EN, ""))
        .contains("**The failure itself**", "1: ", "Check failed: a == b (1 vs. 2)");
  }

  @Test
  void aCodeSpanHoldsBackticks() {
    assertThat(IssueMarkdown.codeSpan("eth0")).isEqualTo("`eth0`");
    assertThat(IssueMarkdown.codeSpan("a`b``c")).isEqualTo("```a`b``c```");
    assertThat(IssueMarkdown.codeSpan("`a")).isEqualTo("`` `a ``");
    assertThat(IssueMarkdown.codeSpan("a\nb\u202e")).isEqualTo("`a b`");
  }
}
