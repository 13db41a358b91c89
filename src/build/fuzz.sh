#!/bin/sh
# Fuzzes one target for five minutes with inputs that grow towards code that none has reached before:
#
#   src/build/fuzz.sh UploadFuzzTests
#
# The input of a finding lands beside the seeds in src/test/resources, which every build runs.
set -eu
cd "$(dirname "$0")/../.."
JAZZER_FUZZ=1 exec mvn -B -ntp test -Dtest="${1:?the name of a target, such as UploadFuzzTests}"
