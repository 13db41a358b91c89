#!/bin/sh
# Formats all Java sources; with --check it changes nothing, names what is not formatted, and fails.
#
# google-java-format parses with the javac of the JVM it runs in, so the build's JDK runs it: Maven's
# own may be too old to read Java 25. The build passes both paths; by hand, JAVA_HOME is enough once
# a build has fetched the formatter.
set -eu
cd "$(dirname "$0")/../.."
mode=--replace
if [ "${1:-}" = --check ]; then mode="--dry-run --set-exit-if-changed"; fi
version=$(sed -n 's/.*<google-java-format.version>\(.*\)<.*/\1/p' pom.xml)
repository=${2:-$HOME/.m2/repository}
jar=$repository/com/google/googlejavaformat/google-java-format/$version/google-java-format-$version-all-deps.jar
java=java
if [ -n "${JAVA_HOME:-}" ]; then java=$JAVA_HOME/bin/java; fi
if ! find src -name '*.java' | xargs "$java" -jar "$jar" --skip-reflowing-long-strings $mode; then
  echo "The files named above are not formatted: run src/build/format.sh" >&2
  exit 1
fi
