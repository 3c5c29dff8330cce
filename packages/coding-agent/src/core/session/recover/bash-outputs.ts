import { constants, copyFileSync, linkSync, readdirSync, rmdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { SessionLog } from "@tau/agent";
import { artifactDirectory, makeOwnFolder } from "@tau/agent/node";

const RUNNING = /^user-bash-(.+)\.running$/;

/**
 * The output files of the user's commands, one per command, next to the session's log. A file exists from before its command starts until
 * the command's message is in the log. A file found at the next start belongs to a command that a crash interrupted.
 */
export class BashOutputs {
  private readonly directory: string;

  private constructor(directory: string) {
    this.directory = directory;
  }

  /** Returns `undefined` for an in-memory session, which no crash survives. */
  static of(log: SessionLog): BashOutputs | undefined {
    const file = log.getSessionFile();
    return file === undefined ? undefined : new BashOutputs(artifactDirectory(file));
  }

  /** Returns the path to which a command writes. */
  place(intentId: string): string {
    makeOwnFolder(this.directory);
    return this.running(intentId);
  }

  running(intentId: string): string {
    return join(this.directory, `user-bash-${fileName(intentId)}.running`);
  }

  /** Keeps an output that is only partly in the message. Returns its path. Must be called only for ordinary files. */
  keep(intentId: string): string {
    const [from, to] = [this.running(intentId), join(this.directory, `user-bash-${fileName(intentId)}.log`)];
    // A file of that name may have come with the session: if it is a link, the copy would overwrite another file.
    rmSync(to, { force: true });
    try {
      linkSync(from, to);
    } catch {
      // Not every file system supports links.
      copyFileSync(from, to, constants.COPYFILE_EXCL);
    }
    return to;
  }

  /** Returns the ids of announced commands that have no message yet. */
  leftBehind(): string[] {
    try {
      return readdirSync(this.directory).flatMap((name) => RUNNING.exec(name)?.[1] ?? []);
    } catch {
      return [];
    }
  }

  remove(intentId: string): void {
    try {
      rmSync(this.running(intentId), { force: true });
      rmdirSync(this.directory);
    } catch {
      // The folder contains other outputs. Files that cannot be removed now are removed with the session.
    }
  }
}

/** Makes an id safe as a file name. It comes from a log, which may be from elsewhere, and must not lead out of the folder. */
function fileName(intentId: string): string {
  return intentId.replace(/[^\w-]/g, "_");
}
