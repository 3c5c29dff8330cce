import { createWorkspace, runCli, startModelServer, useScriptedModel } from "@tau/testkit";
import { expect, test } from "vitest";
import { stdioServer } from "./server-file.ts";

const CALL = { toolCalls: [{ name: "mcp__own__echo", arguments: { text: "hello" } }] };

/** The program with an extension that registers a server, in a folder without any file that names one. */
async function run(when: "factory" | "session", args: readonly string[] = []) {
  const register = `pi.registerMcpServer("own", ${JSON.stringify({ ...stdioServer("plain"), exposure: "direct" })});`;
  const source = when === "factory" ? register : `pi.on("session_start", () => { ${register} });`;
  await using workspace = await createWorkspace({
    files: { ".tau/extensions/own.ts": `export default function (pi) { ${source} }` },
  });
  const server = await startModelServer({ script: [CALL, { text: "Done." }] });
  await useScriptedModel(workspace, server);
  const { stdout, stderr } = await runCli({ workspace, args: ["-p", "--approve", ...args, "Go"] });
  const asked = JSON.stringify(server.requests.at(-1)?.body ?? "");
  await server.close();
  return { stdout, stderr, asked };
}

test("a server that an extension registers is connected, without any file; --no-mcp leaves it alone", async () => {
  const early = await run("factory");
  expect(early.stderr).toBe("");
  expect(early.asked).toContain("You said: hello");
  const late = await run("session");
  expect(late.asked).toContain("You said: hello");
  const asking = await run("factory", ["--permission-mode", "auto"]);
  expect(asking.asked, "what a server says about its tools permits nothing").not.toContain("You said: hello");
  expect(asking.stderr).toContain("Not permitted: mcp__own__echo\n");
  expect(asking.stderr).toContain('add "mcp__own__echo" to permissions.allow');
  const none = await run("factory", ["--no-mcp"]);
  expect(none.asked).not.toContain("You said: hello");
});
