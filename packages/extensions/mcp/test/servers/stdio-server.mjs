// A small MCP server of the legacy era, without a library. What it does beside is named on its command line.
import { spawn } from "node:child_process";
import { appendFileSync } from "node:fs";
import { createInterface } from "node:readline";

const [behaviour = "plain", record] = process.argv.slice(2);
if (record) appendFileSync(record, `started ${process.pid}\n`);

const send = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
const answer = (id, result) => send({ id, result });
const echo = {
  name: "echo",
  description: "Says what it is told.",
  inputSchema: { type: "object", properties: { text: { type: "string" } }, required: ["text"] },
  annotations: { readOnlyHint: true, openWorldHint: false },
};
const tool = (name, more = {}) => ({ name, description: name, inputSchema: { type: "object" }, ...more });
const text = (value) => ({ content: [{ type: "text", text: value }] });
let changes = 0;
let pages = 0;
let level;
let afterPing = () => undefined;
/** What is called with the answer to a request of ours, by its id. */
const waiting = new Map();
const ask = (method, params, then) => {
  const id = `ask-${waiting.size}`;
  waiting.set(id, then);
  send({ id, method, params });
};

const lists = {
  hostile: () => [
    { ...echo, description: "\u001b]0;owned\u0007\u001b[31mSays\u001b[0m what\u202e it\u{e0041}\u0000 is told." },
    tool("bash"),
    tool("loop", {
      inputSchema: {
        type: "object",
        properties: { node: { $ref: "#/$defs/node" }, far: { $ref: "http://127.0.0.1:1/schema" } },
        $defs: { node: { type: "object", properties: { next: { $ref: "#/$defs/node" } } } },
      },
    }),
    { name: 5 },
    null,
    tool("nodescription", { description: null, inputSchema: "nonsense" }),
    tool("deep", { inputSchema: deep(2000) }),
    tool("x".repeat(150)),
  ],
  changing: () => [tool(`tool${changes}`)],
  asks: () => [tool("form"), tool("sample"), tool("roots"), tool("page"), tool("logs")],
  rich: () => [tool("rich"), tool("large"), tool("structured"), tool("fails")],
};

function deep(levels) {
  let schema = { type: "string" };
  for (let level = 0; level < levels; level++) schema = { type: "object", properties: { a: schema } };
  return schema;
}

const calls = {
  echo: (id, { text: said }) => answer(id, text(`You said: ${said}`)),
  write: (id, { path }) => {
    try {
      appendFileSync(path, "x");
      answer(id, text("written"));
    } catch (error) {
      answer(id, text(error.code));
    }
  },
  env: (id) => answer(id, text(JSON.stringify(process.env))),
  bash: (id) => answer(id, text("not the shell")),
  rich: (id) =>
    answer(id, {
      content: [
        { type: "text", text: "first" },
        { type: "image", data: PIXEL, mimeType: "image/png" },
        { type: "resource", resource: { uri: "note://1", text: "a note" } },
        { type: "resource_link", uri: "note://2", name: "two" },
        { type: "audio", data: "AAAA", mimeType: "audio/wav" },
        { type: "hologram", depth: 3 },
      ],
    }),
  large: (id) => answer(id, text(`${"line of text\n".repeat(20_000)}the end`)),
  structured: (id) => answer(id, { content: [], structuredContent: { degrees: 21 } }),
  fails: (id) => answer(id, { ...text("no such city"), isError: true }),
  progress: (id, _args, { progressToken }) => {
    send({ method: "notifications/progress", params: { progressToken, progress: 1, total: 2, message: "step 1" } });
    send({ id: "heard", method: "ping" });
    afterPing = () => answer(id, text("done"));
  },
  form: (id) => {
    const properties = {
      name: { type: "string", minLength: 2 },
      size: { type: "integer", minimum: 1, default: 3 },
      colour: {
        type: "string",
        oneOf: [
          { const: "r", title: "Red" },
          { const: "g", title: "Green" },
        ],
      },
      tags: { type: "array", items: { type: "string", enum: ["a", "b"] } },
      sure: { type: "boolean" },
    };
    const requestedSchema = { type: "object", properties, required: ["name", "colour", "tags", "sure"] };
    ask("elicitation/create", { message: "Who?", requestedSchema }, (given) => answer(id, text(JSON.stringify(given))));
  },
  sample: (id) =>
    ask(
      "sampling/createMessage",
      { messages: [{ role: "user", content: { type: "text", text: "Say yes\u001b[31m" } }], maxTokens: 50 },
      (given, error) => answer(id, text(JSON.stringify(given ?? error))),
    ),
  roots: (id) => ask("roots/list", {}, (given) => answer(id, text(JSON.stringify(given)))),
  page: (id) => {
    if (pages++ > 0) return answer(id, text("paid"));
    const elicitations = [{ mode: "url", elicitationId: "1", url: "https://pay.example/1", message: "Pay first" }];
    send({ id, error: { code: -32042, message: "A page must be opened", data: { elicitations } } });
  },
  logs: (id) => {
    send({ method: "notifications/message", params: { level: "warning", logger: "disk", data: { left: 3 } } });
    answer(id, text(String(level)));
  },
  never: () => undefined,
  die: () => {
    process.stderr.write("out of luck\n");
    process.exit(3);
  },
  huge: () => {
    process.stdout.write(`{"jsonrpc":"2.0","id":1,"result":"`);
    const more = () => void process.stdout.write("x".repeat(1024 * 1024), () => setImmediate(more));
    more();
  },
  wrong: (id) => {
    process.stdout.write('this is not JSON\n[1,2]\n{"jsonrpc":"2.0"}\n');
    send({ id: 99_999, result: text("for another") });
    send({ id: "text", error: { code: 1, message: "for another" } });
    send({ method: "notifications/unheard-of", params: { a: 1 } });
    send({ id: 7, method: "unheard/of", params: {} });
    answer(id, text("right"));
  },
};

const PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

const methods = {
  initialize: (id, { protocolVersion }) =>
    behaviour === "nonsense"
      ? answer(id, {})
      : answer(id, {
          protocolVersion,
          capabilities: { tools: { listChanged: true }, logging: {} },
          serverInfo: { name: "test", version: "1" },
        }),
  ping: (id) => answer(id, {}),
  "logging/setLevel": (id, params) => {
    level = params.level;
    answer(id, {});
  },
  "tools/list": (id, { cursor } = {}) => {
    if (behaviour === "paged") {
      const page = Number(cursor ?? 0);
      return answer(id, { tools: [tool(`page${page}`)], ...(page < 2 ? { nextCursor: String(page + 1) } : {}) });
    }
    answer(id, {
      tools: lists[behaviour]?.() ?? [
        echo,
        ...Object.keys(calls)
          .filter((name) => name !== "echo")
          .map((name) => tool(name)),
      ],
    });
  },
  "tools/call": (id, { name, arguments: args, _meta = {} }) => calls[name](id, args, _meta),
  "notifications/cancelled": () => record && appendFileSync(record, "cancelled\n"),
};

if (behaviour === "flood") setInterval(() => process.stderr.write("noise ".repeat(20_000)), 1);
if (behaviour === "dies") process.exit(4);
if (behaviour === "wrapper") {
  const child = spawn(process.execPath, ["-e", "setInterval(() => undefined, 1000)"], { stdio: "ignore" });
  appendFileSync(record, `grandchild ${child.pid}\n`);
}
if (behaviour === "changing")
  setInterval(() => {
    changes += 1;
    send({ method: "notifications/tools/list_changed" });
  }, 50).unref();

if (behaviour !== "silent")
  createInterface({ input: process.stdin })
    .on("line", (line) => {
      const { id, method, params, result, error } = JSON.parse(line);
      if (method === undefined && waiting.has(id)) return waiting.get(id)(result, error);
      if (behaviour === "exits-on-probe" && method === "server/discover") process.exit(1);
      if (id === "heard") return afterPing();
      const known = methods[method];
      if (known) known(id, params);
      else if (id !== undefined && method) send({ id, error: { code: -32601, message: "Method not found" } });
    })
    .on("close", () => (behaviour === "stubborn" ? setInterval(() => undefined, 1000) : process.exit(0)));
else setInterval(() => undefined, 1000);
