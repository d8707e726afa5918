"""Replays golden transcripts against a runner: python3 replay.py FOLDER COMMAND...

All that another language needs: read a file, send what it sends, compare what it expects.
"""
import json
import pathlib
import re
import subprocess
import sys

PLACEHOLDER = re.compile(r"^\{\{(call|number|string):(.*)\}\}$", re.S)


def resolve(value, names):
    """A message to send, with the ids that the runner chose."""
    if isinstance(value, str):
        found = PLACEHOLDER.match(value)
        return names[found[2]] if found else value
    if isinstance(value, dict):
        return {key: resolve(item, names) for key, item in value.items()}
    return [resolve(item, names) for item in value] if isinstance(value, list) else value


def matches(value, expected, names):
    found = PLACEHOLDER.match(expected) if isinstance(expected, str) else None
    if found is None:
        return value == expected and type(value) is type(expected)
    if found[1] == "number":
        return isinstance(value, (int, float))
    return isinstance(value, str) and (found[1] == "string" or names.setdefault(found[2], value) == value)


def same(message, expected, names):
    """Fields nobody named are the runner's own, except those that mean something by being absent."""
    if any(key in message and key not in expected for key in ("input", "result", "error")):
        return False
    error = expected.get("error", {})
    rest = {key: value for key, value in expected.items() if key != "error"}
    return all(matches(message.get("error", {}).get(key), error[key], names) for key in error) and all(
        key in message and matches(message[key], rest[key], names) for key in rest
    )


def replay(file, command):
    head, *steps = [json.loads(line) for line in file.read_text("ascii").splitlines()]
    names = {}
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as runner:
        for number, step in enumerate(steps, 1):
            if "send" in step:
                runner.stdin.write(json.dumps(resolve(step["send"], names)).encode() + b"\n")
                runner.stdin.flush()
                continue
            message = json.loads(runner.stdout.readline() or "null")
            if message is None or not same(message, step["expect"], names):
                runner.kill()
                return f"step {number}: expected {step['expect']}, got {message}"
        runner.stdin.close()
        late = runner.stdout.read().strip()
    return f"more came than expected: {late}" if late else None


failed = 0
for path in sorted(pathlib.Path(sys.argv[1]).glob("*.jsonl")):
    problem = replay(path, sys.argv[2:])
    print(f"{path.stem}: {problem or 'ok'}")
    failed += problem is not None
sys.exit(1 if failed else 0)
