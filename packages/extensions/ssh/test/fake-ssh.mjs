// A stand-in for ssh: it runs the "remote" command on this machine, in the folder that plays the other machine's home. The socket of a shared
// connection is an ordinary file; removing it is what a lost connection looks like.
import { spawn } from "node:child_process";
import { appendFileSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const folder = process.env.FAKE_SSH;
const behaviour = JSON.parse(readFileSync(join(folder, "behaviour.json"), "utf8"));
const args = process.argv.slice(2);
appendFileSync(join(folder, "calls.jsonl"), `${JSON.stringify(args)}\n`);

const values = {};
const flags = new Set();
let at = 0;
for (; at < args.length && args[at] !== "--" && args[at].startsWith("-"); at++) {
  const option = args[at];
  if (/^-[oSElpiO]$/.test(option)) {
    values[option] = [...(values[option] ?? []), args[at + 1]];
    at++;
  } else flags.add(option);
}
if (args[at] === "--") at++;
const command = args.slice(at + 1).join(" ");
const socket = values["-S"]?.[0];
const request = values["-O"]?.[0];

if (request === "check") process.exit(existsSync(socket) ? 0 : 255);
if (request === "exit") {
  rmSync(socket, { force: true });
  process.exit(0);
}
if (flags.has("-N")) {
  if (behaviour.hangs === "connect") setInterval(() => undefined, 1000);
  else if (behaviour.refusal) {
    writeFileSync(values["-E"][0], `${behaviour.refusal}\n`);
    process.exit(255);
  } else {
    writeFileSync(socket, "");
    process.exit(0);
  }
} else if (!existsSync(socket)) {
  process.stderr.write("Connection closed by UNKNOWN port 65535\r\n");
  process.exit(255);
} else run();

function run() {
  const { home, shell = "/bin/sh", noise = "", windows } = behaviour;
  if (noise) process.stdout.write(noise);
  if (windows) return runOnWindows(windows);
  if (behaviour.hangs === "start") return void setInterval(() => undefined, 1000);
  const env = { PATH: behaviour.path ?? process.env.PATH, HOME: home };
  // Like sshd, which makes each command the leader of a process group of its own.
  const child = spawn(shell, ["-c", command], { cwd: home, env, detached: true });
  child.on("error", (error) => {
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  });
  process.stdin.pipe(child.stdin).on("error", () => undefined);
  child.stdout.pipe(process.stdout);
  child.stderr.pipe(process.stderr);
  const watch = setInterval(() => existsSync(socket) || lose(child), 20);
  if (behaviour.dropAt !== undefined) dropAt(child, behaviour.dropAt);
  child.on("close", (code) => {
    clearInterval(watch);
    process.exitCode = code ?? 255;
    process.stdin.destroy();
  });
}

/** Loses the connection once the other side has taken this many bytes. */
function dropAt(child, limit) {
  let taken = 0;
  process.stdin.on("data", (data) => {
    taken += data.length;
    if (taken < limit) return;
    rmSync(socket, { force: true });
    lose(child);
  });
}

function lose(child) {
  process.stdin.unpipe(child.stdin);
  child.stdin.end();
  child.stdout.destroy();
  child.stderr.destroy();
  process.stderr.write("client_loop: send disconnect: Broken pipe\n", () => process.exit(255));
}

function runOnWindows({ shell, hasBash }) {
  if (command === "bash -s" && hasBash) {
    const child = spawn("/bin/sh", ["-s"], { cwd: behaviour.home });
    process.stdin.pipe(child.stdin);
    child.stdout.pipe(process.stdout);
    return void child.on("close", (code) => process.exit(code ?? 1));
  }
  if (command.startsWith("echo TAU-"))
    process.stdout.write(shell === "cmd" ? "TAU-Windows_NT-$env:OS\r\n" : "TAU-%OS%-Windows_NT\r\n");
  else if (/^exec|^bash/.test(command)) {
    process.stderr.write("'exec' is not recognized as an internal or external command\r\n");
    process.exit(1);
  } else process.stdout.write(`[${command}]\r\n`);
  process.exit(0);
}
