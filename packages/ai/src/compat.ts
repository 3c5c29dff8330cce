/** The names that extensions and programs written for the older, global interface import, on the same machinery. */
export { type Static, type TSchema, Type } from "typebox";
export * from "./compat/protocol-functions.ts";
export { parseJsonWithRepair, repairJson } from "./compat/repair-json.ts";
export { validateToolArguments, validateToolCall } from "./compat/validate-tool-call.ts";
export * from "./index.ts";
export * from "./oauth.ts";
