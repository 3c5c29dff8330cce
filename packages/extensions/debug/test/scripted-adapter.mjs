// A debug adapter for a toy language, over stdin and stdout, or over TCP with --listen=<port> or --dial=<host:port>. A program is a list of
// lines: `let x = 1`, `add x 2`, `print text`, `throw text`, `spin` (never ends), `exit 3`. Arguments make the adapter misbehave:
// --hang=<command>, --crash=<command>, --garbage=<command>, --refuse=<command>, --flood=<count>, --die (before initialize), --early (the launch is
// answered before the configuration), --mute (no initialized event), --terminal (starts the program by runInTerminal), --child (asks to debug a
// child), --fork (leaves a process behind), --lacks=<capability>, --no-threads, --log=<file> (every message that it receives).
import { spawn } from "node:child_process";
import { appendFileSync, readFileSync } from "node:fs";
import { connect, createServer } from "node:net";

const option = (name) =>
  process.argv.find((arg) => arg === `--${name}` || arg.startsWith(`--${name}=`))?.slice(name.length + 3);
const has = (name) => option(name) !== undefined;
const log = option("log");
const record = (message) => log && appendFileSync(log, `${JSON.stringify(message)}\n`);

record({ command: "start", pid: process.pid });
if (has("die")) {
  process.stderr.write("no such toy\n");
  process.exit(3);
}

let output = process.stdout;
let seq = 1;
const waiting = new Map();

function send(message) {
  const body = JSON.stringify({ seq: seq++, ...message });
  output.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
  return seq - 1;
}
const event = (name, body) => send({ type: "event", event: name, body });
const ask = (command, args) =>
  new Promise((resolve) => waiting.set(send({ type: "request", command, arguments: args }), resolve));

const capabilities = {
  supportsConfigurationDoneRequest: true,
  supportsFunctionBreakpoints: true,
  supportsConditionalBreakpoints: true,
  supportsHitConditionalBreakpoints: true,
  supportsLogPoints: true,
  supportsInstructionBreakpoints: true,
  supportsDataBreakpoints: true,
  supportsReadMemoryRequest: true,
  supportsWriteMemoryRequest: true,
  supportsDisassembleRequest: true,
  supportsModulesRequest: true,
  supportsLoadedSourcesRequest: true,
  supportsSetVariable: true,
  supportsTerminateRequest: true,
  exceptionBreakpointFilters: [
    { filter: "thrown", label: "Thrown", default: true },
    { filter: "caught", label: "Caught" },
  ],
};
const lacked = option("lacks");
if (lacked) delete capabilities[lacked];

/** The program: its lines, the one to be run next, its variables and memory. */
const program = {
  path: "",
  lines: [],
  at: 0,
  variables: new Map(),
  memory: Buffer.from("hello, memory!\0\x01"),
};
const breakpoints = { source: [], function: [], instruction: [], data: [], exception: [] };
const hits = new Map();
let launchSeq;
let stopOnEntry = true;
let stops = 0;

const value = (text) => program.variables.get(text) ?? (Number.isNaN(Number(text)) ? text : Number(text));
function isTrue(condition) {
  const [, left, operator, right] = /^(\S+)\s*(==|>=|>|<)\s*(\S+)$/.exec(condition) ?? [];
  const [a, b] = [value(left), value(right)];
  return operator === "==" ? a === b : operator === ">=" ? a >= b : operator === ">" ? a > b : a < b;
}

function stopped(reason, more = {}) {
  stops++;
  event("stopped", { reason, threadId: 1, allThreadsStopped: true, ...more });
  return false;
}

/** Returns why the program stops before a line, if it does. */
function stopAt(line) {
  const found = breakpoints.source.find((each) => each.line === line);
  if (found && (!found.condition || isTrue(found.condition))) {
    hits.set(line, (hits.get(line) ?? 0) + 1);
    if (found.logMessage) {
      event("output", {
        category: "console",
        output: `${found.logMessage.replaceAll(/\{(\w+)\}/g, (_, name) => value(name))}\n`,
      });
    } else if (!found.hitCondition || hits.get(line) === Number(found.hitCondition)) return "breakpoint";
  }
  if (breakpoints.instruction.some((each) => Number(each.instructionReference) + (each.offset ?? 0) === 0x1000 + line))
    return "instruction breakpoint";
  return undefined;
}

function finish(code) {
  event("exited", { exitCode: code });
  event("terminated", {});
  return false;
}

/** Runs one line. Returns false if the program has stopped or ended. */
function runLine() {
  const text = program.lines[program.at]?.trim();
  program.at++;
  if (text === undefined) return finish(0);
  const [word, name, ...rest] = text.split(/\s+/);
  if (word === "let" || word === "add") {
    const change = Number(rest.at(-1));
    program.variables.set(name, word === "let" ? change : (program.variables.get(name) ?? 0) + change);
    const watched = breakpoints.data.find((each) => each.dataId === `data:${name}`);
    if (watched) return stopped("data breakpoint", { description: `${name} has changed` });
  }
  if (word === "print") event("output", { category: "stdout", output: `${value([name, ...rest].join(" "))}\n` });
  if (word === "exit") return finish(Number(name));
  if (word === "throw") {
    if (breakpoints.exception.includes("thrown")) {
      program.at--;
      return stopped("exception", { description: "Toy exception", text: [name, ...rest].join(" ") });
    }
    event("output", { category: "stderr", output: `uncaught ${name}\n` });
    return finish(1);
  }
  if (word === "spin") {
    program.at--;
    return false;
  }
  return true;
}

