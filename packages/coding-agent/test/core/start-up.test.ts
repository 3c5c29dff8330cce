import { join } from "node:path";
import { repositoryRoot } from "@tau/testkit";
import { expect, test } from "vitest";
import { runScript, sourceUrl } from "./support/run-script.ts";
import { temporaryDirectory } from "./support/temporary-directory.ts";

test("with no files, settings, keys and models are a few failed reads and no costly module", async () => {
  const home = join(temporaryDirectory(), "home");
  const source = `import fs from "node:fs"; import { syncBuiltinESMExports } from "node:module";
    const before = new Set(process.moduleLoadList);
    const opened = [];
    for (const name of ["readFileSync", "openSync", "readdirSync", "mkdirSync", "existsSync", "statSync"]) {
      const real = fs[name];
      fs[name] = (path, ...rest) => {
        if (!/\\.[jt]s$/.test(String(path))) opened.push(name + " " + path);
        return real(path, ...rest);
      };
    }
    syncBuiltinESMExports();
    const { SettingsStore } = await import(${JSON.stringify(sourceUrl("settings/index.ts"))});
    const { AuthStorage } = await import(${JSON.stringify(sourceUrl("auth/index.ts"))});
    const { ModelRegistry } = await import(${JSON.stringify(sourceUrl("models/index.ts"))});
    const [home] = process.argv.slice(1);
    const settings = SettingsStore.open(home + "/project", home, { projectTrusted: true });
    const auth = AuthStorage.create(home + "/auth.json");
    const catalogue = { providers: () => ["a"], load: async () => {}, models: () => [], defaultModel() {}, displayName() {}, isFree: () => false };
    const models = new ModelRegistry({ auth, catalogue, modelsPath: home + "/models.json" });
    settings.get("theme"); await auth.getApiKey("a"); models.getAvailable();
    const loaded = process.moduleLoadList.filter((name) => !before.has(name));
    const costly = loaded.filter((name) => /crypto|child_process|http|undici|sqlite|worker/.test(name));
    console.log(JSON.stringify({ opened: [...new Set(opened)], costly }));`;
  const { stdout, stderr } = await runScript(source, [home]);
  expect(stderr).toBe("");
  expect(JSON.parse(stdout)).toEqual({
    opened: [
      // Of the sources: a built Tau has the manifests in its bundle.
      `readdirSync ${join(repositoryRoot, "packages/extensions")}`,
      `statSync ${home}/settings.json`,
      `statSync ${home}/project/.tau/settings.json`,
      `statSync ${home}/project/.pi/settings.json`,
      `statSync ${home}/auth.json`,
      `statSync ${home}/models.json`,
    ],
    costly: [],
  });
});
