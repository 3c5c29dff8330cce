import { mkdirSync, readFileSync, readlinkSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import {
  getProjectTrustOptions,
  getProjectTrustParentPath,
  ProjectTrustStore,
  resolveProjectTrust,
} from "../../../src/core/trust/index.ts";
import { runScript, sourceUrl } from "../support/run-script.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

function places() {
  const root = temporaryDirectory();
  const [home, project, inner] = [join(root, "home"), join(root, "project"), join(root, "project", "a", "b")];
  mkdirSync(inner, { recursive: true });
  return { root, home, project, inner, store: new ProjectTrustStore(home) };
}

test("the nearest decision above a folder holds for it", () => {
  const { project, inner, store } = places();
  expect(store.get(inner)).toBe(null);
  store.set(project, true);
  expect(store.getEntry(inner)).toEqual({ path: project, decision: true });
  store.set(join(project, "a"), false);
  expect([store.get(inner), store.get(project)]).toEqual([false, true]);
  store.set(join(project, "a"), null);
  expect(store.get(inner)).toBe(true);
});

test("a folder has one name, by whatever link it is reached", () => {
  const { root, project, store, home } = places();
  const link = join(root, "link");
  symlinkSync(project, link);
  store.set(link, true);
  expect(store.get(project)).toBe(true);
  expect(JSON.parse(readFileSync(join(home, "trust.json"), "utf8"))).toEqual({ [project]: true });
  expect(statSync(join(home, "trust.json")).mode & 0o777).toBe(0o600);
});

test("processes that decide at once keep each other's decisions", async () => {
  const { home, project, store } = places();
  const source = `import { ProjectTrustStore } from ${JSON.stringify(sourceUrl("trust/index.ts"))};
    const [home, project, name] = process.argv.slice(1);
    const store = new ProjectTrustStore(home);
    for (let i = 0; i < 20; i++) store.set(project + "/" + name + i, true);`;
  const codes = await Promise.all(
    ["x", "y"].map(async (name) => (await runScript(source, [home, project, name])).code),
  );
  expect(codes).toEqual([0, 0]);
  expect([store.get(join(project, "x19")), store.get(join(project, "y0"))]).toEqual([true, true]);
  expect(Object.keys(JSON.parse(readFileSync(join(home, "trust.json"), "utf8")))).toHaveLength(40);
});

test("a broken file trusts nobody, and is not written over", () => {
  const { home, project, store } = places();
  store.set(project, true);
  writeFileSync(join(home, "trust.json"), `{ "${project}": "yes" }`);
  expect(store.get(project)).toBe(null);
  expect(store.diagnostics()).toMatchObject([{ line: 1, message: expect.stringContaining("must be a boolean") }]);
  writeFileSync(join(home, "trust.json"), "{");
  expect(store.get(project)).toBe(null);
  expect(() => store.set(project, true)).toThrow("was left as it is");
});

test("a file that cannot be read is not written over", () => {
  const { home, project, store } = places();
  const path = join(home, "trust.json");
  mkdirSync(home, { recursive: true });
  symlinkSync("/nowhere/trust.json", path);
  expect(() => store.set(project, true)).toThrow("was left as it is");
  expect(readlinkSync(path)).toBe("/nowhere/trust.json");
});

test("an answer that a broken file cannot keep holds for this run", async () => {
  const { home, project, store } = places();
  mkdirSync(home);
  writeFileSync(join(home, "trust.json"), "{");
  const base = { cwd: project, store, hasProtected: true, fallback: "ask" } as const;
  const ask = async () => getProjectTrustOptions(project)[0];
  const decide = async () => ({ trusted: true, remember: true });
  expect(await resolveProjectTrust({ ...base, ask })).toEqual({ trusted: true, decided: true });
  expect(await resolveProjectTrust({ ...base, decide })).toEqual({ trusted: true, decided: true });
  expect(readFileSync(join(home, "trust.json"), "utf8")).toBe("{");
});

test("override, then the user's extensions, then the kept decision, then the setting, then the question", async () => {
  const { project, store } = places();
  const ask = async () => ({ label: "", trusted: true, updates: [] });
  const base = { cwd: project, store, hasProtected: true, fallback: "ask" } as const;
  const yes = { trusted: true, decided: true };
  const no = { trusted: false, decided: true };
  const decide = async () => ({ trusted: true });
  expect(await resolveProjectTrust(base)).toEqual({ trusted: false, decided: false });
  expect(await resolveProjectTrust({ ...base, ask: async () => undefined })).toEqual({
    trusted: false,
    decided: false,
  });
  expect(await resolveProjectTrust({ ...base, ask })).toEqual(yes);
  expect(await resolveProjectTrust({ ...base, ask, fallback: "never" })).toEqual(no);
  expect(await resolveProjectTrust({ ...base, fallback: "always" })).toEqual(yes);
  store.set(project, false);
  expect(await resolveProjectTrust({ ...base, ask, fallback: "always" })).toEqual(no);
  expect(await resolveProjectTrust({ ...base, decide })).toEqual(yes);
  expect(await resolveProjectTrust({ ...base, decide: async () => undefined })).toEqual(no);
  expect(await resolveProjectTrust({ ...base, decide, override: false })).toEqual(no);
  expect(store.get(project)).toBe(false);
});

test("what an extension decides is kept where it says so", async () => {
  const { project, store } = places();
  const question = { cwd: project, store, hasProtected: true, fallback: "ask" } as const;
  await resolveProjectTrust({ ...question, decide: async () => ({ trusted: false, remember: true }) });
  expect(store.getEntry(project)).toEqual({ path: project, decision: false });
});

test("where there is nothing to protect nobody is asked", async () => {
  const { project, store } = places();
  const ask = () => Promise.reject(new Error("asked"));
  const base = { cwd: project, store, hasProtected: false, ask } as const;
  expect(await resolveProjectTrust({ ...base, fallback: "ask" })).toEqual({ trusted: true, decided: false });
  expect(await resolveProjectTrust({ ...base, fallback: "never" })).toEqual({ trusted: false, decided: true });
  store.set(project, true);
  expect(await resolveProjectTrust({ ...base, fallback: "never" })).toEqual({ trusted: true, decided: true });
});

test("an answer is kept as its option says", async () => {
  const { project, inner, store } = places();
  const choose = (label: string) =>
    resolveProjectTrust({
      cwd: inner,
      store,
      hasProtected: true,
      fallback: "ask",
      ask: async (options) => options.find((option) => option.label.startsWith(label)),
    });
  expect(await choose("Trust it this time")).toEqual({ trusted: true, decided: true });
  expect(store.get(inner)).toBe(null);
  expect(await choose("Trust everything in")).toEqual({ trusted: true, decided: true });
  expect(store.getEntry(inner)).toEqual({ path: join(project, "a"), decision: true });
});

test("a whole home or disk is never offered", () => {
  expect(getProjectTrustParentPath(join(homedir(), "project"))).toBeUndefined();
  expect(getProjectTrustParentPath("/top")).toBeUndefined();
  expect(getProjectTrustOptions("/top").map(({ label }) => label)).toEqual(["Trust this folder", "Do not trust it"]);
});
