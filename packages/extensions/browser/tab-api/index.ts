import { INPUT } from "./input.ts";
import { NAVIGATION } from "./navigation.ts";
import { OBSERVATION } from "./observe.ts";
import { CONTENT } from "./page-content.ts";
import { RECORDS } from "./page-records.ts";
import type { TabFunction } from "./tab-call.ts";

/** Every function of the tab API, by name. */
export const TAB_API: ReadonlyMap<string, TabFunction> = new Map(
  Object.entries({ ...NAVIGATION, ...INPUT, ...OBSERVATION, ...CONTENT, ...RECORDS }),
);

/** Functions that neither read the page nor act on it, so that they work whichever host it is on. */
export const PAGELESS: ReadonlySet<string> = new Set(["goto", "wait", "tabs", "version", "url"]);
