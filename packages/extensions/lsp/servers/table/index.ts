import type { ServerSpec } from "../server-spec.ts";
import { LINTERS } from "./linters.ts";
import { MARKUP } from "./markup.ts";
import { PROGRAMMING } from "./programming.ts";

/** The servers that are recognised without configuration. Among those for one file, earlier ones are preferred. */
export const SERVERS: readonly ServerSpec[] = [...PROGRAMMING, ...MARKUP, ...LINTERS];
