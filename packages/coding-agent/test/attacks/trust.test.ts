import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { runCli, startCliInPty, type Workspace } from "@tau/testkit";
import { describe, expect, test } from "vitest";
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
    await tau.waitForText("Everything was read again.");
    tau.send("!echo done-$((1+1))\r");
    await tau.waitForText("done-2");
    expect(existsSync(workspace.path("ran"))).toBe(false);
    // What was answered holds: the next reload asks nothing.
    tau.send("/reload\r");
    await tau.waitForText(/read again\.[\s\S]*read again\./);
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
    await tau.waitForText("Everything was read again.");
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
    await tau.waitForText("Everything was read again.");
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
