import type {
  BashOperations,
  ChangeOperations,
  FindOperations,
  GrepOperations,
  LsOperations,
  ReadOperations,
  WriteOperations,
} from "../../tools/index.ts";
import type { ExtensionResources } from "./resources.ts";

/** What the tools of a remote workspace use instead of the files and processes of this machine. Paths are those of the other machine. */
export interface RemoteOperations {
  /** Documents are converted if it can `examine` and `download` files. */
  readonly read: ReadOperations;
  /** For `edit` in every mode and for `write`. */
  readonly change: ChangeOperations & WriteOperations;
  /** For commands of the model and of the user. */
  readonly bash: BashOperations;
  /** `ripgrep` runs there: its default would search this machine. */
  readonly grep: GrepOperations & Required<Pick<GrepOperations, "ripgrep">>;
  /** `glob` searches with the ripgrep of `grep` if it is absent. */
  readonly find: Pick<FindOperations, "exists"> & Partial<FindOperations>;
  readonly ls: LsOperations;
}

/** A folder of another machine, in which all tools of a session work. */
export interface RemoteWorkspace {
  /** Names the machine and the folder for the user, such as `build:/srv/app`. */
  readonly label: string;
  /** The absolute path of the folder. */
  readonly cwd: string;
  /** The absolute path of the home folder, which `~` means in paths. */
  readonly home: string;
  /** Facts about the machine for the system prompt. */
  readonly environment: Readonly<Record<string, string>>;
  /** The instructions there, such as AGENTS.md, for the system prompt. */
  readonly contextFiles: readonly { readonly path: string; readonly content: string }[];
  readonly operations: RemoteOperations;
}

export interface OpenWorkspaceOptions {
  readonly resources: ExtensionResources;
  readonly signal?: AbortSignal | undefined;
}

/**
 * The service `workspace:<flag>`. An extension that provides it and registers the flag makes `--<flag> <target>` open a session in a remote
 * workspace. The session records the target, and a later start opens the workspace again.
 */
export interface RemoteWorkspaces {
  /** Connects to the machine. Rejects with an error for the user if the folder cannot be used. */
  open(target: string, options: OpenWorkspaceOptions): Promise<RemoteWorkspace>;
}
