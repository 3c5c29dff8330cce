import { expect, test } from "vitest";
import type { Extension } from "../../../src/core/extensions/contract/index.ts";
import { createExtension } from "../../../src/core/extensions/extension/create-extension.ts";
import { createDispatch } from "../../../src/core/extensions/host/dispatch.ts";

const handler = () => undefined;

function dispatchOf(extensions: () => readonly Extension[]) {
  const none = () => {
    throw new Error("not used");
  };
  return createDispatch(extensions, { createContext: none, report: none });
}

test("an event has handlers from its first registration to its last removal, also between two questions", () => {
  const extension = createExtension("/a.ts", "/a.ts");
  const dispatch = dispatchOf(() => loaded);
  const loaded = [extension];
  const asked = () => [dispatch.has("message_update"), dispatch.has("turn_end")];
  expect(asked()).toEqual([false, false]);
  extension.handlers.set("message_update", [handler]);
  expect(asked()).toEqual([true, false]);
  extension.handlers.set("turn_end", [handler]);
  extension.handlers.delete("message_update");
  expect(asked()).toEqual([false, true]);
  extension.handlers.clear();
  expect(asked()).toEqual([false, false]);
});

test("extensions that take the place of others are asked at once", () => {
  const extension = createExtension("/a.ts", "/a.ts");
  extension.handlers.set("turn_end", [handler]);
  let loaded: readonly Extension[] = [];
  const dispatch = dispatchOf(() => loaded);
  expect(dispatch.has("turn_end")).toBe(false);
  loaded = [extension];
  expect(dispatch.has("turn_end")).toBe(true);
});

test("an extension that a program made with a plain map is asked every time", () => {
  const plain = { ...createExtension("/a.ts", "/a.ts"), handlers: new Map<string, (() => undefined)[]>() };
  const loaded: readonly Extension[] = [plain];
  const dispatch = dispatchOf(() => loaded);
  expect(dispatch.has("turn_end")).toBe(false);
  plain.handlers.set("turn_end", [handler]);
  expect(dispatch.has("turn_end")).toBe(true);
});
