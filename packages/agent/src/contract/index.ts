export type * from "./config.ts";
export type * from "./events.ts";
export type * from "./messages.ts";
export type * from "./state.ts";
export type * from "./tool.ts";
export type * from "./tool-call.ts";
