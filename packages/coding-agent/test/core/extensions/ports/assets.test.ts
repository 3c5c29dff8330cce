import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Worker } from "node:worker_threads";
import { expect, onTestFinished, test } from "vitest";
import type { ExtensionAPI } from "../../../../src/core/extensions/index.ts";
import { sessionWith } from "../session-with.ts";

/** Exports add(a, b) of two 32-bit integers. */
const ADD_WASM = Buffer.from(
  "0061736d0100000001070160027f7f017f030201000707010361646400000a09010700200020016a0b",
  "hex",
);

/** A session with an extension in a folder of its own, and what that was given. */
async function withFolder() {
  const folder = mkdtempSync(join(tmpdir(), "tau-assets-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, "index.ts"), "export default (pi) => (globalThis.assetsApi = pi);");
  writeFileSync(join(folder, "add.wasm"), ADD_WASM);
  writeFileSync(join(folder, "broken.wasm"), "no wasm");
  writeFileSync(
    join(folder, "worker.ts"),
    `import { parentPort } from "node:worker_threads";
    parentPort?.on("message", (value: number) => parentPort?.postMessage(value * 2));`,
  );
  const setup = await sessionWith([], { paths: [join(folder, "index.ts")] });
  const place = globalThis as { assetsApi?: ExtensionAPI };
  const pi = place.assetsApi as ExtensionAPI;
  delete place.assetsApi;
  return { ...setup, folder, pi };
}

const answerOf = (worker: Worker) => new Promise((resolve) => worker.once("message", resolve));

test("an extension starts a worker from its folder, which ends with it, and loads WebAssembly", async () => {
  await using setup = await withFolder();
  const assets = setup.pi.assets;
  const module = await assets.compileWasm("add.wasm");
  expect(await assets.compileWasm("add.wasm")).toBe(module);
  const { add } = new WebAssembly.Instance(module).exports as {
    add(a: number, b: number): number;
  };
  const worker = await assets.startWorker("worker.ts");
  worker.postMessage(add(20, 1));
  expect(await answerOf(worker)).toBe(42);
  const exited = new Promise((resolve) => worker.once("exit", resolve));
  await setup.extensions.reload();
  expect(await exited).toBe(1);
});

test("what is not there, not in the folder, or no WebAssembly is refused by name", async () => {
  await using setup = await withFolder();
  const { pi, folder } = setup;
  expect(await pi.assets.locate("add.wasm")).toBe(join(folder, "add.wasm"));
  await expect(pi.assets.locate("none.wasm")).rejects.toThrow(`There is no file ${join(folder, "none.wasm")}.`);
  await expect(pi.assets.locate("../other")).rejects.toThrow("../other is no file of the folder");
  await expect(pi.assets.compileWasm("broken.wasm")).rejects.toThrow(/WebAssembly|wasm/i);
});
