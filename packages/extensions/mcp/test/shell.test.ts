import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createWorkspace, runCli, startCli, startModelServer, useScriptedModel } from "@tau/testkit";
import { expect, test } from "vitest";
import { startAuthorizationServer } from "./authorization-server.ts";
import { serverFile } from "./server-file.ts";

test("tau mcp login signs in on the page that it prints, and logout forgets the token", async () => {
  await using server = await startAuthorizationServer();
  await using workspace = await createWorkspace();
  await workspace.configure("mcp.json", { mcpServers: { web: { type: "http", url: server.url } } });
  await using login = startCli({ workspace, args: ["mcp", "login", "--scope", "tools more", "web"] });
  const page = () => /^http\S+$/m.exec(login.stdout)?.[0];
  await login.waitForOutput(() => page() !== undefined);
  expect(new URL(page() ?? "").searchParams.get("scope")).toBe("tools more");
  await fetch(page() ?? "");
  expect(await login.exited).toMatchObject({ exitCode: 0, stdout: expect.stringContaining("Signed in to web.") });
  const stored = () => JSON.parse(readFileSync(join(workspace.tauHome, "auth.json"), "utf8")) as Record<string, object>;
  expect(stored()["mcp:web"]).toMatchObject({ url: server.url });
  const logout = async () => (await runCli({ workspace, args: ["mcp", "logout", "web"] })).stdout;
  expect(await logout()).toBe("Signed out of web.\n");
  expect(stored()["mcp:web"]).toBeUndefined();
  expect(await logout()).toBe("You were not signed in to web.\n");
});

test("a name in --tools that no server has is an error with the nearest one, once the servers are known", async () => {
  await using workspace = await createWorkspace({ files: serverFile({ one: "plain" }) });
  await using server = await startModelServer({ script: () => ({ text: "ok" }) });
  await useScriptedModel(workspace, server);
  const run = (tools: string) => runCli({ workspace, args: ["--approve", "--tools", tools, "-p", "hi"] });
  expect(await run("mcp__one__ehco")).toMatchObject({
    exitCode: 2,
    stdout: "",
    stderr: expect.stringContaining('--tools: there is no tool "mcp__one__ehco". Did you mean mcp__one__echo?'),
  });
  expect(server.requests).toEqual([]);
  expect(await run("mcp__one__echo")).toMatchObject({ exitCode: 0, stdout: "ok\n" });
  expect(server.requests[0]?.tools.map(({ name }) => name)).toEqual(["mcp__one__echo"]);
});
