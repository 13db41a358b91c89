package dev.faultbook.redaction;

import static dev.faultbook.redaction.MarkedText.assertOnlyMarkedGoes;
import static dev.faultbook.redaction.MarkedText.assertStays;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Verifies passwords behind an account or an address. Secrets are between «marks». */
class WrittenLoginsTests {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "gpu01: root/«Abc@12345»",
        "default admin:«Zk2024#», root / «Abc#12345»",
        "10.0.0.5 root «Abc@12345»",
        "token='root:«Abc@12345»'",
        "10.0.0.5  bob7/«Abc@12345»",
        "10.0.0.5,root,«Abc@12345»",
        "10.0.0.5;22;root;«Abc@12345»",
        "10.0.0.5:22 root «Abc@12345»",
        "ip 10.0.0.5\uff0croot\uff0c«Abc@12345»",
        "10.0.0.5 «Zk2024!» ok",
        "root@10.0.0.5:«Zk2024!»",
        "root:«Zk2024!»@10.0.0.5",
        "ssh root@10.0.0.5 -p 22  «Zk2024!»",
        "ssh root@10.0.0.5 («Abc@12345»)",
        "ssh «bob7»@gpu-01 # «Abc#12345»",
        "ssh root@10.0.0.5 / «Abc@12345»",
      })
  void passwordsBehindAccountsAndAddressesGo(String sample) {
    assertOnlyMarkedGoes(sample);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "scp a root@10.0.0.5:/data/x1 root@10.0.0.5:x1!A",
        "ssh root@10.0.0.5 nvidia-smi",
        "10.0.0.5 step#1234 mem 95% node1@tcp 10.0.0.6@o2ib1",
        "10.0.0.5 worker step#1234 memcpy memset@0x7f31",
        "WARNING:root:Retry#12! root:Failed! x",
        "data/admin/pkg@1 root/pkg@v1.2 root/model12b",
        "gpu01: bob/step#1234 alice:Abc@12345",
        "commit 12345: fix!1234 #12345 @12345 A100*8",
      })
  void otherTextStays(String line) {
    assertStays(line);
  }
}
