package dev.faultbook.redaction;

import static dev.faultbook.redaction.MarkedText.assertOnlyMarkedGoes;
import static dev.faultbook.redaction.MarkedText.assertStays;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Verifies the users and passwords of addresses, of records of logins and of the settings of a
 * client. They are between «marks».
 */
class LoginPlacesTests {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://«wang»:«P@ss!w0rd#1»@proxy.corp.com:3128",
        "http_proxy=http://«wang»:«!@#$qwer»@10.0.0.1:3128",
        "redis://:«?what?9»@10.0.0.8:6379/0",
        "redis://:«it'sme99»@10.0.0.8:6379/0",
        "postgresql://«train»:«?what?9»@db.internal:5432/exp",
      })
  void passwordsWithSignsThatEndAnAddressGo(String sample) {
    assertOnlyMarkedGoes(sample);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://gpu-01:8000/?x=1#a@b:80",
        "http://gpu-01:8000?owner=a@b:80",
        "'http://gpu-01:x' or 'root@gpu-01:80'",
      })
  void queriesOfAddressesStay(String line) {
    assertStays(line);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "   UserId=«zhangsan»(1000) GroupId=«zhangsan»(1000) MCS_label=N/A",
        "uid=1001(«zhangsan») gid=1001(«zhangsan») groups=1001(«zhangsan»),27(sudo)",
        "sudo: «zhangsan» : TTY=pts/0 ; PWD=/root ; USER=root ; COMMAND=/bin/ls",
        "«zhangsan»@MacBook-Pro ~ % ls",
        "put hdfs://nameservice1/user/«zhangwei»/ckpt",
        "You have mail in /var/mail/«zhangwei»",
      })
  void usersInRecordsOfLoginsGo(String sample) {
    assertOnlyMarkedGoes(sample);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "uid=0(root) gid=0(root) groups=0(root)",
        "   UserId=root(0) GroupId=video(44)",
        "group.id=train-consumer GroupId=abc",
        "sudo: root : TTY=pts/0 ; PWD=/root",
        "load@gpu ~ 80 % done",
        "GET /api/user/login hdfs://nameservice1/data/user/x",
      })
  void otherRecordsStay(String line) {
    assertStays(line);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "fs = s3fs.S3FileSystem(key='«CEEUABCD»', secret='«dragonfly»')",
        "storage_options={'key': '«AMTIABCD»', 'secret': '«dragonfly»'}",
        "cx_Oracle.connect('«scott»/«tiger»@10.0.0.7/ORCL')",
      })
  void theSettingsOfAClientGo(String sample) {
    assertOnlyMarkedGoes(sample);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "secretKeyRef: {name: hf, key: token}",
        "{'key': 'loss', 'secret_count': '3'}",
        "{'monkey': 'loss', 'x': 'y'}, secret",
        "cx_Oracle.connect('10.0.0.7:1521/ORCL')",
      })
  void otherKeysStay(String line) {
    assertStays(line);
  }
}
