export type * from "./contract/index.ts";
export * from "./session/index.ts";
