package dev.faultbook.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;

/** Verifies which lines of an NVIDIA bug report are read, and with which line numbers. */
class BugReportTests {
  private static final String LINE = "_".repeat(44) + "\n\n";
  private static final String OPENING =
      LINE
          + "Start of NVIDIA bug report log file.  Please include this file, along\n"
          + "with a detailed description of your problem.\n\n"
          + "nvidia-bug-report.sh Version: 35012345\n\n";

  private static List<String> linesOf(byte[] log) throws IOException {
    List<String> read = new ArrayList<>();
    LogReader.Size size =
        new LogReader()
            .readStream(
                new ByteArrayInputStream(log),
                chunk -> {
                  long number = chunk.firstLine();
                  int at = chunk.from();
                  while (at < chunk.to()) {
                    int end = Lines.lineEnd(chunk.bytes(), at, chunk.to());
                    String text = Lines.decodeText(chunk.bytes(), at, end);
                    if (!text.isBlank()) {
                      read.add(number + " " + text);
                    }
                    number++;
                    at = end + 1;
                  }
                });
    assertThat(size.lines()).isEqualTo(new String(log, StandardCharsets.UTF_8).lines().count());
    return read;
  }

  private static List<String> linesOf(String log) throws IOException {
    return linesOf(log.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void theKernelsMessagesAndTheToolsAreReadUnderTheirNumbersInTheFile() throws IOException {
    String log =
        OPENING
            + LINE
            + "*** /var/log/Xorg.0.log\n(EE) NVIDIA(0): Failed to initialize the NVIDIA GPU\n\n"
            + LINE
            + "dmesg:\n\n[   12.345678] NVRM: loading NVIDIA UNIX Open Kernel Module\n"
            + LINE
            + "/usr/bin/nvidia-smi --query\n\n==============NVSMI LOG==============\n"
            + LINE
            + "*** /var/log/nvidia-installer.log\nERROR: Unable to load the kernel module\n";
    assertThat(linesOf(log))
        .containsExactly(
            "15 dmesg:",
            "17 [   12.345678] NVRM: loading NVIDIA UNIX Open Kernel Module",
            "20 /usr/bin/nvidia-smi --query",
            "22 ==============NVSMI LOG==============");
  }

  @Test
  void sectionsThatGoOnInTheNextBufferAreReadWhole() throws IOException {
    String kernel = "[   12.345678] usb 1-1: new high-speed USB device\n".repeat(40_000);
    String noise = "(II) a line of X\n".repeat(80_000);
    String log = OPENING + LINE + "*** /var/log/Xorg.0.log\n" + noise + LINE + "dmesg:\n" + kernel;
    assertThat(linesOf(log + LINE + "*** /proc/cpuinfo\n" + noise)).hasSize(40_001);
  }

  @Test
  void theManyGzipMembersThatTheScriptWritesAreOneFile() throws IOException {
    ByteArrayOutputStream members = new ByteArrayOutputStream();
    String plain = OPENING + LINE + "dmesg:\n\n[    1.000000] NVRM: line\n";
    for (String part : List.of(OPENING, LINE + "dmesg:\n\n", "[    1.000000] NVRM: line\n")) {
      try (GZIPOutputStream gzip = new GZIPOutputStream(members)) {
        gzip.write(part.getBytes(StandardCharsets.UTF_8));
      }
    }
    List<String> read = new ArrayList<>();
    new LogReader()
        .readStream(
            new ByteArrayInputStream(members.toByteArray()),
            chunk -> read.add(Lines.decodeText(chunk.bytes(), chunk.from(), chunk.to())));
    assertThat(String.join("", read)).isEqualTo(plain.substring(plain.indexOf("dmesg:")));
  }

  @Test
  void aLogThatOnlyQuotesAReportIsReadWhole() throws IOException {
    assertThat(linesOf("step 1\n" + OPENING + LINE + "*** /proc/cpuinfo\nmodel name\n")).hasSize(8);
  }
}
