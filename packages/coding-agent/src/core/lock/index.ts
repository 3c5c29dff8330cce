export { type FileLock, type LockWait, tryLock, withLock, withLockSync } from "./file-lock.ts";
