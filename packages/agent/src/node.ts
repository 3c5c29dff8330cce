export type { SyncPolicy } from "./node/append-file.ts";
export { FileSessionStore, type FileStoreOptions } from "./node/file-store.ts";
export { findMostRecentSession, readSessionHeader } from "./node/find-session.ts";
export type { SessionListProgress } from "./node/list-sessions.ts";
export * from "./node/proxy-server/index.ts";
export type { SessionInfo } from "./node/session-info.ts";
export { type FileSessionOptions, SessionManager } from "./node/session-manager.ts";
export { getDefaultSessionDir } from "./node/session-paths.ts";
export { findWriter } from "./node/writer-lock.ts";
