# needs nats-server
# What the lines leave in the background ends with them, and a status is asked for until a runner has
# come: a reader takes longer to type than it takes to start.
trap 'jobs -p > jobs; kill $(cat jobs)' EXIT
npx() {
  if [ "$2" = fleet ]; then
    until command npx "$@" | grep region=eu; do sleep 0.2; done
  else
    exec npx "$@"
  fi
}