function run({ first = true } = {}) {
  if (!first && program.at === 0 && breakpoints.function.some(({ name }) => name === "main"))
    return stopped("function breakpoint");
  for (let isFirst = first; ; isFirst = false) {
    const why = isFirst ? undefined : stopAt(program.at + 1);
    if (why) return stopped(why);
    if (!runLine()) return;
  }
}

const line = () => Math.min(program.at + 1, program.lines.length);
const frameId = () => 1000 + stops;

async function begin() {
  if (has("flood"))
    for (let index = 0; index < Number(option("flood")); index++)
      event("output", { category: "stdout", output: `line ${index}\n` });
  if (has("child")) await ask("startDebugging", { request: "attach", configuration: {} });
  if (has("terminal")) {
    const args = [
      process.execPath,
      "-e",
      "console.log('from the terminal', process.env.TOY, process.cwd()); setInterval(() => {}, 1e6)",
    ];
    const answer = await ask("runInTerminal", { kind: "integrated", args, cwd: "", env: { TOY: "yes", HOME: null } });
    record({ command: "terminal", pid: answer.body?.processId });
  }
  if (has("fork")) {
    const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1e6)"], { detached: true, stdio: "ignore" });
    record({ command: "forked", pid: child.pid });
  }
  if (stopOnEntry) stopped("entry");
  else run({ first: false });
}

function verified(kind, list) {
  breakpoints[kind] = list;
  return { breakpoints: list.map((_each, index) => ({ id: index + 1, verified: true })) };
}

/** The answer to each request: its body. */
const ANSWERS = {
  initialize: () => capabilities,
  launch: (args) => {
    program.path = args.program;
    program.lines = readFileSync(args.program, "utf8").trimEnd().split("\n");
    stopOnEntry = args.stopOnEntry ?? false;
    if (!has("mute")) event("initialized");
  },
  attach: (args) => {
    program.lines = ["spin"];
    program.path = "/nowhere/attached.toy";
    stopOnEntry = args.pid === 1;
    event("initialized");
  },
  configurationDone: () => void setImmediate(begin),
  setBreakpoints: ({ breakpoints: list }) => {
    breakpoints.source = list;
    return {
      breakpoints: list.map((each, index) =>
        !program.lines[each.line - 1]?.trim()
          ? { id: index, verified: false, message: "no such line" }
          : { id: index, verified: true, line: each.line },
      ),
    };
  },
  setFunctionBreakpoints: ({ breakpoints: list }) => verified("function", list),
  setInstructionBreakpoints: ({ breakpoints: list }) => verified("instruction", list),
  setDataBreakpoints: ({ breakpoints: list }) => verified("data", list),
  setExceptionBreakpoints: ({ filters }) => {
    breakpoints.exception = filters;
  },
  dataBreakpointInfo: ({ name }) =>
    program.variables.has(name)
      ? { dataId: `data:${name}`, description: `${name} of main`, accessTypes: ["write"] }
      : { dataId: null, description: `there is no ${name}` },
  continue: () => void setImmediate(run),
  next: () => void setImmediate(() => runLine() && stopped("step")),
  stepIn: () => void setImmediate(() => runLine() && stopped("step")),
  stepOut: () => void setImmediate(run),
  pause: () => void setImmediate(() => stopped("pause")),
  threads: () => ({
    threads: has("no-threads")
      ? []
      : [
          { id: 1, name: "main" },
          { id: 2, name: "other" },
        ],
  }),
  stackTrace: ({ levels }) => ({
    stackFrames: [
      {
        id: frameId(),
        name: "main",
        line: line(),
        column: 1,
        source: { path: program.path, name: "toy" },
        instructionPointerReference: `0x${(0x1000 + line()).toString(16)}`,
      },
      { id: frameId() + 500, name: "_start", line: 0, column: 0, instructionPointerReference: "0x1" },
    ].slice(0, levels),
    totalFrames: 2,
  }),
  scopes: ({ frameId: frame }) => {
    if (frame !== frameId()) throw new Error(`no frame ${frame}`);
    return {
      scopes: [
        { name: "Locals", variablesReference: 1, expensive: false },
        { name: "Registers", variablesReference: 2, expensive: true },
      ],
    };
  },
  variables: ({ variablesReference: reference, start = 0, count }) => {
    if (reference === 99_999) throw new Error("Wrong ID sent from the client: 99999");
    if (reference === 2) return { variables: [{ name: "pc", value: String(program.at), variablesReference: 0 }] };
    if (reference === 3) {
      const all = Array.from({ length: 1000 }, (_, index) => ({
        name: `[${index}]`,
        value: String(index),
        variablesReference: 0,
      }));
      return { variables: all.slice(start, count === undefined ? undefined : start + count) };
    }
    return {
      variables: [...program.variables].map(([name, each]) => ({
        name,
        value: String(each),
        type: "num",
        variablesReference: 0,
        memoryReference: "0x2000",
      })),
    };
  },
  setVariable: ({ name, value: text }) => {
    program.variables.set(name, Number(text));
    return { value: text };
  },
  evaluate: ({ expression, frameId: frame, context }) => {
    if (expression === "list") return { result: "list of 1000", type: "list", variablesReference: 3 };
    if (expression === "frame") return { result: `${frame} ${context}`, variablesReference: 0 };
    if (expression === "long") return { result: "x".repeat(100_000), variablesReference: 0 };
    // As debugpy answers.
    if (expression === "traced")
      throw new Error(
        `Traceback (most recent call last):\n  File "/lib/pydevd.py", line 3, in run\n    return evaluate(it)\n           ^^^^^^^^\n  File "<string>", line 1, in <module>\nNameError: name 'traced' is not defined\n`,
      );
    if (!program.variables.has(expression))
      throw Object.assign(new Error("short"), { format: "no variable {name} here", variables: { name: expression } });
    return { result: String(value(expression)), type: "num", variablesReference: 0, memoryReference: "0x2000" };
  },
  readMemory: ({ offset = 0, count }) => {
    const bytes = program.memory.subarray(offset, offset + count);
    return {
      address: `0x${(0x2000 + offset).toString(16)}`,
      data: bytes.toString("base64"),
      unreadableBytes: count - bytes.length,
    };
  },
  writeMemory: ({ offset = 0, data }) => ({ bytesWritten: Buffer.from(data, "base64").copy(program.memory, offset) }),
  disassemble: ({ memoryReference, instructionCount, instructionOffset = 0 }) => ({
    instructions: Array.from({ length: instructionCount }, (_, index) => ({
      address: `0x${(Number(memoryReference) + instructionOffset + index).toString(16)}`,
      instruction: "nop",
      ...(index === 0 ? { symbol: "main", location: { path: program.path }, line: 1 } : {}),
    })),
  }),
  modules: ({ startModule = 0, moduleCount = 2 }) => ({
    modules: [
      { id: 1, name: "toy", version: "1.0" },
      { id: 2, name: "lib", path: "/lib/lib.so", symbolStatus: "none" },
    ].slice(startModule, startModule + moduleCount),
  }),
  loadedSources: () => ({ sources: [{ path: program.path }, { name: "generated" }] }),
  exceptionInfo: () => ({ exceptionId: "toy", breakMode: "always" }),
  terminate: () => void setImmediate(() => finish(143)),
  disconnect: () => void setImmediate(() => setTimeout(() => process.exit(0), 10)),
};

