import { expect, test } from "vitest";
import * as everything from "../../src/pi.ts";
import { namesOfLater, publicNames } from "./public-names.ts";
import "./public-component-members.ts";
import "./public-event-members.ts";
import "./public-members.ts";
import "./public-tool-members.ts";
import "./public-types.ts";

test("every name that extensions and programs know is exported", () => {
  const exported = new Set(Object.keys(everything));
  expect(publicNames.filter((name) => !exported.has(name))).toEqual([]);
});

test.each(namesOfLater)("%s can be imported and says when called that it is not there", (name) => {
  const create = (everything as unknown as Record<string, () => unknown>)[name];
  expect(create).toThrow(expect.objectContaining({ code: "not-available", message: expect.stringContaining(name) }));
});
