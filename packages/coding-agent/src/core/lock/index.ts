export { tryLock, withLock, withLockSync } from "./file-lock.ts";
