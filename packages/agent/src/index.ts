export * from "./agent/index.ts";
export * from "./compaction/index.ts";
export type * from "./contract/index.ts";
export * from "./errors.ts";
export * from "./loop/index.ts";
export * from "./session/index.ts";
