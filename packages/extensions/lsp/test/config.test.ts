import { chmodSync } from "node:fs";
import { join } from "node:path";
import { createWorkspace } from "@tau/testkit";
import { expect, test } from "vitest";
import { readConfig } from "../servers/config.ts";
import { serversForFile, serversForFolder } from "../servers/find-servers.ts";
import { SERVERS } from "../servers/table/index.ts";

test("the table has at least 40 servers, each once and complete", () => {
  expect(SERVERS.length).toBeGreaterThanOrEqual(40);
  expect(new Set(SERVERS.map(({ name }) => name)).size).toBe(SERVERS.length);
  const incomplete = SERVERS.filter(({ languages, command, fileTypes }) => !languages || !command || !fileTypes.length);
  expect(incomplete).toEqual([]);
});

test("lsp.json of the user and of a trusted project change servers, add some and switch some off", async () => {
  await using workspace = await createWorkspace({
    files: {
      ".tau/lsp.json": '{"mine":{"command":"mine","extensionToLanguage":{".my":"my"}},"gopls":{"disabled":true}}',
      "lsp.json": "{broken",
    },
  });
  await workspace.configure("lsp.json", {
    servers: { "typescript-language-server": { initOptions: { tsserver: { path: "/x" } } } },
    idleTimeoutMs: 5,
  });
  const place = { cwd: workspace.cwd, agentDir: workspace.tauHome };
  const trusted = await readConfig({ ...place, isTrusted: true });
  const find = (name: string) => trusted.servers.find((server) => server.name === name);
  expect(trusted.servers[0]).toMatchObject({ name: "mine", fileTypes: [".my"], languageIds: { ".my": "my" } });
  expect(find("gopls")).toMatchObject({ command: "gopls", disabled: true });
  expect(find("typescript-language-server")?.initOptions).toMatchObject({
    hostInfo: "tau",
    tsserver: { path: "/x", useSyntaxServer: "never" },
  });
  expect(trusted.idleTimeoutMs).toBe(5);
  expect(trusted.problems).toEqual([expect.stringMatching(/lsp\.json: .*JSON/)]);
  const untrusted = await readConfig({ ...place, isTrusted: false });
  expect(untrusted.servers.some(({ name }) => name === "mine")).toBe(false);
  expect(untrusted.problems).toEqual([]);
});

test("a program of the project is used only if the project is trusted; the nearest root marker is the root", async () => {
  await using workspace = await createWorkspace({
    files: {
      "package.json": "{}",
      "app/tsconfig.json": "{}",
      "app/src/a.ts": "",
      "node_modules/.bin/typescript-language-server": "#!/bin/sh\n",
      "node_modules/.bin/biome": "#!/bin/sh\n",
    },
  });
  const { cwd } = workspace;
  for (const name of ["typescript-language-server", "biome"]) chmodSync(join(cwd, "node_modules/.bin", name), 0o755);
  const file = join(cwd, "app/src/a.ts");
  const found = await serversForFile(SERVERS, file, { cwd, isTrusted: true, path: "" });
  expect(found.map(({ spec, root, program }) => [spec.name, root, program])).toEqual([
    ["typescript-language-server", join(cwd, "app"), join(cwd, "node_modules/.bin/typescript-language-server")],
  ]);
  expect(await serversForFile(SERVERS, file, { cwd, isTrusted: false, path: join(cwd, "node_modules/.bin") })).toEqual(
    [],
  );
  await workspace.write("app/biome.json", "{}");
  const both = await serversForFile(SERVERS, file, { cwd, isTrusted: true, path: "" });
  expect(both.map(({ spec }) => spec.name)).toEqual(["typescript-language-server", "biome"]);
  const inFolder = await serversForFolder(SERVERS, { cwd, isTrusted: true, path: "" });
  expect(inFolder.map(({ spec }) => spec.name)).toEqual(["typescript-language-server"]);
});
