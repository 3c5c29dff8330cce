export type { SyncPolicy } from "./node/append-file.ts";
export { type Artifact, artifactDirectory, SessionArtifacts } from "./node/artifacts.ts";
export { appendBeside, openBeside, readBeside, writeBeside } from "./node/beside-file.ts";
export { type Breadcrumb, writeBreadcrumb, writeLastLeft } from "./node/breadcrumbs.ts";
export { type Collected, collectUnused } from "./node/collect-unused.ts";
export { createLogAt } from "./node/create-log-at.ts";
export { cloneLog, continueLog, findSessionFile } from "./node/earlier-sessions.ts";
export { FileSessionStore, type FileStoreOptions } from "./node/file-store.ts";
export { findMostRecentSession } from "./node/find-session.ts";
export {
  listAllSessions,
  listDraftSessions,
  listProjectSessions,
  type SessionListProgress,
} from "./node/list-sessions.ts";
export { makeFolder } from "./node/make-folder.ts";
export { moveSession } from "./node/move-session.ts";
export {
  isAlive,
  ownProcessName,
  type ProcessIdentity,
  parseProcessName,
  processState,
} from "./node/process-identity.ts";
export * from "./node/proxy-server/index.ts";
export { readBreadcrumb } from "./node/read-breadcrumbs.ts";
export { readSessionHeader } from "./node/read-header.ts";
export { removeSession } from "./node/remove-session.ts";
export * from "./node/resources/index.ts";
export { createLog, type FileSessionOptions, openLog } from "./node/session-files.ts";
export type { SessionInfo } from "./node/session-info.ts";
export { getDefaultSessionDir } from "./node/session-paths.ts";
export { findLogWriter, waitToWrite } from "./node/session-writer.ts";
export { makeOwnFolder } from "./node/unlinked-file.ts";
export { findWriter, type SessionWriter } from "./node/writer-lock.ts";
