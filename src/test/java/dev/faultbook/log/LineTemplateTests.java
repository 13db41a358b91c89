package dev.faultbook.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LineTemplateTests {
  private final LineTemplate lineTemplate = new LineTemplate(Set.of());

  @ParameterizedTest
  @CsvSource(
      delimiter = '¦',
      quoteCharacter = '`',
      value = {
        "step 10 loss 2.31 ¦ step 900 loss -0.07",
        "comm 0x7f31aa rank 3 nranks 8 ¦ comm 0x55d20b6c rank 31 nranks 512",
        "NET/Socket : Using [0]eth0:10.1.2.3<0> ¦ NET/Socket : Using [0]eth2:192.168.0.17<0>",
        "Bootstrap : Using ib0:fe80::5e25:73ff%ib0<0> ¦ Bootstrap : Using ib1:fe80::1%ib1<0>",
        "Trees [0] 1/-1/-1->0->-1 ¦ Trees [0] 7/-1/-1->6->5 [1] -1/-1/-1->6->5",
        "Channel 00/02 :    0   1 ¦ Channel 01/04 :    0   1   2   3",
        "busId 1b000 at 0000:1b:00.0 ¦ busId 3d000 at 00000000:3d:00.0",
        "job f81d4fae-7dec-11d0-a765-00a0c91e6bf6 ¦ job 0e984725-c51c-4bf4-9960-e1c80e27aba0",
        "open /dev/shm/nccl-QzR4bT: ok ¦ open /dev/shm/nccl-aaBBcc: ok",
        "File \"/home/a/venv/lib/python3.10/torch/x.py\", line 7 ¦ File"
            + " \"/opt/lib/python3.12/torch/x.py\", line 81",
        "reading ~/data/run-1/model.pt ¦ reading /mnt/big/run-22/model.pt",
        "load:  10%|█▏        | 1/10 [00:01<00:09, 1.10it/s] ¦ load: 100%|██████████| 10/10"
            + " [00:31<00:00, 3.12s/it]",
        "took 12.5 ms at 08:00:01 ¦ took 9 ms at 23:59:59",
        "waiting   for it ¦ waiting for it",
      })
  void whatVariesIsTakenOut(String first, String second) {
    assertThat(lineTemplate.maskMessage(second).toString())
        .isEqualTo(lineTemplate.maskMessage(first).toString());
    assertThat(lineTemplate.hashOf(second))
        .isEqualTo(lineTemplate.hashOf(first))
        .isNotEqualTo(LineTemplate.NONE);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Using network IB | Using network Socket",
        "via NET/IB/0/GDRDMA | via NET/IB/0",
        "Bootstrap : Using lo:127.0.0.1<0> | Bootstrap : Using eth0:10.0.0.2<0>",
        "Init START | Init COMPLETE",
        "use_cache=True | use_cache=False",
        "dtype torch.float16 | dtype torch.bfloat16",
        "at::Error | std::bad_alloc",
        "loaded /opt/a/libnccl.so.2 | loaded /opt/a/libcudart.so.12",
      })
  void wordsAreKept(String first, String second) {
    assertThat(lineTemplate.maskMessage(second).toString())
        .isNotEqualTo(lineTemplate.maskMessage(first).toString());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {"********", "== 12 ==", "`   `", "10.0.0.1:29500"})
  void rulersAndBareNumbersAreNoStep(String line) {
    assertThat(lineTemplate.hashOf(line)).isEqualTo(LineTemplate.NONE);
  }

  @Test
  void hostsThatTheLogsNameAreNoDifference() {
    LineTemplate known = new LineTemplate(Set.of("gpu-a-01.cluster.local", "tux", "x"));
    for (String host :
        new String[] {"gpu-a-01", "gpu-a-01.cluster.local", "tux", "tux.example", "tux."}) {
      assertThat(known.maskMessage("joined by " + host).toString())
          .as(host)
          .startsWith("joined by #");
      assertThat(known.hashOf("connect to " + host + ":29500 failed"))
          .as(host)
          .isEqualTo(known.hashOf("connect to tux:29500 failed"));
    }
    assertThat(known.maskMessage("tuxedo x atux linux-tux").toString())
        .isEqualTo("tuxedo x atux linux-tux");
  }
}
