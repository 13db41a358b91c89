package dev.faultbook.redaction;

import static dev.faultbook.redaction.MarkedText.assertOnlyMarkedGoes;
import static dev.faultbook.redaction.MarkedText.assertStays;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Verifies that texts in the place of a secret stay if they are none: references to variables,
 * source code, names of programs. Secrets are between «marks».
 */
class SecretLookalikesTests {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "docker login -u $DOCKER_USER -p $DOCKER_PASS registry",
        "docker login -u $USER -p \"${{ secrets.PASS }}\" ghcr.io",
        "curl -u $USER:$TOKEN https://x.example/a",
        "curl -u ${user}:${token} https://x.example/a",
        "  password: {{ db_password }}",
        "  password: !vault |",
        "export HF_TOKEN=$(cat ~/.hf_token)",
        "git clone https://${GIT_TOKEN}@github.com/a/b.git",
        "Authorization: Bearer $HF_TOKEN",
        "Authorization: Bearer ${TOKEN}",
        "Authorization: Bearer <token>",
        "headers={'Authorization': 'Bearer [REDACTED]'}",
        "'authorization': '[secure]'",
        "password: \"***REDACTED***\"",
        "password: ${DB_PASSWORD:?err}",
        "f\"password={password}\" password={db_password} password=%s password=%(password)s",
        "f\"https://{user}:{password}@{host}:5432/db\" \"postgresql://%s:%s@%s/%s\" % (u, p, h, d)",
        "wget --password=$PASS --user=$USER ftp://x",
        "sshpass -p \"$pw\" ssh root@10.0.0.3",
      })
  void referencesStay(String line) {
    assertStays(line);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "docker login -u $DOCKER_USER -p «$dragonfly» registry",
        "password=«$DRAGONfly7»",
        "password=«${dragon»",
        "password: «!dragonfly»",
        "password: «[dragonfly»",
        "password: ${DB_PASSWORD:-«changeme»}",
        "password={«dragonfly»} password=«%dragonfly»",
      })
  void passwordsThatStartLikeAReferenceGo(String sample) {
    assertOnlyMarkedGoes(sample);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "    self.password = password or os.environ.get(\"PW\")",
        "    conn = connect(password=password)",
        "    connect(host, passwd=passwd, db=1)",
        "    client = OpenAI(api_key=self.api_key)",
        "    connect(password=args.password)",
        "    client = OpenAI(api_key=key)",
        "    pw = getpass.getpass(\"Password: \")",
        "    child.expect('password:')",
        "    connect(password=self._password)",
        "openai.api_key = key",
        "os.environ[\"HF_TOKEN\"] = token",
        "if password != expected:",
      })
  void sourceCodeStays(String line) {
    assertStays(line);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "    login(password=«dragonfly»)",
        "    login(password=«dragon.fly»)",
        "password=«password» host",
        "password != '«dragonfly»'",
        "password = «secret»",
        "login (password=«password»)",
        "    getpass(\"Password: \", password=\"«dragonfly»\")",
      })
  void bareWordsInSourceCodeGo(String sample) {
    assertOnlyMarkedGoes(sample);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ciphers ctos: chacha20-poly1305@openssh.com,aes128-gcm@openssh.com",
        "kex: curve25519-sha256@libssh.org hmac-sha2-256-etm@openssh.com zlib@openssh.com",
        "Started getty@tty1.service user@1000.service nvidia-persistenced@0.service",
        "openvpn@client.service docker@a.socket x@b.timer x@dev-sda.device x@b.mount",
        "mount -t lustre tcp://10.0.0.1@o2ib:/lustre /mnt",
        "authentication failure; logname= uid=0 euid=0 tty=ssh ruser= rhost=10.0.0.5",
        "conn password= host=10.0.0.4",
        "pass --bf16",
        "S3 key: checkpoints/step_1000/rank_0.pt",
        "aws secretsmanager get-secret-value --secret-id prod/db",
        "gcloud secrets versions access latest --secret=hf-token",
      })
  void namesThatLookLikeSecretsStay(String line) {
    assertStays(line);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "docker://$oauthtoken:«dragonfly»@nvcr.io#nvidia/pytorch:24.05-py3",
        "curl -u «admin»:«password» http://10.0.0.4/x",
        "dbname=exp user=«train» password=«password» host=10.0.0.7",
        "dblink('host=h password=«dragonfly»', 'select 1')",
        "rclone config create m s3 access_key_id=«minioadmin» secret_access_key=«minioadmin»",
        "the password is «~tilde9!»",
        "password = «abcdEFGH1=»",
      })
  void theTextBehindASecretStays(String sample) {
    assertOnlyMarkedGoes(sample);
  }
}
