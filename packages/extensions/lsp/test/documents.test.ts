import { statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createWorkspace } from "@tau/testkit";
import { expect, test } from "vitest";
import { Documents } from "../client/documents.ts";
import { SERVERS } from "../servers/table/index.ts";

test("P-OMP-16: what concerns one file is sent in order, and versions increase", async () => {
  await using workspace = await createWorkspace({ files: { "a.ts": "one" } });
  const path = join(workspace.cwd, "a.ts");
  const versions: unknown[] = [];
  const [spec] = SERVERS;
  if (!spec) throw new Error("The table is empty.");
  const documents = new Documents(spec, (method, params) => {
    versions.push([method, (params as { textDocument: { version?: number } }).textDocument.version]);
  });
  const again = () => documents.sync(path, { again: true });
  const synced = await Promise.all([again(), again(), documents.sync(path), again()]);
  expect(synced.map(({ version }) => version)).toEqual([1, 2, 2, 3]);
  expect(versions).toEqual([
    ["textDocument/didOpen", 1],
    ["textDocument/didChange", 2],
    ["textDocument/didChange", 3],
  ]);
});

test("a document is sent again if its file has changed, even at the same size and time", async () => {
  await using workspace = await createWorkspace({ files: { "a.ts": "one" } });
  const path = join(workspace.cwd, "a.ts");
  const sent: string[] = [];
  const [spec] = SERVERS;
  if (!spec) throw new Error("The table is empty.");
  const documents = new Documents(spec, (method) => sent.push(method));
  utimesSync(path, 1000, 1000);
  const first = await documents.sync(path);
  expect(await documents.sync(path)).toBe(first);
  writeFileSync(path, "two");
  utimesSync(path, 1000, 1000);
  expect(statSync(path)).toMatchObject({ mtimeMs: 1_000_000, size: 3 });
  expect((await documents.sync(path)).lines.text).toBe("two");
  writeFileSync(path, "six");
  await documents.refresh();
  expect(documents.get(path)?.lines.text).toBe("six");
  await documents.sync(path, { again: true });
  expect(sent).toEqual(["textDocument/didOpen", ...Array.from({ length: 3 }, () => "textDocument/didChange")]);
});
