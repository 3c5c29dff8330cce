import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, type MockInstance, test, vi } from "vitest";
import { call, openProject } from "./hook-project.ts";

let said: MockInstance<typeof process.stderr.write>;
beforeEach(() => {
  said = vi.spyOn(process.stderr, "write").mockReturnValue(true);
});
afterEach(() => said.mockRestore());

const CASES: [name: string, hook: string | object, problem: RegExp][] = [
  ["hangs", { type: "command", command: "sleep 100", timeout: 0.2 }, /no answer within 0\.2 s; it was ended/],
  [
    "leaves a child that hangs",
    { type: "command", command: "sleep 100 & wait", timeout: 0.2 },
    /no answer within 0\.2 s/,
  ],
  ["floods stdout", "yes", /wrote more than 1 MiB/],
  ["floods stderr", "yes >&2", /wrote more than 1 MiB/],
  ["prints invalid JSON", "echo '{\"decision\": '", /not valid JSON/],
  ["is not executable", "./README", /exit code 126/],
  ["is missing", "./missing.sh", /exit code 127/],
  ["is missing and has arguments", { type: "command", command: "./missing", args: ["x"] }, /missing/],
  ["fails", "echo 'no config\u001b[2J' >&2; exit 1", /exit code 1: no config/],
  ["does not read its input", "exec 0<&-; true", /^$/],
];

test.each(CASES)("a hook that %s blocks nothing, and the user reads why", async (_name, hook, problem) => {
  const { harness, results } = await openProject(
    { PreToolUse: [["", hook]] },
    [
      call("bash", { command: `echo ${"x".repeat(100_000)}` }),
      call("bash", { command: "echo ran" }),
      { text: "Done." },
    ],
    { files: { README: "not a program" } },
  );
  await using _ = harness;
  expect(await harness.prompt("Go")).toBe("Done.");
  expect(results()[1]).toMatch(/^ran/);
  const text = said.mock.calls.map(([line]) => String(line)).join("");
  if (problem.source !== "^$") expect(text).toMatch(problem);
  expect(text).not.toContain("\u001b[2J");
  expect(harness.errors).toEqual([]);
});

test("settings that are wrong in every place leave the right hook in effect", async () => {
  const { harness, read } = await openProject({}, [call("bash", { command: "true" }), { text: "Done." }], {
    files: {
      ".claude/settings.json": JSON.stringify({
        hooks: {
          PreToolUse: [
            null,
            "x",
            { hooks: "x" },
            { matcher: "(", hooks: [{ type: "command", command: "echo never >> ran" }] },
            {
              hooks: [
                null,
                { type: "command" },
                { type: "agent", prompt: "x" },
                { type: "http", url: "file:///etc/passwd" },
              ],
            },
            { hooks: [{ type: "command", command: "echo right >> ran" }] },
          ],
          PostToolUse: {},
          Unknown: [{ hooks: [{ type: "command", command: "echo never >> ran" }] }],
        },
      }),
      ".claude/settings.local.json": '{"hooks": {',
    },
  });
  await using _ = harness;
  await harness.prompt("Go");
  expect(read("ran")).toBe("right\n");
});

test("an HTTP hook is sent the same JSON and decides by its answer; a failure of the server blocks nothing", async () => {
  const bodies: Record<string, unknown>[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk) => {
      body += chunk;
    });
    request.on("end", () => {
      bodies.push({ ...JSON.parse(body), token: request.headers["x-token"] });
      if (request.url === "/down") {
        response.writeHead(500).end("{}");
        return;
      }
      const hookSpecificOutput = {
        hookEventName: "PreToolUse",
        permissionDecision: "deny",
        permissionDecisionReason: "no",
      };
      response.end(JSON.stringify({ hookSpecificOutput }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  process.env.TAU_TEST_TOKEN = "secret";
  try {
    const headers = { "x-token": "$TAU_TEST_TOKEN $HOME" };
    const { harness, results } = await openProject(
      {
        PreToolUse: [
          ["Bash", { type: "http", url, headers, allowedEnvVars: ["TAU_TEST_TOKEN"] }],
          ["Read", { type: "http", url: `${url}/down` }],
        ],
      },
      [call("bash", { command: "true" }), call("read", { path: "README" }), { text: "Done." }],
      { files: { README: "hello" } },
    );
    await using _ = harness;
    await harness.prompt("Go");
    expect(results()).toEqual(["no", expect.stringContaining("hello")]);
    expect(bodies[0]).toMatchObject({ tool_name: "Bash", token: "secret" });
  } finally {
    delete process.env.TAU_TEST_TOKEN;
    server.close();
  }
});
