# A runner of the reader's own, as a program and behind a port, and a kit that asks for one area alone:
# the tests of packages/conformance ask for everything.
printf '#!/bin/sh\nexec execbox runner\n' > my-runner
chmod +x my-runner
execbox runner --listen 127.0.0.1:7070 > runner.log &
trap 'kill $!' EXIT
until grep -q listening runner.log; do sleep 0.1; done
execbox() {
  shift
  command execbox conformance --only log "$@"
}
