#!/usr/bin/env node
import { VERSION } from "./version.ts";

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
const args = process.argv.slice(2);
if (major < 22 || (major === 22 && minor < 19)) {
  process.stderr.write(`tau: Node 22.19 or newer is needed and this is ${process.versions.node}. Update Node.\n`);
  process.exitCode = 3;
} else if (args.length === 1 && (args[0] === "--version" || args[0] === "-v")) {
  // Answered here so that no other module is loaded for it.
  process.stdout.write(`${VERSION}\n`);
} else {
  const { main } = await import("./cli/main.ts");
  process.exitCode = await main(args);
  endWhenWritten();
}

/** Exits once stdout and stderr are written, even if an extension left a timer, a watcher or a child process running. */
function endWhenWritten(): void {
  const end = () =>
    process.stdout.writableLength + process.stderr.writableLength > 0 ? endWhenWritten() : process.exit();
  setTimeout(end, 200).unref();
}
