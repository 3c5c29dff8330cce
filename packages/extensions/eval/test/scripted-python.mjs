#!/usr/bin/env node
// Speaks the protocol of the Python runner as a script tells it: each request `run` is answered by what its code says, line by line.
import { readSync, writeSync } from "node:fs";

const mark = (number) => writeSync(2, `\u001e${process.env.TAU_KERNEL_MARK}:${number}\u001f`);
const frame = (value) => writeSync(4, `${JSON.stringify(value)}\n`);
let marks = 0;

const actions = {
  raw: (text) => writeSync(2, text),
  garbage: (text) => writeSync(4, `${text}\n`),
  result: (text, id) => frame({ type: "result", id, mark: marks, bundle: JSON.parse(text) }),
  lateMark: (text, id) => {
    frame({ type: "result", id, mark: ++marks, bundle: { "text/plain": text } });
    writeSync(2, "before\n");
    mark(marks);
  },
  error: (text, id) => frame({ type: "error", id, ename: "Bad", evalue: text, traceback: [`Bad: ${text}`] }),
  foreign: (_text, id) => frame({ type: "done", id: id + 100, status: "ok", cancelled: false }),
  call: (text, id) => frame({ type: "call", id, call: 7, tool: "read", args: JSON.parse(text) }),
  die: (text) => process.exit(Number(text)),
  hang: () => "hang",
};

if (process.env.SCRIPTED_FAIL) {
  writeSync(2, "SyntaxError: this Python is too old\n");
  process.exit(1);
}
frame({ type: "ready", version: "3.99.0", program: "scripted" });
let rest = "";
const buffer = Buffer.alloc(65_536);
let running;
for (;;) {
  const count = readSync(3, buffer);
  if (count === 0) break;
  rest += buffer.toString("utf8", 0, count);
  const lines = rest.split("\n");
  rest = lines.pop();
  for (const line of lines) receive(JSON.parse(line));
}

function receive(request) {
  if (request.type === "exit") process.exit(0);
  if (request.type === "answer") {
    writeSync(2, `answered ${JSON.stringify(request.value ?? request.error)}\n`);
    return finish(running, "ok");
  }
  if (request.type === "interrupt") return finish(request.id, "error", true);
  running = request.id;
  frame({ type: "started", id: running });
  let last;
  for (const line of request.code.split("\n")) {
    const [name, ...text] = line.split(" ");
    last = actions[name]?.(text.join(" "), running);
    if (name === "call") return;
  }
  if (last !== "hang") finish(running, request.code.includes("error") ? "error" : "ok");
}

function finish(id, status, cancelled = false) {
  mark(++marks);
  frame({ type: "done", id, mark: marks, status, cancelled });
}
