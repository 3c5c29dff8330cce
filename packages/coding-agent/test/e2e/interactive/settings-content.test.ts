import { expect, test } from "vitest";
import { blankPicture } from "../../core/images/make-image.ts";
import { type ScriptedSetup, withScriptedModel } from "../scripted-model.ts";
import { leave, openTau } from "./open-tau.ts";

const MODEL = { defaultProvider: "scripted", defaultModel: "model" };

async function withSettings(settings: object, files: Record<string, string> = {}): Promise<ScriptedSetup> {
  const setup = await withScriptedModel(() => ({ text: "Answered." }), { files });
  await setup.workspace.configure("settings.json", { ...MODEL, ...settings });
  return setup;
}

test("terminal.images, terminal.imageWidthCells and terminal.showImages: how a picture is shown, how wide, and whether", async () => {
  const shown = async (terminal: object) => {
    await using setup = await withScriptedModel(
      [{ toolCalls: [{ name: "read", arguments: { path: "picture.png" } }] }, { text: "Seen." }],
      { files: { "picture.png": blankPicture(300, 30) } },
    );
    await setup.workspace.configure("settings.json", { ...MODEL, terminal });
    await using tau = await openTau(setup.workspace);
    tau.send("look\r");
    await tau.waitForText("Seen.");
    expect(await leave(tau)).toBe(0);
    return tau.output();
  };
  expect(await shown({ images: "iterm2", imageWidthCells: 17 })).toMatch(/\]1337;File=[^:]*width=17;/);
  expect(await shown({ images: "kitty", imageWidthCells: 17 })).toMatch(/_G[^;]*\bc=17\b/);
  expect(await shown({ images: "iterm2", showImages: false })).not.toContain("]1337;File=");
  expect(await shown({ images: false })).not.toMatch(/\]1337;File=|_Ga=T/);
});

test("enableSkillCommands: skills are among the commands, or are not; typed out, one works all the same", async () => {
  for (const enableSkillCommands of [true, false]) {
    const skill = "---\nname: whales\ndescription: Measures whales.\n---\nMeasure them.";
    await using setup = await withSettings({ enableSkillCommands }, { "skills/whales/SKILL.md": skill });
    await using tau = await openTau(setup.workspace, { args: ["--skill", "skills/whales"] });
    tau.send("/skill:wh");
    await tau.waitForText("/skill:wh");
    if (enableSkillCommands) await tau.waitForText("Measures whales.");
    else expect(tau.picture()).not.toContain("Measures whales.");
    tau.send("ales now");
    await tau.waitForText("/skill:whales now");
    tau.send("\r");
    await tau.waitForText("Answered.");
    expect(JSON.stringify(setup.server.requests[0]?.body)).toContain("Measure them.");
  }
});

test("warnings.anthropicExtraUsage: a subscription is warned of, or is not", async () => {
  for (const anthropicExtraUsage of [true, false]) {
    await using setup = await withSettings({
      defaultProvider: "anthropic",
      defaultModel: "claude-sonnet-5-5",
      warnings: { anthropicExtraUsage },
    });
    const token = { type: "oauth", access: "a", refresh: "r", expires: Date.now() + 3_600_000 };
    await setup.workspace.configure("auth.json", { anthropic: token });
    await using tau = await openTau(setup.workspace);
    await tau.waitForText("Type a task.");
    if (anthropicExtraUsage) await tau.waitForText("may bill extra");
    tau.send("typed");
    await tau.waitForText("typed");
    expect(tau.picture().includes("may bill extra")).toBe(anthropicExtraUsage);
  }
});

test("terminal.notifications: the end of a run is told to a terminal that is not looked at", async () => {
  const told = async (notifications: string) => {
    await using setup = await withSettings({ terminal: { notifications } });
    await using tau = await openTau(setup.workspace);
    tau.send("\x1b[O");
    tau.send("hello\r");
    await tau.waitForText("Answered.");
    expect(await leave(tau)).toBe(0);
    return tau.output();
  };
  const bell = (output: string) => output.replace(/\]\d+;.*?\x07/gs, "").includes("\x07");
  expect(await told("message")).toMatch(/\]9;|\]777;|\]99;/);
  expect(bell(await told("bell"))).toBe(true);
  expect(bell(await told("off"))).toBe(false);
});

test("a settings file that is changed in an editor counts at once, on the screen and in the session", async () => {
  await using setup = await withSettings({ theme: "dark" });
  const { workspace } = setup;
  await using tau = await openTau(workspace);
  await tau.waitForText("model");
  tau.send("hello\r");
  await tau.waitForText("Answered.");
  await workspace.configure("settings.json", { ...MODEL, shellCommandPrefix: "echo from the file", theme: "nosuch" });
  const ran = async () => {
    tau.send("!true\r");
    await tau.waitForText("! true");
    return tau.picture().includes("from the file");
  };
  await expect.poll(ran, { timeout: 20_000 }).toBe(true);
});

test("a settings file that is broken while Tau runs is named, and what was set before does not hold", async () => {
  await using setup = await withSettings({});
  await using tau = await openTau(setup.workspace);
  await tau.waitForText("model");
  await expect
    .poll(
      async () => {
        await setup.workspace.configure("settings.json", { ...MODEL, steeringMode: "sometimes" });
        return tau.picture();
      },
      { timeout: 20_000, interval: 1_000 },
    )
    .toContain("steeringMode");
});
