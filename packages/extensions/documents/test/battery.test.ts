import { mkdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { createExtensionHarness, type ExtensionHarness } from "@tau/testkit/extensions";
import { afterAll, beforeAll, expect, test } from "vitest";
import { manifest as fetchManifest } from "../../fetch/manifest.ts";
import { page, startPageServer } from "../../fetch/test/page-server.ts";
import { manifest } from "../manifest.ts";
import { makeZip } from "./make-archive.ts";
import { makePdf, makePdfBomb } from "./make-pdf.ts";

const PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

let harness: ExtensionHarness;

beforeAll(async () => {
  harness = await createExtensionHarness({ extensions: [manifest] });
  const { cwd } = harness.workspace;
  const lines = Array.from({ length: 10 }, (_, index) => `line ${index + 1}\n`).join("");
  const zip = makeZip([
    { name: "notes.txt", content: lines },
    { name: "dot.png", content: Buffer.from(PNG, "base64") },
    { name: "inner.pdf", content: makePdf(["from within"]) },
    { name: "data.bin", content: Buffer.of(0, 1, 2) },
    { name: "b/inner.zip", content: makeZip([{ name: "deep.txt", content: lines }]) },
    { name: "plain.pdf", content: makePdf(["only text bytes"]) },
    { name: "min.js", content: `${"é".repeat(40_000)}\nlast\n` },
  ]);
  await writeFile(join(cwd, "a.zip"), zip);
  await writeFile(join(cwd, "renamed.txt"), zip);
  await writeFile(join(cwd, "fake.pdf"), "just text\n");
  await writeFile(join(cwd, "empty.zip"), "");
  await writeFile(join(cwd, "a.ipynb"), '{"cells":[{"cell_type":"code","source":"1"}]}');
  await mkdir(join(cwd, "tree", "deep", "deeper"), { recursive: true });
  await writeFile(join(cwd, "tree", "file.txt"), "x");
  await symlink("/etc", join(cwd, "tree", "link"));
  const database = new DatabaseSync(join(cwd, "a.db"));
  database.exec("CREATE TABLE t (id INTEGER PRIMARY KEY, v); INSERT INTO t VALUES (5, 'five')");
  database.close();
});

afterAll(async () => await harness[Symbol.asyncDispose]());

async function read(path: string, more: object = {}, signal?: AbortSignal) {
  const tool = harness.session.core.tools.get("read")?.tool;
  const result = await tool?.execute("1", { path, ...more }, signal);
  return result?.content.map((block) => (block.type === "text" ? block.text : `<${block.type}>`)).join("\n");
}

test("R209: an archive is listed, and its entries are read as files are", async () => {
  expect(await read("a.zip")).toContain("notes.txt");
  expect(await read("a.zip:notes.txt:2-3")).toBe("line 2\nline 3\n\n[7 more lines in file. Use offset=4 to continue.]");
  expect(await read("a.zip:notes.txt", { offset: 10 })).toBe("line 10\n");
  expect(await read("a.zip:dot.png")).toContain("<image>");
  expect(await read("a.zip:inner.pdf")).toContain("from within");
  expect(await read("renamed.txt")).toContain("notes.txt");
  await expect(read("a.zip:data.bin")).rejects.toThrow("a.zip:data.bin is a binary file");
  await expect(read("a.zip:../a.db")).rejects.toThrow('an entry with ".."');
});

test("R209: a file in an archive has parts of its own: entries, pages, lines", async () => {
  expect(await read("a.zip:b/inner.zip")).toContain("[Read an entry with the path a.zip:b/inner.zip:path/in/it]");
  expect(await read("a.zip:b/inner.zip:deep.txt:2-3")).toMatch(/^line 2\nline 3\n/);
  expect(await read("a.zip:inner.pdf:p1")).toContain("from within");
  await expect(read("a.zip:inner.pdf:p7")).rejects.toThrow("it has only one page");
  await expect(read("a.zip:b/inner.zip:nope")).rejects.toThrow("there is no entry nope; read a.zip:b/inner.zip");
  await expect(read("a.zip:notes.txt:part")).rejects.toThrow("a.zip:notes.txt has no part part");
});

test("a line of an entry that is longer than a result is shown from its beginning, because no command can read it", async () => {
  const text = await read("a.zip:min.js");
  expect(text).toMatch(
    /^é{25600}\n\n\[Line 1 is 78\.1KB; its first 50KB are shown\. Use offset=2 for the lines after it\.\]$/,
  );
  expect(await read("a.zip:min.js:2")).toBe("last\n");
});

test("R210: numbers behind a table are a key", async () => {
  expect(await read("a.db:t:5")).toBe("id: 5\nv: five\n");
  expect(await read("a.db?q=SELECT v FROM t")).toContain("five");
  await expect(read("a.db?q=DROP TABLE t")).rejects.toThrow("only queries are run");
});

test("a file that is not what its name says is read as what it is; an empty one is empty", async () => {
  expect(await read("fake.pdf")).toBe("just text\n");
  expect(await read("empty.zip")).toBe("[Empty file]");
});

test("R213: :raw shows a file without a reader", async () => {
  expect(await read("a.ipynb")).toContain("# %% [code] cell:1");
  expect(await read("a.ipynb:raw")).toContain('{"cells"');
});

test("R207: a folder is shown as a tree that follows no links", async () => {
  expect(await read("tree")).toMatch(/deep\/ {2}just now\n {2}deeper\/ {2}just now/);
  expect(await read("tree")).toMatch(/link \(link\) {2}just now/);
  expect(await read("tree")).not.toContain("passwd");
  await writeFile(join(harness.workspace.cwd, "tree", "two\nlines"), "");
  expect(await read("tree")).toContain("two<U+000A>lines  0B  just now\n");
});

test("a PDF that unpacks to more memory than a document of its size needs is given up", async () => {
  await writeFile(join(harness.workspace.cwd, "bomb.pdf"), makePdfBomb());
  await expect(read("bomb.pdf")).rejects.toThrow("Cannot read bomb.pdf: it needs more memory than a reader may use");
}, 60_000);

test("an endless query ends at once when the call is stopped", async () => {
  const controller = new AbortController();
  const endless = "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x+1 FROM c) SELECT count(*) FROM c";
  const reading = read(`a.db?q=${endless}`, {}, controller.signal);
  setImmediate(() => controller.abort());
  await expect(reading).rejects.toMatchObject({ code: "aborted" });
});

test("documents of the web are converted, also if they look like text; their notes name no path that cannot be read", async () => {
  const settings = { fetch: { privateHosts: ["127.0.0.1"] } };
  await using web = await createExtensionHarness({ extensions: [manifest, fetchManifest], settings });
  await using server = await startPageServer({
    "/doc": page(makePdf(["said on the web"]), "application/pdf"),
    "/a.zip": page(makeZip([{ name: "notes.txt", content: "x" }]), "application/zip"),
    "/blob": page(Buffer.alloc(100), "application/octet-stream"),
  });
  const tool = web.session.core.tools.get("read")?.tool;
  const text = async (path: string) => {
    const result = await tool?.execute("1", { path: `${server.url}${path}` });
    return result?.content.map((block) => (block.type === "text" ? block.text : "")).join("");
  };
  expect(await text("/doc")).toMatch(/^said on the web\n\n\[PDF, 1 page\]$/);
  expect(await text("/a.zip")).toContain(
    "notes.txt  1B\n\n[To read a part of it, download it with bash (curl -o) and read the file]",
  );
  await expect(text("/blob")).rejects.toThrow("Download it with bash (curl -o) to inspect it.");
});
