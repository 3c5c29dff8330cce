import { expect, test } from "vitest";
import * as everything from "../../src/pi.ts";
import { publicNames } from "./public-names.ts";
import "./public-component-members.ts";
import "./public-event-members.ts";
import "./public-members.ts";
import "./public-tool-members.ts";
import "./public-types.ts";

test("every name that extensions and programs know is exported", () => {
  const exported = new Set(Object.keys(everything));
  expect(publicNames.filter((name) => !exported.has(name))).toEqual([]);
});
