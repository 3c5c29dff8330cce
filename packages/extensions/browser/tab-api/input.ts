import { stat } from "node:fs/promises";
import { homedir } from "node:os";
import { resolve } from "node:path";
import { BrowserError } from "../browser-error.ts";
import { actionMs, locate, optionsArgument, type TabCall, type TabFunction, textArgument } from "./tab-call.ts";

const DRAG_STEPS = 12;

export const INPUT: Readonly<Record<string, TabFunction>> = {
  async click(call, target, options) {
    const { button, clickCount, position } = optionsArgument(options);
    await (await locate(call, target)).click({
      timeout: actionMs(call, options),
      ...(button === "right" || button === "middle" ? { button } : {}),
      ...(typeof clickCount === "number" ? { clickCount } : {}),
      ...(position ? { position: position as { x: number; y: number } } : {}),
    });
  },
  dblclick: async (call, target, options) =>
    await (await locate(call, target)).dblclick({ timeout: actionMs(call, options) }),
  hover: async (call, target, options) =>
    await (await locate(call, target)).hover({ timeout: actionMs(call, options) }),
  focus: async (call, target) => await (await locate(call, target)).focus(),
  fill: async (call, target, text, options) =>
    await (await locate(call, target)).fill(textArgument(text, "The text"), { timeout: actionMs(call, options) }),
  async type(call, target, text, options) {
    const { delay } = optionsArgument(options);
    const element = await locate(call, target);
    await element.focus();
    await call.tab.page.keyboard.type(textArgument(text, "The text"), typeof delay === "number" ? { delay } : {});
  },
  async press(call, ...given) {
    const isKeyAlone = given.length < 2 || typeof given[1] === "object";
    if (isKeyAlone) return await call.tab.page.keyboard.press(textArgument(given[0], "The key"));
    await (await locate(call, given[0])).press(textArgument(given[1], "The key"), {
      timeout: actionMs(call, given[2]),
    });
  },
  check: async (call, target, on = true) =>
    await (await locate(call, target)).setChecked(on !== false, { timeout: actionMs(call, undefined) }),
  select: async (call, target, ...values) => {
    const wanted = values.flat().map((value) => textArgument(value, "The value"));
    return await (await locate(call, target)).selectOption(wanted, { timeout: actionMs(call, undefined) });
  },
  async scroll(call, dx, dy) {
    const { deltaX = dx, deltaY = dy } = optionsArgument(dx);
    await call.tab.page.mouse.wheel(Number(deltaX) || 0, Number(deltaY) || 0);
  },
  scrollIntoView: async (call, target) =>
    await (await locate(call, target)).scrollIntoViewIfNeeded({ timeout: actionMs(call, undefined) }),
  async drag(call, from, to) {
    const { mouse } = call.tab.page;
    const start = await middleOf(call, from);
    const end = await middleOf(call, to);
    await mouse.move(start.x, start.y);
    await mouse.down();
    await mouse.move(end.x, end.y, { steps: DRAG_STEPS });
    await mouse.up();
  },
  async uploadFile(call, target, ...paths) {
    const files = paths
      .flat()
      .map((path) => resolve(call.ctx.cwd, textArgument(path, "The path").replace(/^~(?=\/|$)/, homedir())));
    if (files.length === 0) throw new BrowserError("invalid-arguments", "Name at least one file to upload.");
    for (const file of files) await mustBeFile(file);
    await call.ctx.permit({ effect: "read", paths: files });
    await (await locate(call, target)).setInputFiles(files, { timeout: actionMs(call, undefined) });
    return files.length;
  },
  mouseMove: async ({ tab }, x, y) => await tab.page.mouse.move(Number(x), Number(y)),
  mouseClick: async ({ tab }, x, y) => await tab.page.mouse.click(Number(x), Number(y)),
  mouseDown: async ({ tab }) => await tab.page.mouse.down(),
  mouseUp: async ({ tab }) => await tab.page.mouse.up(),
  keyboardType: async ({ tab }, text) => await tab.page.keyboard.type(textArgument(text, "The text")),
};

async function mustBeFile(path: string): Promise<void> {
  const found = await stat(path).catch(() => undefined);
  if (!found?.isFile()) throw new BrowserError("invalid-arguments", `There is no file ${path} to upload.`);
}

async function middleOf(call: TabCall, target: unknown): Promise<{ x: number; y: number }> {
  const { x, y } = optionsArgument(target);
  if (typeof x === "number" && typeof y === "number") return { x, y };
  const element = await locate(call, target);
  await element.scrollIntoViewIfNeeded({ timeout: actionMs(call, undefined) });
  const box = await element.boundingBox();
  if (!box) throw new BrowserError("invalid-arguments", "The element to drag has no place on the page.");
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}
