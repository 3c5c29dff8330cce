import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createNoUi } from "../../../../src/core/extensions/index.ts";
import { withApi } from "./with-api.ts";

interface Heavy {
  readonly answer: number;
}

/** A registry on this machine with one package, whose install script would leave a trace. */
async function withRegistry(confirm?: () => Promise<boolean>) {
  const setup = await withApi(confirm && { bindings: { mode: "rpc", ui: { ...createNoUi(), confirm } } });
  const home = join(setup.cwd, "registry");
  mkdirSync(join(home, "package"), { recursive: true });
  const manifest = {
    ...{ name: "tau-test-heavy", version: "1.2.3", type: "module", exports: { import: "./index.js" } },
    scripts: { install: `touch ${JSON.stringify(join(home, "script-has-run"))}` },
  };
  writeFileSync(join(home, "package/package.json"), JSON.stringify(manifest));
  writeFileSync(join(home, "package/index.js"), "export const answer = 42;");
  execFileSync("tar", ["-czf", "heavy.tgz", "package"], { cwd: home });
  const archive = readFileSync(join(home, "heavy.tgz"));
  const integrity = `sha512-${createHash("sha512").update(archive).digest("base64")}`;
  const server = createServer(({ url = "", headers }, response) => {
    if (url.endsWith(".tgz")) return void response.end(archive);
    if (url !== "/tau-test-heavy") return void response.writeHead(404).end("{}");
    const tarball = `http://${headers.host}/heavy.tgz`;
    const version = { ...manifest, hasInstallScript: true, dist: { tarball, integrity } };
    response.end(
      JSON.stringify({ name: manifest.name, "dist-tags": { latest: "1.2.3" }, versions: { "1.2.3": version } }),
    );
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  setup.services.settings.set("npmCommand", ["npm", `--registry=http://127.0.0.1:${port}`, `--cache=${home}/cache`]);
  const offline = process.env.TAU_OFFLINE;
  process.env.TAU_OFFLINE = "0";
  return {
    ...setup,
    need: { name: "tau-test-heavy", version: "1.2.3", integrity, battery: "heavy" },
    installed: () => (existsSync(join(setup.cwd, "needed")) ? readdirSync(join(setup.cwd, "needed")) : []),
    hasRunScript: () => existsSync(join(home, "script-has-run")),
    async [Symbol.asyncDispose]() {
      if (offline === undefined) delete process.env.TAU_OFFLINE;
      else process.env.TAU_OFFLINE = offline;
      server.close().closeAllConnections();
      await setup[Symbol.asyncDispose]();
    },
  };
}

test("a package is installed after one question, without its scripts, and loaded from home from then on", async () => {
  let questions = 0;
  await using heavy = await withRegistry(async () => ++questions > 0);
  const { packages } = heavy.pi;
  expect(await packages.isInstalled(heavy.need)).toBe(false);
  const both = await Promise.all([packages.load<Heavy>(heavy.need), packages.load<Heavy>(heavy.need)]);
  expect(both.map(({ answer }) => answer)).toEqual([42, 42]);
  expect(await packages.isInstalled(heavy.need)).toBe(true);
  expect(await packages.locate(heavy.need)).toBe(
    join(heavy.cwd, "needed/tau-test-heavy@1.2.3/node_modules/tau-test-heavy"),
  );
  expect([questions, heavy.hasRunScript(), heavy.installed()]).toEqual([1, false, ["tau-test-heavy@1.2.3"]]);
});

test("one that lies beside Tau in the right version is used as it is", async () => {
  await using setup = await withApi();
  const { version } = JSON.parse(readFileSync("node_modules/picomatch/package.json", "utf8")) as { version: string };
  const need = { name: "picomatch", version, integrity: "sha512-none", battery: "files" };
  const { default: picomatch } = await setup.pi.packages.load<{ default(glob: string): (path: string) => boolean }>(
    need,
  );
  expect(picomatch("*.ts")("a.ts")).toBe(true);
  expect(await setup.pi.packages.isInstalled({ ...need, version: "0.0.1" })).toBe(false);
});

test("where the user cannot be asked, or says no, the message names tau setup and nothing is installed", async () => {
  await using print = await withRegistry();
  await expect(print.pi.packages.load(print.need)).rejects.toThrow(
    'heavy needs the npm package tau-test-heavy 1.2.3. Run "tau setup heavy" to install it.',
  );
  await using refused = await withRegistry(async () => false);
  await expect(refused.pi.packages.load(refused.need)).rejects.toThrow("was not installed");
  expect([print.installed(), refused.installed()]).toEqual([[], []]);
});

test("an archive that differs from the one that was chosen, and a package that is not there, leave nothing behind", async () => {
  await using heavy = await withRegistry(async () => true);
  const other = { ...heavy.need, integrity: `sha512-${"A".repeat(86)}==` };
  await expect(heavy.pi.packages.load(other)).rejects.toThrow("its integrity differs");
  await expect(heavy.pi.packages.load({ ...heavy.need, version: "9.9.9" })).rejects.toThrow(
    /^tau-test-heavy 9\.9\.9 could not be installed: npm install failed/,
  );
  for (const wrong of [{ name: "../x" }, { version: "latest" }, { integrity: "sha1-abc" }])
    await expect(heavy.pi.packages.load({ ...heavy.need, ...wrong })).rejects.toThrow("exact version and a sha512");
  process.env.TAU_OFFLINE = "1";
  await expect(heavy.pi.packages.load(heavy.need)).rejects.toThrow("TAU_OFFLINE is set");
  expect(heavy.installed()).toEqual([]);
});
