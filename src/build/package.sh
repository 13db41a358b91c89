#!/bin/sh
# Puts the start script and the unpacked jar into a folder, and records what a start needs.
#
#   src/build/package.sh target
#
# Classes in a jar within a jar cannot be cached: the start script runs the unpacked jar.
set -eu
target=${1:?the folder of faultbook.jar}
cp "$(dirname "$0")/../main/shell/faultbook" "$target/faultbook"
chmod 755 "$target/faultbook"
"${JAVA_HOME:?}/bin/java" -Djarmode=tools -jar "$target/faultbook.jar" extract --force --destination "$target/app"
# Content is read faster than it is unpacked.
(
  cd "$target/app"
  "$JAVA_HOME/bin/jar" --extract --file faultbook.jar packed
  "$JAVA_HOME/bin/jar" --update --no-compress --file faultbook.jar packed
  rm -r packed
)
# Classes of Java 5 cannot be cached at all.
"$JAVA_HOME/bin/java" "$(dirname "$0")/java/dev/faultbook/CurrentClasses.java" "$target"/app/lib/picocli-*.jar
"$target/faultbook" record
