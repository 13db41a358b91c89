package dev.faultbook.redaction;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class RedactorTests {

  private static final String HEX_40 = "0123456789abcdef0123456789abcdef01234567";
  private static final String LETTERS_36 = "AbCdEfGhIjKlMnOpQrStUvWxYz0123456789";

  private final Redactor redactor = new Redactor();

  private String redact(String text) {
    return redactor.redact(text).text();
  }

  static Stream<Arguments> tokens() {
    return Stream.of(
            "hf_" + LETTERS_36.substring(2),
            "ghp_" + LETTERS_36,
            "github_pat_11ABCDEFG0" + LETTERS_36,
            "AKIA" + "IOSFODNN7EXAMPLE",
            "ASIA" + "IOSFODNN7EXAMPLE",
            "sk-" + LETTERS_36,
            "sk-proj-" + LETTERS_36,
            "xoxb-" + "123456789012-" + LETTERS_36,
            "glpat-" + LETTERS_36.substring(0, 20),
            "nvapi-" + LETTERS_36,
            "AIza" + LETTERS_36.substring(0, 35),
            "eyJhbGciOiJIUzI1NiJ9."
                + "eyJzdWIiOiIxMjM0NTY3ODkwIn0."
                + "dozjgNryP4J3jVmNHl0w5N_XgL0n3I9P")
        .map(Arguments::of);
  }

  @ParameterizedTest
  @MethodSource("tokens")
  void tokensAreKnownByTheirShape(String token) {
    assertThat(redact("401 Client Error for " + token + " (Request ID: 7)"))
        .isEqualTo("401 Client Error for <secret-1> (Request ID: 7)");
    assertThat(redact("\"" + token + "\",")).isEqualTo("\"<secret-1>\",");
    assertThat(redact("令牌是" + token + "。")).isEqualTo("令牌是<secret-1>。");
  }

  static Stream<Arguments> assignments() {
    return Stream.of(
        Arguments.of("WANDB_API_KEY=" + HEX_40, "WANDB_API_KEY=<secret-1>"),
        Arguments.of("password=hunter2", "password=<secret-1>"),
        Arguments.of("PASSWD: geheim", "PASSWD: <secret-1>"),
        Arguments.of("DB_PASSWORD='two words'", "DB_PASSWORD='<secret-1>'"),
        Arguments.of(
            "{\"api_key\": \"k\\\"ey\", \"n\": 1}", "{\"api_key\": \"<secret-1>\", \"n\": 1}"),
        Arguments.of(
            "\"{\\\"password\\\": \\\"x y\\\"}\"", "\"{\\\"password\\\": \\\"<secret-1>\\\"}\""),
        Arguments.of(
            "os.environ[\"HF_TOKEN\"] = \"abc\"", "os.environ[\"HF_TOKEN\"] = \"<secret-1>\""),
        Arguments.of("train.py --token abcdef --lr 1e-4", "train.py --token <secret-1> --lr 1e-4"),
        Arguments.of("['--token', 'abcdef', '--lr']", "['--token', '<secret-1>', '--lr']"),
        Arguments.of("--wandb-api-key=" + HEX_40, "--wandb-api-key=<secret-1>"),
        Arguments.of("AWS_SECRET_ACCESS_KEY=wJalr/XUtn+FEMI", "AWS_SECRET_ACCESS_KEY=<secret-1>"),
        Arguments.of("CLIENT_SECRET=s, host=gpu-01", "CLIENT_SECRET=<secret-1>, host=gpu-01"),
        Arguments.of("password=a,b;c,host=gpu-01", "password=<secret-1>,host=gpu-01"),
        Arguments.of(
            "Namespace(password='pw', seed=3)", "Namespace(password='<secret-1>', seed=3)"),
        Arguments.of("Authorization: Bearer abcdef", "Authorization: Bearer <secret-1>"),
        Arguments.of(
            "{'Authorization': 'Basic dXNlcg=='}", "{'Authorization': 'Basic <secret-1>'}"),
        Arguments.of("Cookie: a=b; c=d", "Cookie: <secret-1>"),
        Arguments.of(
            "Authorization: Digest username=\"u\", response=\"0a1b\"",
            "Authorization: Digest <secret-1>"),
        Arguments.of(
            "curl -H 'Authorization: Digest username=\"u\", response=\"0a1b\"' http://h/x",
            "curl -H 'Authorization: Digest <secret-1>' http://h/x"),
        Arguments.of("token: Ab12Cd34Ef56", "token: <secret-1>"),
        Arguments.of("密码：hunter2", "密码：<secret-1>"),
        Arguments.of("password：hunter2", "password：<secret-1>"),
        Arguments.of("\u001b[36mpassword\u001b[0m=\u001b[35mpw\u001b[0m", "password=<secret-1>"),
        Arguments.of("wandb login " + HEX_40, "wandb login <secret-1>"),
        Arguments.of(
            "machine api.wandb.ai login user password " + HEX_40,
            "machine api.wandb.ai login <user-1> password <secret-1>"),
        Arguments.of("sshpass -p 'pw' ssh gpu-01", "sshpass -p '<secret-1>' ssh gpu-01"),
        Arguments.of(
            "docker login nvcr.io -u '$oauthtoken' -p geheim",
            "docker login nvcr.io -u '$oauthtoken' -p <secret-1>"),
        Arguments.of(
            "docker login -u \"robot\" -p geheim nvcr.io",
            "docker login -u \"robot\" -p <secret-1> nvcr.io"),
        Arguments.of(
            "{\"name\":\"DB_PASSWORD\",\"value\":\"pw\"}",
            "{\"name\":\"DB_PASSWORD\",\"value\":\"<secret-1>\"}"),
        Arguments.of(
            "[{\\\"name\\\": \\\"A\\\", \\\"value\\\": \\\"b\\\"}, {\\\"name\\\": \\\"DB_PASSWORD\\\","
                + " \\\"value\\\": \\\"pw\\\"}]",
            "[{\\\"name\\\": \\\"A\\\", \\\"value\\\": \\\"b\\\"}, {\\\"name\\\": \\\"DB_PASSWORD\\\","
                + " \\\"value\\\": \\\"<secret-1>\\\"}]"),
        Arguments.of(
            "[{\"Name\":\"DB_PASSWORD\",\"Value\":\"pw\"},{\"key\":\"DB_PASSWORD\",\"value\":\"pv\"}]",
            "[{\"Name\":\"DB_PASSWORD\",\"Value\":\"<secret-1>\"},"
                + "{\"key\":\"DB_PASSWORD\",\"value\":\"<secret-2>\"}]"),
        Arguments.of(
            "    hf_token: Optional[str] = \"abc\"",
            "    hf_token: Optional[str] = \"<secret-1>\""),
        Arguments.of("password: str = 'pw',", "password: str = '<secret-1>',"),
        Arguments.of("HF_TOKEN is Ab12Cd34 (hub)", "HF_TOKEN is <secret-1> (hub)"),
        Arguments.of("Set encryption_key to 'Ab12Cd34'", "Set encryption_key to '<secret-1>'"),
        Arguments.of("\"SECRET\" was changed to Ab12Cd34", "\"SECRET\" was changed to <secret-1>"),
        Arguments.of("login with HF_TOKEN Ab12Cd34 fails", "login with HF_TOKEN <secret-1> fails"),
        Arguments.of("新密码：“Ab12Cd34”。", "新密码：“<secret-1>”。"),
        Arguments.of(
            "{'api_key': ['Ab12Cd34', 'Ef56Gh78'], 'n': 1}",
            "{'api_key': ['<secret-1>', '<secret-2>'], 'n': 1}"),
        Arguments.of("\"api_keys\": [\"Ab12Cd34\"]", "\"api_keys\": [\"<secret-1>\"]"),
        Arguments.of("'api_key': ('Ab12Cd34','pw')", "'api_key': ('<secret-1>','<secret-2>')"),
        Arguments.of("secret: {key: Ab12Cd34}", "secret: {key: <secret-1>}"),
        Arguments.of(
            "\"password\": {\"S\": \"Ab12Cd34\"}", "\"password\": {\"S\": \"<secret-1>\"}"),
        Arguments.of("token: Some(\"Ab12Cd34\")", "token: Some(\"<secret-1>\")"),
        Arguments.of("api_key: Some(\n  \"Ab12Cd34\",", "api_key: Some(\n  \"<secret-1>\","),
        Arguments.of("\"api_key\": [\n  \"Ab12Cd34\"", "\"api_key\": [\n  \"<secret-1>\""),
        Arguments.of(
            "postgresql://ml:Ab1#Cd?E@10.0.0.5:5432/x",
            "postgresql://<user-1>:<secret-1>@10.0.0.5:5432/x"),
        Arguments.of("redis://:Ab1#Cd!E@r:6379/0", "redis://:<secret-1>@r:6379/0"),
        Arguments.of("assert password != 'pw'", "assert password != '<secret-1>'"),
        Arguments.of("password -> pw, HF_TOKEN→pv", "password -> <secret-1>, HF_TOKEN→<secret-2>"),
        Arguments.of("{name: DB_PASSWORD, value: pw}", "{name: DB_PASSWORD, value: <secret-1>}"),
        Arguments.of(
            "- name: DB_PASSWORD\n  value: pw\n- name: B\n  value: pw",
            "- name: DB_PASSWORD\n  value: <secret-1>\n- name: B\n  value: pw"),
        Arguments.of(
            "\"name\": \"HF_TOKEN\",\n\"value\": \"abc\"",
            "\"name\": \"HF_TOKEN\",\n\"value\": \"<secret-1>\""),
        Arguments.of("秘钥：geheim", "秘钥：<secret-1>"),
        Arguments.of(
            "cookies={'session': 'abc', 'id': 'd'}",
            "cookies={'session': '<secret-1>', 'id': '<secret-2>'}"),
        Arguments.of("<password>geheim</password>", "<password><secret-1></password>"),
        Arguments.of("pass\u200bword=geheim", "password=<secret-1>"),
        Arguments.of("| password | Ab12Cd34 |", "| password | <secret-1> |"),
        Arguments.of("│ 密码 │ Ab12Cd34 │", "│ 密码 │ <secret-1> │"),
        Arguments.of("password      Ab12Cd34", "password      <secret-1>"),
        Arguments.of("  login a\n  password Ab12Cd34", "  login a\n  password <secret-1>"),
        Arguments.of("user,password\nbob,geheim", "user,password\nbob,<secret-1>"),
        Arguments.of(
            "| user | password |\n|------|----------|\n| bob  | geheim   |",
            "| user | password |\n|------|----------|\n| bob  | <secret-1>   |"),
        Arguments.of(
            "NAME    API_KEY   AGE\nbob     geheim    3d",
            "NAME    API_KEY   AGE\nbob     <secret-1>    3d"),
        Arguments.of("用户,密码\nbob,geheim\n", "用户,密码\nbob,<secret-1>\n"),
        Arguments.of("\"api_key\":\n  \"geheim\",", "\"api_key\":\n  \"<secret-1>\","),
        Arguments.of("password: |\n  geheim", "password: |\n  <secret-1>"),
        Arguments.of("run -e API_KEY=\\\n  geheim image", "run -e API_KEY=\\\n  <secret-1> image"),
        Arguments.of("Password:\nAb12Cd34", "Password:\n<secret-1>"),
        Arguments.of("请输入密码：\nAb12Cd34", "请输入密码：\n<secret-1>"),
        Arguments.of(
            "GITHUB_TOKEN=Ab12Cd34Ef56Gh78\nIj90Kl12Mn34", "GITHUB_TOKEN=<secret-1>\n<secret-2>"),
        Arguments.of(
            "https://x.com/?X-Amz-Signature=0a1b2c3d4e5f6a7b8c9d\n0a1b2c3d4e5f6a7b8c&n=1",
            "https://x.com/?X-Amz-Signature=<secret-1>\n<secret-2>&n=1"),
        Arguments.of("秘钥是hunter2x。", "秘钥是<secret-1>。"),
        Arguments.of("凭证：geheim", "凭证：<secret-1>"),
        Arguments.of("AK=Ab12Cd34Ef56 SK=zY98xW76", "AK=<secret-1> SK=<secret-2>"),
        Arguments.of(
            "<add lock=\"a\" key=\"DbPassword\" value=\"geheim\"/>",
            "<add lock=\"a\" key=\"DbPassword\" value=\"<secret-1>\"/>"),
        Arguments.of(
            "<name>fs.s3a.secret.key</name><value>geheim</value>",
            "<name>fs.s3a.secret.key</name><value><secret-1></value>"),
        Arguments.of(
            "<name>fs.s3a.secret.key</name>\n  <value>geheim</value>",
            "<name>fs.s3a.secret.key</name>\n  <value><secret-1></value>"),
        Arguments.of(
            "<entry key='password'>two words</entry>", "<entry key='password'><secret-1></entry>"),
        Arguments.of(
            "<setting name=\"ApiKey\" serializeAs=\"String\">\n<value>geheim</value>",
            "<setting name=\"ApiKey\" serializeAs=\"String\">\n<value><secret-1></value>"),
        Arguments.of(
            "<key>API_SECRET</key> <string>geheim</string>",
            "<key>API_SECRET</key> <string><secret-1></string>"),
        Arguments.of("('X-Api-Key', 'geheim')", "('X-Api-Key', '<secret-1>')"),
        Arguments.of(
            "[(b'authorization', b'Token geheim'), (b'x', b'y')]",
            "[(b'authorization', b'Token <secret-1>'), (b'x', b'y')]"),
        Arguments.of(
            "[[\"proxy-authorization\",\"Basic dXNlcg==\"]]",
            "[[\"proxy-authorization\",\"Basic <secret-1>\"]]"),
        Arguments.of("environ([('USER', 'carolk')])", "environ([('USER', '<user-1>')])"),
        Arguments.of("password: &db geheim", "password: <secret-1> <secret-2>"),
        Arguments.of(
            "\uff50\uff41\uff53\uff53\uff57\uff4f\uff52\uff44\uff1dgeheim",
            "\uff50\uff41\uff53\uff53\uff57\uff4f\uff52\uff44\uff1d<secret-1>"),
        Arguments.of(
            "wandb:\n  project: x\n  key: " + HEX_40, "wandb:\n  project: x\n  key: <secret-1>"),
        Arguments.of("\"api\": {\n  \"key\": \"geheim\"", "\"api\": {\n  \"key\": \"<secret-1>\""),
        Arguments.of("Password for bob:\nAb12Cd34", "Password for bob:\n<secret-1>"),
        Arguments.of("db-1:5432:*:ml:geheim", "db-1:5432:*:ml:<secret-1>"),
        Arguments.of(
            "body=%7B%22password%22%3A%22geheim%22%7D",
            "body=%7B%22password%22%3A%22<secret-1>%22%7D"),
        Arguments.of("q=api_key%3Dgeheim%26n%3D1", "q=api_key%3D<secret-1>%26n%3D1"),
        Arguments.of("初始密码【Ab12Cd34】", "初始密码【<secret-1>】"),
        Arguments.of("授权令牌（token）为 Ab12Cd34", "授权令牌（token）为 <secret-1>"),
        Arguments.of("手机：+86 139 8765 4321，电话 +8613987654321", "手机：+86 <secret-1>，电话 +<secret-2>"),
        Arguments.of("curl -u jdoe:pw https://x", "curl -u <user-1>:<secret-1> https://x"));
  }

  @ParameterizedTest
  @MethodSource("assignments")
  void aNameSaysThatItsValueIsSecret(String line, String redacted) {
    assertThat(redact(line)).isEqualTo(redacted);
  }

  static Stream<Arguments> urls() {
    return Stream.of(
        Arguments.of("postgres://jdoe:pw@db:5432/x", "postgres://<user-1>:<secret-1>@db:5432/x"),
        Arguments.of(
            "https://oauth2:abc@gitlab.com/a.git", "https://oauth2:<secret-1>@gitlab.com/a.git"),
        Arguments.of("https://abcdef@github.com/a.git", "https://<secret-1>@github.com/a.git"),
        Arguments.of(
            "http://jdoe:p@ss@proxy.corp.com:80", "http://<user-1>:<secret-1>@proxy.corp.com:80"),
        Arguments.of("ssh://git@github.com/a/b.git", "ssh://git@github.com/a/b.git"),
        Arguments.of("git@github.com:a/b.git", "git@github.com:a/b.git"),
        Arguments.of("redis://:p@ss:w/x@redis-0:6379", "redis://:<secret-1>@redis-0:6379"),
        Arguments.of(
            "CONN=mysql%3A%2F%2Fjdoe%3Apw%40db%2Fx",
            "CONN=mysql%3A%2F%2F<user-1>%3A<secret-1>%40db%2Fx"),
        Arguments.of("postgresql://jdoe:p/w@db/x", "postgresql://<user-1>:<secret-1>@db/x"),
        Arguments.of("redis://:pw@10.0.0.1:6379", "redis://:<secret-1>@10.0.0.1:6379"),
        Arguments.of(
            "\"postgres:\\/\\/jdoe:pw@db\\/x\"", "\"postgres:\\/\\/<user-1>:<secret-1>@db\\/x\""),
        Arguments.of("ssh:\\/\\/jdoe@h\\/a", "ssh:\\/\\/<user-1>@h\\/a"),
        Arguments.of("https://x.com/?token=abc12345&n=1", "https://x.com/?token=<secret-1>&n=1"));
  }

  @ParameterizedTest
  @MethodSource("urls")
  void addressesOfServicesLoseTheirCredentials(String line, String redacted) {
    assertThat(redact(line)).isEqualTo(redacted);
  }

  static Stream<Arguments> people() {
    return Stream.of(
        Arguments.of("mail jane.doe+ml@example.co.uk.", "mail <email-1>."),
        Arguments.of("邮箱：zhang@example.cn，谢谢", "邮箱：<email-1>，谢谢"),
        Arguments.of("File \"/home/trainer/a.py\", line 3", "File \"/home/<user-1>/a.py\", line 3"),
        Arguments.of("/mnt/home/张三/a.py", "/mnt/home/<user-1>/a.py"),
        Arguments.of("cd /home/jdoe", "cd /home/<user-1>"),
        Arguments.of("/Users/jane/x /Users/Shared/y", "/Users/<user-1>/x /Users/Shared/y"),
        Arguments.of("C:\\Users\\John Smith\\x", "C:\\Users\\<user-1>\\x"),
        Arguments.of("'C:\\\\Users\\\\jane\\\\x'", "'C:\\\\Users\\\\<user-1>\\\\x'"),
        Arguments.of("c:/users/jane/x", "c:/users/<user-1>/x"),
        Arguments.of("/root/train.py", "/root/train.py"),
        Arguments.of("/tmp/torchinductor_jane/ab", "/tmp/torchinductor_<user-1>/ab"),
        Arguments.of("/tmp/torchinductor_root/ab", "/tmp/torchinductor_root/ab"),
        Arguments.of(
            "\"\\/home\\/jdoe\\/\\/home\\/jdoe\"", "\"\\/home\\/<user-1>\\/\\/home\\/<user-1>\""),
        Arguments.of("/home//home/jdoe/x", "/home//home/<user-1>/x"));
  }

  @ParameterizedTest
  @MethodSource("people")
  void peopleAreNotNamed(String line, String redacted) {
    assertThat(redact(line)).isEqualTo(redacted);
  }

  static Stream<Arguments> publicAddresses() {
    return Stream.of(
        Arguments.of(
            "NCCL INFO Bootstrap : Using eth0:52.10.20.30<0>",
            "NCCL INFO Bootstrap : Using eth0:<ip-1><0>"),
        Arguments.of("connect to 52.10.20.30:29500 failed", "connect to <ip-1>:29500 failed"),
        Arguments.of("MASTER_ADDR=52.10.20.30", "MASTER_ADDR=<ip-1>"),
        Arguments.of(
            "NCCL version mismatch with peer 52.10.20.30",
            "NCCL version mismatch with peer <ip-1>"),
        Arguments.of("inet 8.8.8.8/24 scope global", "inet <ip-1>/24 scope global"),
        Arguments.of("(8.8.8.8, 29500), then 8.8.8.8.", "(<ip-1>, 29500), then <ip-1>."),
        Arguments.of("[2a02:2e0:3fe:1001::5]:443", "[<ip-1>]:443"),
        Arguments.of("eth0:2a02:2e0:3fe:1001::5<4000>", "eth0:<ip-1><4000>"),
        Arguments.of("addr:2a02:2E0:3fe:1001:0:0:0:5: timeout", "addr:<ip-1>: timeout"),
        Arguments.of("::ffff:8.8.8.8 joined", "<ip-1> joined"));
  }

  @ParameterizedTest
  @MethodSource("publicAddresses")
  void publicAddressesGo(String line, String redacted) {
    assertThat(redact(line)).isEqualTo(redacted);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "connect to 10.0.0.7:29500 failed",
        "127.0.0.1 192.168.1.4 172.16.0.9 169.254.0.1 100.64.0.3 0.0.0.0 255.255.255.0",
        "192.0.2.1 198.51.100.7 203.0.113.200 224.0.0.251",
        "fe80::1%eth0 ::1 fd00::12 2001:db8::5 ff02::1 ::ffff:10.0.0.1",
        "Driver Version: 535.129.03   CUDA Version: 12.2",
        "NCCL version 2.14.3.1+cuda11.7",
        "using NCCL 2.14.3.1 here, cuDNN 9.1.0.70 there",
        "nvidia-cublas-cu12        12.4.5.8",
        "[pip3] nvidia-cudnn-cu12==9.1.0.70",
        "libcublas   12.4.5.8   0  nvidia",
        "Requirement already satisfied: opencv-python>=4.9.0.80 in /opt/lib (4.13.0.92)",
        "libnvidia-ml.so.535.129.03 libnccl.so.2.14.3.1 ucx-1.15.0.1",
        "the other side runs version 2.14.3.1 and this side 2.18.3.1",
        "c10::Error at 12:30:45 GUID 248a:0703:00f4:1a2b mac 24:8a:07:9e:10:22",
        "image sha256:0123456789abcdef@sha256:99 commit " + HEX_40,
      })
  void whatIsPrivateReservedOrAVersionStays(String line) {
    assertThat(redact(line)).isEqualTo(line);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "pad_token: <pad>, eos_token_id=2, max_new_tokens=128, tokens: 4096",
        "eos_token = '<|im_end|>' bos_token: <s>",
        "Token indices sequence length is longer than the specified maximum",
        "tokens per second per gpu (TGS): 1234.5",
        "KeyError: 'lm_head.weight'",
        "def login(token: Optional[str] = None, new_session: bool = True)",
        "PWD=/workspace/job OLDPWD=/tmp",
        "bash: /etc/passwd: Permission denied",
        "password=None token=null api_key=***",
        "store key: default_pg/0//cuda//0",
        "forward_pass: 12.5 backward_pass=3",
        "task-runner-for-disk-usage-monitor sk-learn-contrib-something",
        "GOOGLE_APPLICATION_CREDENTIALS=/etc/gcp/key.json",
        "`--push_to_hub_token` is deprecated, use `--hub_token` instead",
        "hf_hub_download hf_transfer.download",
        "docker login nvcr.io -u '$oauthtoken' --password-stdin",
        "- name: DB_PASSWORD\n  valueFrom:\n    secretKeyRef:",
        "- name: DB_PASSWORD\n- other: 1\n  value: stays",
        "- name: NCCL_DEBUG\n  value: INFO",
        "{\"name\":\"NCCL_DEBUG\",\"value\":\"INFO\"}",
        "{\"filename\":\"PASSWORD\",\"values\":\"x\"}",
        "秘钥：错误 凭证：无效",
        "cookies={} cookies=cookies",
        "Tokens<T>x</T> a<password>b",
        "https://h/x@v1:22 next=http%3A%2F%2Fh%3A80%2Fx",
        "| password | role |",
        "password      required",
        "| token | loss |\n| a | 2.31 |",
        "step,token,loss\n100,4096,2.31",
        "user, token\nrank0, ready",
        "Password:\nTraining starts on rank 0",
        "secret:\n  name: pull",
        "--token \\\n",
        "image: sha256\nsecret: null\n0123456789abcdef0123456789abcdef01234567",
        "password=<secret-1>\nNCCL_DEBUG=INFO",
        "password=<secret-1>\ngpu-node-01",
        "password=<secret-1>\n0123456789abcdef0123456789abcdef01234567",
        "password=<secret-1>\n/opt/conda/lib/python3.12/Site",
        "ak=2 SK=skipped",
        "gpu-01:1234:1250:rank:3 failed",
        "train.py:120:5:error:x",
        "12:30:45:10:22",
        "24:8a:07:9e:10:22",
        "q=step%3D3%26name%3Dx",
        "密码【必填】 令牌（4096 个）为空",
        "phone 12 345 678 901, contact 139 876 543",
        "<add key=\"Level\" value=\"info\"/> <name>lr</name><value>high</value>",
        "<name>fs.s3a.secret.key</name>\n<name>lr</name>\n<value>high</value>",
        "<entry key=\"password\"/> <name>password</name>\nTraining starts</x>",
        "('X-Api-Key', 'a', 'b') ('rank', 'three') ['token', 'loss']",
        "allow_headers=[\"authorization\", \"content-type\"]",
        "wandb:\n  project: x\nkey: " + HEX_40,
        "data:\n  key: " + HEX_40,
        "Password for bob:\nTraining starts",
        "http://db:5432/x@y https://h:8080/a@b x://a:b/c d@e",
        "x = y == z, auth::Token::new, a://b",
      })
  void whatOnlyLooksLikeASecretStays(String line) {
    assertThat(redact(line)).isEqualTo(line);
  }

  @Test
  void privateKeyBlocksGoLineByLine() {
    String log =
        """
        [rank0]: -----BEGIN RSA PRIVATE KEY-----
        [rank0]: MIIEpAIBAAKCAQEA0Z3VS5JJcds3xfn/ygWyF0qZ
        [rank0]: Ab3=
        [rank0]: -----END RSA PRIVATE KEY-----
        Training starts
        """;
    assertThat(redact(log))
        .isEqualTo(
            """
            [rank0]: -----BEGIN RSA PRIVATE KEY-----
            [rank0]: <secret-1>
            [rank0]: <secret-1>
            [rank0]: -----END RSA PRIVATE KEY-----
            Training starts
            """);
  }

  /** What loggers and launchers add before and after each line. */
  static Stream<Arguments> lineWrappers() {
    return Stream.of(
        Arguments.of("[1,3]<stdout>:", ""),
        Arguments.of("{\"log\":\"", "\\n\",\"stream\":\"stdout\"}"),
        Arguments.of("{\"event\": \"", "\", \"level\": \"info\"}"),
        Arguments.of("level=INFO msg=\"", "\""),
        Arguments.of("level=INFO msg=", " rank=3"),
        Arguments.of("12:", ""),
        Arguments.of("  '", "',"),
        Arguments.of("| ", " |"),
        Arguments.of("+ \"\\n", "\""));
  }

  @ParameterizedTest
  @MethodSource("lineWrappers")
  void aPrivateKeyGoesWhateverStandsAroundItsLines(String before, String after) {
    String body = "MIIEpAIBAAKCAQEA0Z3VS5JJcds3xfn/ygWyF0qZ";
    assertThat(redact(keyOfLines(before, after, body, "S2Iu+AePqcasgBNWip9ICH==")))
        .isEqualTo(keyOfLines(before, after, "<secret-1>", "<secret-1>"));
  }

  private static String keyOfLines(String before, String after, String first, String second) {
    return Stream.of(
            "-----BEGIN RSA PRIVATE KEY-----", first, second, "-----END RSA PRIVATE KEY-----", "x")
        .map(line -> before + line + after)
        .collect(Collectors.joining("\n"));
  }

  @ParameterizedTest
  @MethodSource("lineWrappers")
  void theHeadersOfAnEncryptedKeyDoNotEndIt(String before, String after) {
    String body = "MIIEpAIBAAKCAQEA0Z3VS5JJcds3xfn/ygWyF0qZ";
    String headers = after + "\n" + before;
    headers += "Proc-Type: 4,ENCRYPTED" + headers + "DEK-Info: AES-128-CBC,0A1B" + headers;
    String begin = before + "-----BEGIN RSA PRIVATE KEY-----" + headers;
    assertThat(redact(begin + after + "\n" + before + body + after))
        .isEqualTo(begin + after + "\n" + before + "<secret-1>" + after);
  }

  @Test
  void aPrivateKeyThatTheLogBeginsInGoesToo() {
    String body = "MIIEpAIBAAKCAQEA0Z3VS5JJcds3xfn/ygWyF0qZ\n";
    String key = body + body + "Ab3=\n-----END RSA PRIVATE KEY-----\n";
    String redacted = "<secret-1>\n<secret-1>\n<secret-1>\n-----END RSA PRIVATE KEY-----\n";
    assertThat(redact(key)).isEqualTo(redacted);
    assertThat(redact("step 1\n" + key + "step 2")).isEqualTo("step 1\n" + redacted + "step 2");
    assertThat(redact("[1,3]<stderr>:" + body + "-----END PRIVATE KEY-----"))
        .isEqualTo("[1,3]<stderr>:<secret-1>\n-----END PRIVATE KEY-----");
    String middle = "Z3VS5JJcds3xfn/ygWyF0qZMIIEpQIBBBKCAQEA0\n";
    assertThat(redact(middle + "-----END PUBLIC KEY-----")).startsWith(middle);
  }

  /** Regression: each further redaction renumbered the placeholder of a quoted password. */
  @ParameterizedTest
  @ValueSource(strings = {"`", "\"", "'", "\\\""})
  void thePlaceholderOfASpokenSecretInQuotesStays(String quote) {
    for (String close : new String[] {quote, ""}) {
      String once = redact("The password is " + quote + "hunter44" + close);
      assertThat(once).isEqualTo("The password is " + quote + "<secret-1>" + close);
      assertThat(redact(once)).isEqualTo(once);
    }
  }

  @Test
  void foldersOfAnArchiveAreRedactedAsPaths() {
    assertThat(redactor.redactFileName("home/jdoe/run/rank0.log"))
        .isEqualTo("home/<user-1>/run/rank0.log");
    assertThat(redactor.redactFileName("/home/jdoe/a.log")).isEqualTo("/home/<user-1>/a.log");
    assertThat(redactor.redactFileName("run/rank0.log")).isEqualTo("run/rank0.log");
  }

  static Stream<Arguments> fileNames() {
    return Stream.of(
        Arguments.of("password=hunter2x.log", "password=<secret-1>.log"),
        Arguments.of("run/password=hunter2x.log", "run/password=<secret-1>.log"),
        Arguments.of("logs/api_key=Ab12Cd34/rank0.log", "logs/api_key=<secret-1>/rank0.log"),
        Arguments.of("a/token=Ab12Cd34Ef56.tar.gz", "a/token=<secret-1>.gz"),
        Arguments.of("token-hf_" + LETTERS_36.substring(2) + ".log", "token-<secret-1>.log"),
        Arguments.of("密码：hunter2x.txt", "密码：<secret-1>.txt"),
        Arguments.of("密码是hunter2x.txt", "密码是<secret-1>.txt"),
        Arguments.of("home/jdoe/pw=Ab12Cd34.log", "home/<user-1>/pw=<secret-1>.log"),
        Arguments.of("jane@example.com.log", "<email-1>.log"),
        Arguments.of("8.8.8.8.log", "<ip-1>.log"),
        Arguments.of("a\npassword=hunter2x\n/b.log", "a\npassword=<secret-1>\n/b.log"));
  }

  @ParameterizedTest
  @MethodSource("fileNames")
  void theNameOfAFileLosesItsSecretsAndKeepsItsEnding(String name, String redacted) {
    assertThat(redactor.redactFileName(name)).isEqualTo(redacted);
    assertThat(redactor.redactFileName(redacted)).isEqualTo(redacted);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "/",
        ".log",
        "a/",
        "run//rank0.log",
        "slurm-123456_3.out",
        "nccl-2.14.3.1.log",
        "lr=0.1,tokens=4096/rank-3.log",
        "etc/passwd",
        "tokenizer.json",
        "pod_ml_trainer-0.log",
        "2026-11-23T10:00:00.stderr",
      })
  void anOrdinaryNameOfAFileStays(String name) {
    assertThat(redactor.redactFileName(name)).isEqualTo(name);
  }

  /** A second redaction took the word behind the placeholder for the end of the key. */
  @Test
  void aWordBehindALineOfAPrivateKeyStays() {
    String key = "-----BEGIN PRIVATE KEY-----\n%s fn\n-----END PRIVATE KEY-----";
    String once = redact(key.formatted("MIIGpAIBAAKCAQEA0Z3VS"));
    assertThat(once).isEqualTo(key.formatted("<secret-1>"));
    assertThat(redact(once)).isEqualTo(once);
  }

  /** The end was not found, so that the short last line of the key stayed. */
  @Test
  void aHiddenCharacterInTheEndOfAPrivateKeyHidesNothing() {
    String key = "-----BEGIN PRIVATE KEY-----\nMIIGpAIBAAKCAQEA0Z3VS\nAb3=\n%s PRIVATE KEY-----";
    String redacted =
        "-----BEGIN PRIVATE KEY-----\n<secret-1>\n<secret-1>\n-----END PRIVATE KEY-----";
    assertThat(redact(key.formatted("--\u00ad---END"))).isEqualTo(redacted);
    assertThat(redact(key.formatted("-----\033[0mEND"))).isEqualTo(redacted);
  }

  /** The dashes of the next line made a marker of a line that is none. */
  @Test
  void aMarkerOfAPrivateKeyStandsOnOneLine() {
    String log = "Z3VS5JJcds3xfn/ygWyF0qZMIIEpQIBBBKCAQEA0\n-----END PRIVATE KEY\n-----\n";
    assertThat(redact(log)).isEqualTo(log);
  }

  @Test
  void theShortLastLineOfAPrivateKeyGoesToo() {
    String body = "MIIEpAIBAAKCAQEA0Z3VS5JJcds3xfn/ygWyF0qZ";
    assertThat(redact(keyOfLines("{\"log\":\"", "\\n\"}", body, "Ab3=")))
        .isEqualTo(keyOfLines("{\"log\":\"", "\\n\"}", "<secret-1>", "<secret-1>"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"log\":\"-----BEGIN PRIVATE KEY-----\\n\"}\n{\"log\":\"step 10 loss 2.31\\n\"}\n"
            + "AutoModelForSequenceClassification",
        "expected -----BEGIN PRIVATE KEY----- at the start\nTraining starts on rank 0\n"
            + "AutoModelForSequenceClassification",
        "\"-----BEGIN PUBLIC KEY-----\"\n\"MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKC\"",
      })
  void aLoneTitleOfAPrivateKeyTakesNothing(String log) {
    assertThat(redact(log)).isEqualTo(log);
  }

  @Test
  void aPrivateKeyThatTheLogCutsShortTakesNoOtherLine() {
    String body = "Z3VS5JJcds3xfn/ygWyF0qZMIIEpQIBBBKCAQEA0Z3VS5JJcds3xfn/";
    assertThat(redact("-----BEGIN PRIVATE KEY-----\n" + body + "\nTraining starts\n" + body))
        .isEqualTo("-----BEGIN PRIVATE KEY-----\n<secret-1>\nTraining starts\n" + body);
  }

  @Test
  void aPrivateKeyMayStandOnOneLine() {
    assertThat(
            redact(
                "\"private_key\": \"-----BEGIN PRIVATE KEY-----\\nMIIE\\nAb=\\n-----END PRIVATE"
                    + " KEY-----\\n\","))
        .isEqualTo(
            "\"private_key\": \"-----BEGIN PRIVATE KEY-----<secret-1>-----END PRIVATE KEY-----\\n"
                + "\",");
  }

  @Test
  void theSameValueGetsTheSameNumberAndTheCountsAreOfDifferentValues() {
    Redaction redaction =
        redactor.redact("a@x.com b@x.com A@X.com\nfrom 8.8.8.8 to 8.8.4.4\nfrom 8.8.8.8\n");
    assertThat(redaction.text())
        .isEqualTo("<email-1> <email-2> <email-1>\nfrom <ip-1> to <ip-2>\nfrom <ip-1>\n");
    assertThat(redaction.counts()).isEqualTo(Map.of("email", 2, "ip", 2));
  }

  @Test
  void numbersThatTheTextAlreadyUsesAreNotGivenAgain() {
    assertThat(redact("<email-3> a@x.com")).isEqualTo("<email-3> <email-4>");
  }

  @Test
  void lineEndsStayWhatTheyAre() {
    assertThat(redact("a@x.com\r\n\n10%\r20% b@x.com\n\r"))
        .isEqualTo("<email-1>\r\n\n10%\r20% <email-2>\n\r");
    assertThat(redact("")).isEmpty();
  }

  static Stream<Arguments> hostile() {
    return Stream.of(
            "a:",
            "x://u",
            "http://",
            "Cookie:",
            "cookies={",
            "Authorization: Digest ",
            "_密码",
            "mysql%3A%2F%2Fa%3Ab%40",
            "%3A%2F%2Fa",
            "://:p@s/",
            "<password>",
            "|password|",
            "password |\n",
            "node: \n",
            "[a] ",
            "May 3 10:11:12 ",
            "[--token, ",
            "user,password\n",
            "password:\n",
            "TOKEN=Ab12Cd34Ef56\n",
            "-----END RSA PRIVATE KEY-----\n",
            "MIIEpAIBAAKCAQEA0Z3VS5JJcds3xfn/ygWyF0qZ\n-----END RSA PRIVATE KEY-----\n",
            "身份证",
            "mc alias set s3 http://h ",
            "token=!",
            "token=\"!",
            "password=<secret-1>",
            "://a",
            "://a@",
            "@",
            "a@a.",
            "::",
            "1.",
            "8.8.8.8 ",
            "-----BEGIN RSA PRIVATE KEY-----\n",
            "name:",
            "name: a value:",
            "(name:'DB_PASSWORD'value:",
            "\"name\":\"DB_PASSWORD\",\"value\":\"",
            "name: DB_PASSWORD\nvalue: \n",
            "-----BEGIN RSA PRIVATE KEY-----\\n\"}\n",
            "-----BEGIN RSA PRIVATE KEY-----\nMIIEpAIBAAKCAQEA0Z3V\n",
            "\u001b]",
            "\u001b[",
            "--token ",
            "/home/",
            "C:\\Users\\",
            "eyJ",
            "sk-a",
            "docker login ",
            "curl ",
            "bearer ",
            "token ",
            "Authorization:",
            "\"token\":",
            "a=",
            "\\\"",
            "<secret-",
            "hf_token=1e",
            "\ud800",
            "<add key=\"password\" value=\"",
            "<name>password</name>",
            "<entry key=\"password\">",
            "<a =\"",
            "('token','",
            "(b'authorization', b'",
            "wandb:\n key:",
            "Password for bob:\n",
            "x://a:b/c",
            "password: &a b ",
            "%22token%22%3A%22",
            "\\nHF_TOKEN=a",
            "\\\\n\\\"",
            "\\u0026a\\u003d",
            "&quot;password&quot;:",
            "#012password: ",
            "\"a\\npassword=b\\\\",
            "password=x\\n",
            "api_key%3D",
            "a:5432:b:c:d\n",
            "set -x TOKEN ",
            "令牌（",
            "密码已被",
            "password has been ",
            "password set to “",
            "AK a SK ",
            "ak（",
            "password for a ",
            "access key [",
            "auth('",
            "kinit <<<",
            "ssh-keygen -N '",
            "curl -b a=",
            "--api-key\n",
            "password = \"a\" -> \"b\" ",
            "**password** ",
            "*",
            "password</b>: ",
            "creds: a:b ",
            "password for a: ",
            "value=a ",
            "value='a',name='DB_PASSWORD',",
            "- value: a\n  name: DB_PASSWORD\n",
            "name: DB_PASSWORD\nother: \n",
            "<value>a</value>\n",
            "<value>a</value><name>",
            "secrets:{'a'",
            "secrets:[",
            "secrets:[\"",
            "secrets: [a, ",
            "secrets:\n  a: Ab12Cd34\n",
            "password .....",
            "password ..... \"",
            "password ..... '",
            "- --api-key\n- a1b2c3\n",
            "Enter API key:\n",
            "$ echo $HF_TOKEN\n",
            "$ ",
            "HF_TOKEN\n  input_value=",
            "mysql -p'",
            "echo a | sudo -S ",
            "sudo -S ",
            "create secret --from-literal=a",
            ":\\/\\/a:b@",
            "\\/home\\/",
            "\0")
        .map(Arguments::of);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("hostile")
  void hostileTextTakesLinearWork(String text) {
    AllocatedBytes.assertLinear(text, times -> redact(text.repeat(1500 * times)));
  }

  @Test
  void aLogOfManyLinesTakesLinearWork() {
    List<String> lines =
        List.of(
            "node1:1234:1250 [3] NCCL INFO NET/Socket : Using [0]eth0:10.0.3.7<0>",
            "[rank3]:   File \"/home/trainer/app/train.py\", line 118, in <module>",
            "{\"level\": \"info\", \"token_count\": 4096, \"msg\": \"step 10 loss=2.31\"}",
            "torch.cuda.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB");
    String log = String.join("\n", lines).concat("\n").repeat(100);
    AllocatedBytes.assertLinear("lines", times -> redact(log.repeat(times)));
  }

  static Stream<Arguments> escapedTexts() {
    return Stream.of(
        Arguments.of(
            "{\"msg\":\"env:\\nHF_TOKEN=«Zx9qLm2Rt8»\\nMASTER_SECRET=«Qw7eRt5y»\\nRANK=0 x\"}"),
        Arguments.of("'a\\nsecret=«Zx9qLm2R»\\npwd=«Qw7eRt5y»'"),
        Arguments.of("{\"log\":\"\\tpassword: «Zx9qLm2R»\\r\\n\",\"stream\":\"stderr\"}"),
        Arguments.of("b'HF_TOKEN=«Zx9qLm2Rt8Kw»\\n'"),
        Arguments.of("{\"msg\":\"HF_TOKEN=«Zx9qLm2Rt8»\\nTraceback (most recent call last):\"}"),
        Arguments.of("{\"url\":\"/x?n=1\\u0026password=«Zx9qLm2R»\\u0026m=1\"}"),
        Arguments.of("X-Amz-Signature\\u003d«0123456789abcdef0123»\\u0026X-Amz-Date=1"),
        Arguments.of("\"{\\\"msg\\\":\\\"env:\\\\nHF_TOKEN=«Zx9qLm2Rt8»\\\\nRANK=1\\\"}\""),
        Arguments.of("{\"a\":\"{\\\\\\\"password\\\\\\\":\\\\\\\"«Zx9qLm2R»\\\\\\\"}\"}"),
        Arguments.of("&quot;password&quot;:&quot;«Zx9qLm2R»&quot;, &quot;n&quot;:1"),
        Arguments.of("&#34;api_key&#x22;&#58; &#34;«Zx9qLm2R»&#34;"),
        Arguments.of("password&#61;«Zx9qLm2R»&amp;n=1"),
        Arguments.of("password=«Zx9qLm2R»&amp;n=1"),
        Arguments.of("env:#012HF_TOKEN=«Zx9qLm2Rt8»#012RANK=1"),
        Arguments.of("{\"msg\":\"password:\\n  «Zx9qLm2R»\\nnext line\"}"),
        Arguments.of(
            "{\"m\":\"- name: HF_TOKEN\\n  value: «Zx9qLm2R»\\n- name: RANK\\n  value: 1\"}"),
        Arguments.of(
            "{\"m\":\"apiVersion: v1\\ndata:\\n  a: «Zm9vYmFy»\\nkind: Secret\\n---\\na: b\"}"),
        Arguments.of("%E5%AF%86%E7%A0%81%3D«Zx9qLm2R»"),
        Arguments.of("b'\\xe5\\xaf\\x86\\xe7\\xa0\\x81: «Zx9qLm2R»'"),
        Arguments.of("{\"msg\":\"\\u5bc6\\u7801\\uff1a«Zx9qLm2R»\"}"),
        Arguments.of("%257B%2522password%2522%253A%2522«Zx9qLm2R»%2522%257D"),
        Arguments.of("'user,password\\nbob,«Zx9qLm2R»\\n'"),
        Arguments.of("user%20password%3D«Zx9qLm2R»%26n%3D1"),
        Arguments.of("env\\x0aHF_TOKEN\\075«Zx9qLm2Rt8»\\x0aRANK=1"),
        Arguments.of("mail «bob\\u0040corp.example.com» and \"\\/home\\/«carolk»\\/x\""));
  }

  /** The text between the marks is redacted, and nothing else. */
  @ParameterizedTest
  @MethodSource("escapedTexts")
  void secretsInEscapedTextAreRedacted(String sample) {
    String log = sample.replace("«", "").replace("»", "");
    String expected = sample.replaceAll("«[^»]*»", "<>");
    assertThat(redact(log).replaceAll("<(secret|user|email)-\\d+>", "<>")).isEqualTo(expected);
  }

  @Test
  void onlyQuotedTextTreatsBackslashesAsEscapes() {
    assertThat(redact("password=ab\\nice9")).isEqualTo("password=<secret-1>");
    assertThat(redact("C:\\new\\token\\password: Permission denied"))
        .isEqualTo("C:\\new\\token\\password: Permission denied");
  }

  @Test
  void aSecretIsRedactedAlsoWhereItIsRepeatedWithoutItsName() {
    assertThat(redact("got Zx9qLm2Rt8 from env\nHF_TOKEN=Zx9qLm2Rt8\n401 for (Zx9qLm2Rt8)\n"))
        .isEqualTo("got <secret-1> from env\nHF_TOKEN=<secret-1>\n401 for (<secret-1>)\n");
    assertThat(redact("password=Zx9q-Lm2\n\"a\\nZx9q-Lm2\\n\" x=Zx9q-Lm2;"))
        .isEqualTo("password=<secret-1>\n\"a\\n<secret-1>\\n\" x=<secret-1>;");
    String longKey = "MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7".repeat(4) + "/x+1=";
    assertThat(redact("api_key=" + longKey + "\nsent " + longKey + ", denied"))
        .isEqualTo("api_key=<secret-1>\nsent <secret-1>, denied");
  }

  /** Regression: without its empty message, the line before ended with one line break, not two. */
  @Test
  void anEmptyMessageKeepsItsLine() {
    String log = "step 1\r{\"log\":\"\"}\n{\"log\":\"\\n\"}\r\n{\"log\":\"step 2\"}\nstep 3";
    assertThat(redact(log)).isEqualTo(log);
  }

  @Test
  void thousandsOfSecretsAreRedactedWhereTheyAreRepeated() {
    StringBuilder log = new StringBuilder();
    for (int i = 0; i < 5000; i++) {
      log.append("HF_TOKEN=Zx9q").append(i).append("a".repeat(40)).append('\n');
    }
    // The shortest of several secrets that begin alike, and a longer one.
    log.append("HF_TOKEN=Zx9q1aaaa\n");
    String named = log.toString();
    String repeated = named.replace("HF_TOKEN=", "401 for ");
    String redacted = redact(named + repeated);
    assertThat(redacted).doesNotContain("Zx9q");
    assertThat(redacted.lines().filter(line -> line.startsWith("401 for <secret-"))).hasSize(5001);
  }

  @Test
  void ordinaryWordsAndPartsOfWordsAreNotRepeatedSecrets() {
    assertThat(redact("password=training\ntraining starts")).endsWith("\ntraining starts");
    assertThat(redact("password = utf8_to_16(v)\npath = utf8_to_16(v)"))
        .endsWith("\npath = utf8_to_16(v)");
    assertThat(redact("DB_PASSWORD=step1\nstep1 done")).endsWith("\nstep1 done");
    assertThat(redact("secret=Zx9qLm2R\nZx9qLm2Rt8 aZx9qLm2R")).endsWith("\nZx9qLm2Rt8 aZx9qLm2R");
    assertThat(redact("secret=secret-1\n<secret-1>")).isEqualTo("secret=<secret-2>\n<secret-1>");
  }

  @Test
  void secretsInOneTextTakeLinearWork() {
    AllocatedBytes.assertLinear(
        "many secrets",
        times -> {
          StringBuilder log = new StringBuilder();
          for (int i = 0; i < 300 * times; i++) {
            log.append("HF_TOKEN=aB3-").append(i).append("-a-a-a-a-a-a\na-a-a-a-a-a-a aB3-7\n");
          }
          redact(log.toString());
        });
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"password\": {\"type\": \"string\", \"title\": \"Password\"}",
        "password = getpass.getpass()",
        "api_key = cfg[\"key\"]",
        "api_key: os.environ/OPENAI_API_KEY",
        "password: (not set)",
        "tokens: [1, 2, 3], token_ids=[15, 16]",
        "http://node1:8080?mail=a",
        "secret: [",
      })
  void valuesThatAreStructureOrCodeStay(String line) {
    assertThat(redact(line)).isEqualTo(line);
  }
}
