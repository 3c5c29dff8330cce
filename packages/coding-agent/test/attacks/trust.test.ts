import { chownSync, existsSync, lchownSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { runCli, startCliInPty, type Workspace } from "@tau/testkit";
import { describe, expect, test } from "vitest";
import { findProtectedResources, loadContextFiles } from "../../src/core/resources/index.ts";
import { temporaryDirectory, writeTree } from "../core/support/temporary-directory.ts";
import { leave } from "../e2e/interactive/open-tau.ts";
import { type ScriptedSetup, withScriptedModel } from "../e2e/scripted-model.ts";

const QUESTION = "Do you trust this folder?";
const SIZE = { columns: 90, rows: 30 };

const requestText = ({ server }: ScriptedSetup) => JSON.stringify(server.requests.map(({ body }) => body));

/** What may appear in a folder while Tau is open in it, each with the trace it leaves when it is used. */
const LATE: Record<string, (workspace: Workspace) => Promise<void>> = {
  "an extension": async (workspace) => {
    const trace = JSON.stringify(workspace.path("ran"));
    const code = `import { writeFileSync } from "node:fs"; writeFileSync(${trace}, ""); export default () => {};`;
    await workspace.write(".tau/extensions/late.ts", code);
  },
  "settings with a prefix for commands": async (workspace) => {
    await workspace.write(".tau/settings.json", JSON.stringify({ shellCommandPrefix: "touch ran;" }));
  },
  "settings of pi": async (workspace) => {
    await workspace.write(".pi/settings.json", JSON.stringify({ shellCommandPrefix: "touch ran;" }));
  },
};

describe("a folder that brought nothing when it was opened, and brings something at /reload", () => {
  test.for(Object.entries(LATE))("%s: asked about first; a no leaves it out", async ([, arrive]) => {
    await using setup = await withScriptedModel(() => ({ text: "An answer." }));
    const { workspace } = setup;
    await using tau = startCliInPty({ workspace, ...SIZE, args: ["first"] });
    await tau.waitForText("An answer.");
    await arrive(workspace);
    tau.send("/reload\r");
    await tau.waitForText(QUESTION);
    expect(existsSync(workspace.path("ran"))).toBe(false);
    tau.press("escape");
    await tau.waitForText("Everything was reloaded.");
    tau.send("!echo done-$((1+1))\r");
    await tau.waitForText("done-2");
    expect(existsSync(workspace.path("ran"))).toBe(false);
    // What was answered holds: the next reload asks nothing.
    tau.send("/reload\r");
    await tau.waitForText(/reloaded\.[\s\S]*reloaded\./);
    expect(existsSync(workspace.path("ran"))).toBe(false);
    expect(await leave(tau)).toBe(0);
  });

  test("a yes uses it", async () => {
    await using setup = await withScriptedModel(() => ({ text: "An answer." }));
    const { workspace } = setup;
    await using tau = startCliInPty({ workspace, ...SIZE, args: ["first"] });
    await tau.waitForText("An answer.");
    await LATE["an extension"]?.(workspace);
    tau.send("/reload\r");
    await tau.waitForText(QUESTION);
    tau.press("enter");
    await tau.waitForText("Everything was reloaded.");
    expect(existsSync(workspace.path("ran"))).toBe(true);
    expect(await leave(tau)).toBe(0);
  });

  test("an extension of the user's decides, and the one that is loaded is asked", async () => {
    await using setup = await withScriptedModel(() => ({ text: "An answer." }));
    const { workspace } = setup;
    await mkdir(join(workspace.tauHome, "extensions"), { recursive: true });
    const decide = `export default (pi) => pi.on("project_trust", () => ({ trusted: "no" }));`;
    await writeFile(join(workspace.tauHome, "extensions/decide.ts"), decide);
    await using tau = startCliInPty({ workspace, ...SIZE, args: ["first"] });
    await tau.waitForText("An answer.");
    await LATE["an extension"]?.(workspace);
    tau.send("/reload\r");
    await tau.waitForText("Everything was reloaded.");
    expect(existsSync(workspace.path("ran"))).toBe(false);
    expect(await leave(tau)).toBe(0);
  });

  test("where no question can be asked it is left out, with one line", async () => {
    await using setup = await withScriptedModel(() => ({ text: "An answer." }));
    const { workspace } = setup;
    await mkdir(join(workspace.tauHome, "extensions"), { recursive: true });
    const trace = JSON.stringify(workspace.path("ran"));
    const again = `import { mkdirSync, writeFileSync } from "node:fs";
      export default (pi) => pi.registerCommand("again", { description: "", handler: async (_, ctx) => {
        mkdirSync(".tau/extensions", { recursive: true });
        writeFileSync(".tau/extensions/late.ts", ${JSON.stringify(
          `import { writeFileSync } from "node:fs"; writeFileSync(${trace}, ""); export default () => {};`,
        )});
        await ctx.reload();
      } });`;
    await writeFile(join(workspace.tauHome, "extensions/again.ts"), again);
    const exit = await runCli({ workspace, args: ["-p", "/again"] });
    expect(exit.stderr).toBe(
      "tau: this folder is not trusted: .tau/extensions left out. Use --approve for one run, or decide with /trust in tau.\n",
    );
    expect(existsSync(workspace.path("ran"))).toBe(false);
    expect(requestText(setup)).toBe("[]");
  });
});

/** Where a context file may lie, seen from the folder that Tau is started in: `<home>/above/project/sub`. */
const PLACES = ["project/sub", "project", "."];
const NAMES = ["AGENTS.override.md", "AGENTS.md", "AGENTS.MD", "CLAUDE.md", "CLAUDE.MD"];

interface Attempt {
  readonly place: string;
  readonly name: string;
  readonly isRepository: boolean;
}

/** Each makes the file at `path` say `SECRET` in a way that is not the folder's own. */
const WAYS: Record<string, (path: string, secret: string) => void> = {
  "a link to a file of the user": (path, secret) => symlinkSync(secret, path),
  "a link to a link": (path, secret) => {
    symlinkSync(secret, join(dirname(path), "hop"));
    symlinkSync("hop", path);
  },
  "a file of another user": (path) => {
    writeFileSync(path, "SECRET");
    chownSync(path, 54_321, 54_321);
  },
  "a link that another user made": (path) => {
    writeFileSync(join(dirname(path), "inside"), "SECRET");
    symlinkSync("inside", path);
    lchownSync(path, 54_321, 54_321);
  },
};

const isRoot = process.getuid?.() === 0;

describe("a context file that is not its folder's own is read only with trust", () => {
  const attempts = PLACES.flatMap((place) =>
    NAMES.flatMap((name) => [true, false].map((isRepository): Attempt => ({ place, name, isRepository }))),
  );

  // To give a file away takes root.
  const ways = Object.entries(WAYS).filter(([way]) => isRoot || !way.includes("another user"));
  test.for(ways)("%s, under every name, in the folder and above it, in a repository and not", async ([, plant]) => {
    for (const { place, name, isRepository } of attempts) {
      const home = temporaryDirectory();
      writeTree(home, { ".ssh/id": "SECRET", ".tau/x": "", "above/project/sub/README.md": "" });
      if (isRepository) mkdirSync(join(home, "above/project/.git"));
      const path = join(home, "above", place, name);
      plant(path, join(home, ".ssh/id"));
      const scope = { cwd: join(home, "above/project/sub"), home, agentDir: join(home, ".tau") };
      const texts = (projectTrusted: boolean) =>
        loadContextFiles({ ...scope, projectTrusted }).items.map(({ content }) => content);
      const outcome = {
        asked: findProtectedResources(scope.cwd, scope),
        untrusted: texts(false),
        trusted: texts(true),
      };
      expect({ place, name, ...outcome }).toEqual({ place, name, asked: [path], untrusted: [], trusted: ["SECRET"] });
    }
  });

  test("a link within the repository, and a file of root or of the user, need none", () => {
    const home = temporaryDirectory();
    writeTree(home, { ".tau/x": "", "above/project/docs/rules.md": "rules", "above/CLAUDE.md": "above" });
    mkdirSync(join(home, "above/project/.git"));
    symlinkSync("docs/rules.md", join(home, "above/project/AGENTS.md"));
    const scope = { cwd: join(home, "above/project"), home, agentDir: join(home, ".tau"), projectTrusted: false };
    expect(findProtectedResources(scope.cwd, scope)).toEqual([]);
    expect(loadContextFiles(scope).items.map(({ content }) => content)).toEqual(["above", "rules"]);
  });

  test("print mode names it in one line, and the model does not see it", async () => {
    await using setup = await withScriptedModel(() => ({ text: "An answer." }));
    const { workspace } = setup;
    const elsewhere = temporaryDirectory();
    writeTree(elsewhere, { secret: "SECRET" });
    symlinkSync(join(elsewhere, "secret"), join(workspace.cwd, "..", "AGENTS.md"));
    const exit = await runCli({ workspace, args: ["-p", "hi"] });
    expect(exit.stderr).toMatch(/^tau: this folder is not trusted: \.\.\/AGENTS\.md left out\. .*\n$/);
    expect(requestText(setup)).not.toContain("SECRET");
  });
});
