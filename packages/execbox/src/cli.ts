#!/usr/bin/env node
import { runCli } from "./cli/main.js";
import { COMMANDS } from "./commands.js";

// A tool module may have left a socket or a timer open; the command is done when it says so.
process.exit(await runCli(process, COMMANDS));
