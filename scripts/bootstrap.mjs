// Prepares a fresh clone so that it can run, using only Node and npm, and then runs the requested command.
// All messages go to stderr: stdout belongs to the program that it starts.
import { spawn } from "node:child_process";
import { constants } from "node:os";
import { isBuilt } from "./bootstrap/freshness.mjs";
import { ensureInstalled } from "./bootstrap/install.mjs";
import { withLock } from "./bootstrap/lock.mjs";
import { findNode } from "./bootstrap/node-runtime.mjs";
import { withProgress } from "./bootstrap/progress.mjs";
import { at } from "./bootstrap/root.mjs";
import { SetupError } from "./bootstrap/setup-error.mjs";

const commands = {
  start: { script: "packages/coding-agent/dist/cli.js", needsBuild: true, inCallersFolder: true },
  test: { script: "scripts/test.mjs" },
  real: { script: "scripts/real.mjs" },
  faults: { script: "scripts/faults.ts", nodeOptions: ["--conditions=@tau/source"] },
  packages: { script: "scripts/packages.ts", needsBuild: true, nodeOptions: ["--conditions=@tau/source"] },
  differential: { script: "differential/run.ts", needsBuild: true, nodeOptions: ["--conditions=@tau/source"] },
  check: { script: "scripts/test.mjs", arguments: ["--checks-only"] },
  build: { script: "scripts/build.mjs", arguments: ["--types"] },
  bench: { script: "bench/run.ts", needsBuild: true, nodeOptions: ["--conditions=@tau/source"] },
};

try {
  const [name = "start", ...rest] = process.argv.slice(2);
  const command = commands[name];
  if (!command) throw new SetupError(`there is no command "${name}"; use one of: ${Object.keys(commands).join(", ")}.`);
  await withLock(async () => {
    await ensureInstalled();
    if (!command.needsBuild || isBuilt()) return;
    const build = run(at("scripts/build.mjs"), [], { stdout: 2 });
    if ((await withProgress("building (a few seconds)", build)) !== 0)
      throw new SetupError("the build failed; the lines above say where.");
  });
  const cwd = command.inCallersFolder ? (process.env.INIT_CWD ?? process.cwd()) : at(".");
  const options = [...(command.nodeOptions ?? []), at(command.script)];
  const isTour = name === "start" && rest.length === 0 && !hasTerminal();
  const args = [...(command.arguments ?? []), ...(isTour ? tourInPrint() : rest)];
  process.exitCode = await run(options, args, { cwd, stdin: isTour ? "ignore" : "inherit" });
} catch (error) {
  if (!(error instanceof SetupError)) throw error;
  process.stderr.write(`tau: ${error.message}\n`);
  process.exitCode = 3;
}

function hasTerminal() {
  return process.stdin.isTTY === true && process.stdout.isTTY === true;
}

/** Returns arguments that print the tour, because without a terminal there is no screen to show it on. */
function tourInPrint() {
  process.stderr.write(
    "tau: There is no terminal here, so this is the tour in print form, by the built-in demo model.\n",
  );
  return ["--demo", "--no-session", "-p", "show me"];
}

/** Runs a script and resolves to its exit code. Ctrl+C reaches the child from the terminal; signals sent only to us are passed on. */
function run(script, args, { cwd = at("."), stdin = "inherit", stdout = "inherit" } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(findNode(), [script, args].flat(), { cwd, stdio: [stdin, stdout, "inherit"] });
    process.on("SIGINT", () => undefined);
    for (const signal of ["SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
    child.on("error", (error) =>
      reject(new SetupError(`Node could not be started (${error.message}). Run npm install again.`)),
    );
    child.on("exit", (code, signal) => resolve(code ?? 128 + constants.signals[signal]));
  });
}
