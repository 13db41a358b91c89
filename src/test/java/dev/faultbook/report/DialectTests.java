package dev.faultbook.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Verifies that text of a log neither calls anybody nor becomes a link or a tag. */
class DialectTests {
  private static final List<String> HOSTILE =
      List.of(
          "<!channel> <!here|here> <!subteam^S1>",
          "<@U024BE7LH> @all @here @channel @everyone",
          "<\u200b!channel> <\u202e@U1> @\u200ball",
          "<at user_id=\"all\"></at> <AT id=all></At> <\u200bat>",
          "\u0130\u0130 <at user_id=\"all\">",
          "```\n<!channel>\n```",
          "`<!channel>` ``@all``");

  @ParameterizedTest
  @EnumSource(value = Dialect.class, mode = EnumSource.Mode.EXCLUDE, names = "PLAIN")
  void nobodyIsCalled(Dialect dialect) {
    for (String text : HOSTILE) {
      String shown = dialect.code(text);
      assertThat(shown).doesNotContain("<!", "<@", "@all", "@here", "@channel", "@everyone", "\n");
      if (dialect == Dialect.FEISHU) {
        assertThat(shown.toLowerCase(Locale.ROOT)).doesNotContain("<at", "</at");
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "MARKDOWN, ``[x](http://y) `z```",
    "DINGTALK, ``[x] (http:// y) `z```",
    "SLACK, `[x](http://y) 'z'`",
    "FEISHU, [x] (http:// y) `z`"
  })
  void aLinkOfALogIsCodeOrBrokenUp(Dialect dialect, String shown) {
    // Delimited with a blank where the text ends with a backtick.
    assertThat(dialect.code("[x](http://y) `z`").replace(" ``", "``").replace("`` [", "``["))
        .isEqualTo(shown);
  }

  @Test
  void slackReadsNoMarkupInCommandsAndWords() {
    assertThat(Dialect.SLACK.block(List.of("srun <script> && echo ```", "x")))
        .isEqualTo("```\nsrun &lt;script&gt; &amp;&amp; echo '''\nx\n```\n");
    assertThat(Dialect.SLACK.link("a & b", "http://x/?a=1&b=2"))
        .isEqualTo("a &amp; b: <http://x/?a=1&amp;b=2>");
  }

  @Test
  void aCommandCannotCloseItsBlock() {
    assertThat(Dialect.MARKDOWN.block(List.of("echo ```"))).isEqualTo("```bash\necho '''\n```\n");
    assertThat(Dialect.FEISHU.block(List.of("cat <at>"))).isEqualTo("cat < at>\n");
  }
}
