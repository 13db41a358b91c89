#!/bin/sh
# Compiles the benchmarks and runs one of them; settings go before its name:
#
#   src/build/benchmark.sh                                             # the matcher and its peers
#   src/build/benchmark.sh -Dbenchmark.log=few-words
#   src/build/benchmark.sh -Dbenchmark.megabytes=4,40 DiagnosisBenchmark   # whole diagnoses
#   src/build/benchmark.sh -Dbenchmark.server=http://localhost:8080 PageBenchmark
set -eu
cd "$(dirname "$0")/../.."
options=
main=MatcherBenchmark
for argument; do
  case $argument in
    -*) options="$options $argument" ;;
    *) main=$argument ;;
  esac
done
mvn -q -B -ntp -Pbenchmark process-test-classes exec:exec -Dexec.executable=java -Dexec.classpathScope=test \
  -Dexec.args="-Xmx2g --sun-misc-unsafe-memory-access=allow $options -classpath %classpath dev.faultbook.benchmark.$main"
