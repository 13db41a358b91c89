package dev.faultbook.signature;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TextPatternTests {

  private static Map<String, String> captures(String source, String line) {
    byte[] bytes = line.getBytes(UTF_8);
    LineMatch match = TestPatterns.ofText(source).findMatch(bytes, 0, bytes.length);
    if (match == null) {
      return null;
    }
    Map<String, String> captures = new TreeMap<>();
    match
        .captures()
        .forEach(
            (name, span) ->
                captures.put(
                    name, new String(bytes, span.start(), span.end() - span.start(), UTF_8)));
    return captures;
  }

  private static boolean matches(String source, String line) {
    return captures(source, line) != null;
  }

  @Test
  void gapsAndCapturesOfTheDesignsExample() {
    assertThat(
            captures(
                "ncclSocketInit: connecting to address ... with family {family:int} is neither"
                    + " AF_INET(...) nor AF_INET6(...)",
                "node1:44:44 [0] misc/socket.cc:400 NCCL WARN ncclSocketInit: connecting to address"
                    + "  with family 0 is neither AF_INET(2) nor AF_INET6(10)"))
        .containsExactly(Map.entry("family", "0"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "Tried to allocate {x:size}           | Tried to allocate 2.00 GiB. GPU 0   | 2.00 GiB",
        "Tried to allocate {x:size}           | Tried to allocate 64MB              | 64MB",
        "extend to {x:size} failed            | extend to 9637888 bytes failed      | 9637888"
            + " bytes",
        "NCCL version {x:version}             | NCCL version 2.14.3+cuda11.8        |"
            + " 2.14.3+cuda11.8",
        "capability {x:version} too old       | capability 2.1 too old              | 2.1",
        "no longer supports {x:version}.      | no longer supports 6.1. Please      | 6.1",
        "Connect to {x:host} failed           | Connect to 10.0.0.4<56849> failed   |"
            + " 10.0.0.4<56849>",
        "cannot open {x:path}: No such        | cannot open /a/b-1.so.2: No such    | /a/b-1.so.2",
        "WorkNCCL(SeqNum={x:int}, OpType      | WorkNCCL(SeqNum=42, OpType=A        | 42",
        "busId {x:hex} end                    | busId 0x1a0f end                    | 0x1a0f",
        "/dev/shm/{x:word} to                 | /dev/shm/nccl-aB3_x to 5            | nccl-aB3_x",
        "library {x}: cannot open             | library 'a b': cannot open          | 'a b'",
        "error: {x}                           | error: all that follows             | all that"
            + " follows",
      })
  void aCaptureTakesWhatItsTypeSays(String source, String line, String value) {
    assertThat(captures(source, line)).containsExactly(Map.entry("x", value));
  }

  @Test
  void whiteSpaceIsFolded() {
    assertThat(matches("nvcc fatal : Unsupported", "nvcc fatal   : \tUnsupported gpu")).isTrue();
    assertThat(matches("out of memory", "outof memory")).isFalse();
  }

  @Test
  void aGapMayBeEmptyAndBlanksBesideItToo() {
    assertThat(matches("alpha ... omega", "alphaomega")).isTrue();
    assertThat(matches("alpha ... omega", "omega alpha")).isFalse();
  }

  @Test
  void piecesDoNotOverlap() {
    assertThat(matches("abcabc...abcd", "abcabcd")).isFalse();
    assertThat(matches("abcabc...abcd", "abcabcabcd")).isTrue();
  }

  @Test
  void aPieceThatFailsIsLookedForFurtherOn() {
    assertThat(captures("rank {n:int} died", "rank ? died, rank x died, rank 7 died"))
        .containsExactly(Map.entry("n", "7"));
  }

  @Test
  void escapesStandForThemselves() {
    assertThat(matches("path \\{x\\} and\\... more", "path {x} and... more")).isTrue();
    assertThat(matches("and\\... more", "and what more")).isFalse();
    assertThat(matches("back\\\\slash", "back\\slash")).isTrue();
  }

  @Test
  void caseMattersUnlessTheEntrySaysOtherwise() {
    assertThat(matches("CUDA out of memory", "cuda OUT of memory")).isFalse();
  }

  @Test
  void spansCoverThePiecesBetweenGaps() {
    byte[] line = "wide one yy two zz".getBytes(UTF_8);
    LineMatch match = TestPatterns.ofText("wide one ... two zz").findMatch(line, 0, line.length);
    assertThat(match.spans()).containsExactly(new LineMatch.Span(0, 8), new LineMatch.Span(12, 18));
  }

  @Test
  void chineseTextIsALiteralToo() {
    assertThat(matches("显存不足 {n:int}", "错误：显存不足 7")).isTrue();
  }
}