function misbehaves(command) {
  if (option("crash") === command) process.exit(7);
  if (option("garbage") === command) output.write("Content-Length: 5\r\n\r\n{oops");
  return option("hang") === command || option("garbage") === command;
}

function take(message) {
  record(message);
  if (message.type === "response") return void waiting.get(message.request_seq)?.(message);
  const { command, arguments: args = {} } = message;
  if (misbehaves(command)) return;
  const answer = (more) => send({ type: "response", request_seq: message.seq, command, ...more });
  try {
    if (option("refuse") === command) throw new Error(`${command} is out of order`);
    if (!ANSWERS[command]) throw new Error(`unknown request ${command}`);
    const body = ANSWERS[command](args);
    // As the protocol allows, the launch is answered when the configuration is done.
    if (command === "launch" && !has("early") && !has("mute")) launchSeq = message.seq;
    else answer({ success: true, ...(body === undefined ? {} : { body }) });
    if (command === "configurationDone" && launchSeq !== undefined)
      send({ type: "response", request_seq: launchSeq, command: "launch", success: true });
  } catch (error) {
    const { format, variables, message: short } = error;
    answer({ success: false, message: short, ...(format ? { body: { error: { id: 1, format, variables } } } : {}) });
  }
}

function listen(input) {
  let rest = Buffer.alloc(0);
  input.on("data", (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    for (;;) {
      const end = rest.indexOf("\r\n\r\n");
      const length = Number(/Content-Length: (\d+)/.exec(rest.toString("latin1", 0, end))?.[1]);
      if (end < 0 || rest.length < end + 4 + length) return;
      const message = JSON.parse(rest.toString("utf8", end + 4, end + 4 + length));
      rest = rest.subarray(end + 4 + length);
      take(message);
    }
  });
  input.on("end", () => process.exit(0));
}

function speak(socket) {
  output = socket;
  listen(socket);
}

if (has("listen")) createServer(speak).listen(Number(option("listen")), "127.0.0.1");
else if (has("dial")) {
  const [host, port] = option("dial").split(":");
  console.log("printed by the adapter");
  speak(connect(Number(port), host));
} else listen(process.stdin);
