export { type Artifact, artifactDirectory, SessionArtifacts } from "./node/blobs/artifacts.ts";
export { appendBeside, openBeside, readBeside, writeBeside } from "./node/blobs/beside-file.ts";
export type { SyncPolicy } from "./node/log/append-file.ts";
export { createLogAt } from "./node/log/create-log-at.ts";
export { FileSessionStore, type FileStoreOptions } from "./node/log/file-store.ts";
export { readSessionHeader } from "./node/log/read-header.ts";
export { createLog, type FileSessionOptions, openLog } from "./node/log/session-files.ts";
export { findLogWriter, waitToWrite } from "./node/log/session-writer.ts";
export { makeOwnFolder } from "./node/log/unlinked-file.ts";
export { findWriter, type SessionWriter } from "./node/log/writer-lock.ts";
export { makeFolder } from "./node/make-folder.ts";
export {
  isAlive,
  ownProcessName,
  type ProcessIdentity,
  parseProcessName,
  processState,
} from "./node/process-identity.ts";
export * from "./node/proxy-server/index.ts";
export * from "./node/resources/index.ts";
export { type Breadcrumb, writeBreadcrumb, writeLastLeft } from "./node/sessions/breadcrumbs.ts";
export { type Collected, collectUnused } from "./node/sessions/collect-unused.ts";
export { cloneLog, continueLog, findSessionFile } from "./node/sessions/earlier-sessions.ts";
export { findMostRecentSession } from "./node/sessions/find-session.ts";
export {
  listAllSessions,
  listDraftSessions,
  listProjectSessions,
  type SessionListProgress,
} from "./node/sessions/list-sessions.ts";
export { moveSession } from "./node/sessions/move-session.ts";
export { readBreadcrumb } from "./node/sessions/read-breadcrumbs.ts";
export { removeSession } from "./node/sessions/remove-session.ts";
export type { SessionInfo } from "./node/sessions/session-info.ts";
export { getDefaultSessionDir } from "./node/sessions/session-paths.ts";
