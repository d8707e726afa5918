# Three cases of each target instead of thousands.
npm() {
  shift 2
  [ "$1" = -- ] && shift
  node "$WORKSPACE/packages/trials/dist/src/fuzz/main.js" --cases 3 "$@"
}
