import { parentPort, workerData } from "node:worker_threads";
import { JSException, type JSValueHandle, QuickJS } from "quickjs-wasi";
import type { ScriptAnswer, ScriptMessage, ScriptStart } from "./messages.ts";
import { PRELUDE } from "./prelude.ts";

/** Below the stack of the worker, so that deep recursion is an error in the script, not in the worker. */
const STACK_BYTES = 256 * 1024;
/** Of all outputs together, and of the arguments of one call. */
const MOST_CHARACTERS = 16 * 1024 * 1024;
const MOST_OUTPUTS = 10_000;

/** Runs one script. The main thread ends the worker, whatever the script does. */
const { wasm, source, tools, stored, memoryBytes } = workerData as ScriptStart;
const vm = await QuickJS.create({ wasm, memoryLimit: memoryBytes, maxStackSize: STACK_BYTES });
/** Calls and questions without an answer. */
let waiting = 0;
let answers = 0;
let outputs = 0;
let characters = 0;
let isOver = false;

try {
  start();
} catch (error) {
  fail(error);
}

function start(): void {
  const posting = vm.newFunction("post", (...given: JSValueHandle[]) => {
    receive(given.map((handle) => handle.toString()));
    return vm.undefined;
  });
  const prelude = vm.evalCode(PRELUDE, "prelude.js");
  const inside = vm.callFunction(prelude, vm.undefined, posting, vm.newString(tools), vm.newString(stored));
  const settle = inside.getProp("settle");
  const run = inside.getProp("run");
  post({ kind: "started" });
  // On one line with the beginning of the script, so that the lines of errors are those of the script.
  const script = vm.evalCode(`(async () => {${source}\n})`, "script.js");
  parentPort?.on("message", ({ id, ok, text }: ScriptAnswer) => {
    step(() => {
      waiting--;
      answers++;
      const given = [vm.newString(String(id)), vm.newString(ok ? "yes" : "no"), vm.newString(text)];
      vm.callFunction(settle, vm.undefined, ...given).dispose();
      for (const handle of given) handle.dispose();
    });
  });
  step(() => vm.callFunction(run, vm.undefined, script).dispose());
}

function step(work: () => void): void {
  if (isOver) return;
  try {
    work();
    vm.executePendingJobs();
  } catch (error) {
    fail(error);
  }
  if (isOver) return;
  if (waiting > 0) post({ kind: "idle", answers });
  else fail(new Error("The script waits for a promise that nothing will settle."));
}

/** Takes what the prelude posts. All parts are strings. */
function receive([kind = "", first = "", second = "", third = "null"]: string[]): void {
  if (isOver) return;
  if (kind === "call" || kind === "ask") request(kind, Number(first), second, third);
  else if (kind === "done" || kind === "failed") {
    isOver = true;
    post(kind === "done" ? { kind } : { kind, error: first });
  } else if (isWithinLimits(first.length + second.length)) post(outputOf(kind, first, second));
}

function outputOf(kind: string, first: string, second: string): ScriptMessage {
  switch (kind) {
    case "store":
      return { kind, key: first, ...(second === "" ? {} : { json: second }) };
    case "image":
      return { kind, json: first };
    default:
      return { kind: kind === "text" ? kind : "console", text: first };
  }
}

function request(kind: "call" | "ask", id: number, target: string, json: string): void {
  if (json.length > MOST_CHARACTERS) {
    fail(new Error(`Stopped: the arguments of a call exceed ${MOST_CHARACTERS} characters.`));
  } else {
    waiting++;
    post({ kind, id, target, json });
  }
}

function isWithinLimits(length: number): boolean {
  outputs++;
  characters += length;
  if (characters > MOST_CHARACTERS)
    fail(new Error(`Stopped: the output exceeds ${MOST_CHARACTERS} characters. Write large data to a file.`));
  else if (outputs > MOST_OUTPUTS) fail(new Error(`Stopped: more than ${MOST_OUTPUTS} outputs.`));
  return !isOver;
}

function fail(error: unknown): void {
  if (isOver) return;
  isOver = true;
  post({ kind: "failed", error: errorText(error) });
}

function errorText(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const line = error instanceof JSException ? /script\.js:(\d+)/.exec(error.stack ?? "")?.[1] : undefined;
  const name = error.name === "Error" ? "" : `${error.name}: `;
  return `${name}${error.message}${line === undefined ? "" : ` (line ${line})`}`;
}

function post(message: ScriptMessage): void {
  parentPort?.postMessage(message);
}
