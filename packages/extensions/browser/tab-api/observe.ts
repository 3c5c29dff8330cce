import type { ElementHandle, Frame, JSHandle } from "playwright-core";
import type { Tab } from "../tabs/tab.ts";
import { OBSERVE_SCRIPT, type ObservedElement } from "./observe-script.ts";
import { pageFunction } from "./page-function.ts";
import { elementOf, optionsArgument, type TabFunction } from "./tab-call.ts";

const FIND_ELEMENTS = pageFunction<(memory: unknown, options: object) => unknown>(OBSERVE_SCRIPT);
const MOST_ELEMENTS = 400;
const MOST_FRAMES = 20;

interface Observed {
  readonly elements: ObservedElement[];
  readonly total: number;
}

export const OBSERVATION: Readonly<Record<string, TabFunction>> = {
  async observe({ tab }, options) {
    const { includeAll = false, viewportOnly = false } = optionsArgument(options);
    const elements: object[] = [];
    let left = 0;
    for (const frame of tab.page.frames().slice(0, MOST_FRAMES)) {
      const room = MOST_ELEMENTS - elements.length;
      const found = await observeFrame(tab, frame, {
        all: includeAll === true,
        inView: viewportOnly === true,
        most: room,
      });
      left += (found?.total ?? 0) - (found?.elements.length ?? 0);
      const isMain = frame === tab.page.mainFrame();
      for (const element of found?.elements ?? []) elements.push(isMain ? element : { ...element, frame: frame.url() });
    }
    const view = await tab.page.evaluate<object>(
      "({ width: innerWidth, height: innerHeight, scrollX, scrollY, pageHeight: document.documentElement.scrollHeight })",
    );
    const more = left > 0 ? { leftOut: left } : {};
    return { url: tab.page.url(), title: await tab.page.title(), viewport: view, elements, ...more };
  },
  async id({ tab }, id) {
    await elementOf(tab, Number(id));
    return { $element: Number(id) };
  },
};

interface FrameOptions {
  readonly all: boolean;
  readonly inView: boolean;
  readonly most: number;
}

/** Numbers the elements of one frame. An element that was numbered before keeps its id. */
async function observeFrame(tab: Tab, frame: Frame, options: FrameOptions): Promise<Observed | undefined> {
  try {
    const memory = tab.frames.get(frame) ?? (await frame.evaluateHandle("({ ids: new WeakMap(), fresh: [] })"));
    tab.frames.set(frame, memory);
    const found = (await memory.evaluate(FIND_ELEMENTS, { ...options, nextId: tab.nextId })) as Observed;
    await takeFresh(tab, frame, memory);
    return found;
  } catch {
    // The frame may navigate or belong to a page that forbids scripts; the others are still observed.
    return undefined;
  }
}

/** Takes the handles of elements that were numbered just now. */
async function takeFresh(tab: Tab, frame: Frame, memory: JSHandle): Promise<void> {
  const fresh = await memory.evaluateHandle((kept) => (kept as { fresh: unknown[] }).fresh.splice(0));
  for (const [index, entry] of await fresh.getProperties()) {
    if (Number.isNaN(Number(index))) continue;
    const [idHandle, elementHandle] = await Promise.all([entry.getProperty("id"), entry.getProperty("element")]);
    const id = (await idHandle.jsonValue()) as number;
    tab.elements.set(id, { handle: elementHandle.asElement() as ElementHandle<Element>, frame });
    tab.nextId = Math.max(tab.nextId, id + 1);
  }
  await fresh.dispose();
}
