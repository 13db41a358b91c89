package dev.faultbook.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.springframework.mock.web.MockHttpServletResponse;

class PageWriterTests {
  private final MockHttpServletResponse response = new MockHttpServletResponse();

  PageWriterTests() {
    response.setCharacterEncoding(StandardCharsets.UTF_8.name());
  }

  @Test
  void piecesOfAllKindsAndSizesComeInOrder() throws IOException {
    Writer page = PageWriter.over(response).getWriter();
    StringBuilder expected = new StringBuilder();
    for (int size = 0; size < 20_000; size = size * 2 + 1) {
      String piece = ("<p>" + size + " 中文 \ud83d\ude00</p>").repeat(1 + size / 20);
      page.write(piece);
      page.write(piece.toCharArray());
      page.write(piece, 1, piece.length() - 1);
      page.write(piece.toCharArray(), 2, piece.length() - 3);
      page.write('中');
      page.append(piece).append('x');
      expected
          .append(piece)
          .append(piece)
          .append(piece, 1, piece.length())
          .append(piece, 2, piece.length() - 1)
          .append('中')
          .append(piece)
          .append('x');
    }
    page.flush();

    assertThat(response.getContentAsString()).isEqualTo(expected.toString());
  }

  @Test
  void aCharacterOfTwoPartsSurvivesTheBorderOfThePieces() throws IOException {
    for (int before = 8190; before <= 8193; before++) {
      MockHttpServletResponse one = new MockHttpServletResponse();
      one.setCharacterEncoding(StandardCharsets.UTF_8.name());
      Writer page = PageWriter.over(one).getWriter();
      String text = "x".repeat(before) + "\ud83d\ude00" + "y".repeat(10);
      for (char c : text.toCharArray()) {
        page.write(c);
      }
      page.flush();

      assertThat(one.getContentAsString()).isEqualTo(text);
    }
  }

  @Test
  void nothingIsWrittenBeforeAFlush() throws IOException {
    PageWriter.over(response).getWriter().write("half a page");

    assertThat(response.getContentAsString()).isEmpty();
  }
}
