import { constants, copyFileSync, linkSync, readdirSync, rmdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { SessionLog } from "@tau/agent";
import { artifactDirectory, makeOwnFolder } from "@tau/agent/node";

const RUNNING = /^user-bash-(.+)\.running$/;

/**
 * What commands of the user's are writing, one file each beside the session's log. A file is there from before its command starts until
 * the command's message is in the log: one that is found at the next start belongs to a command that a crash cut off.
 */
export class BashOutputs {
  private readonly directory: string;

  private constructor(directory: string) {
    this.directory = directory;
  }

  /** None for a session in memory, which no crash survives. */
  static of(log: SessionLog): BashOutputs | undefined {
    const file = log.getSessionFile();
    return file === undefined ? undefined : new BashOutputs(artifactDirectory(file));
  }

  /** Where a command is to write. */
  place(intentId: string): string {
    makeOwnFolder(this.directory);
    return this.running(intentId);
  }

  running(intentId: string): string {
    return join(this.directory, `user-bash-${fileName(intentId)}.running`);
  }

  /** Keeps an output of which the message has only a part. Returns where. Called for ordinary files alone. */
  keep(intentId: string): string {
    const [from, to] = [this.running(intentId), join(this.directory, `user-bash-${fileName(intentId)}.log`)];
    // What is there under that name came with the session: a link would lead the copy to another file.
    rmSync(to, { force: true });
    try {
      linkSync(from, to);
    } catch {
      // Not every file system has links.
      copyFileSync(from, to, constants.COPYFILE_EXCL);
    }
    return to;
  }

  /** The announcements whose commands have no message yet. */
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
      // The folder has other outputs. What cannot be removed goes with the session.
    }
  }
}

/** The id is that of an entry, and a log may come from elsewhere: it must not lead out of the folder. */
function fileName(intentId: string): string {
  return intentId.replace(/[^\w-]/g, "_");
}
