import type { Context } from "@tau/ai";
import type { ExtensionAPI } from "@tau/coding-agent";
import { createExtensionHarness } from "@tau/testkit/extensions";
import { type CommitOptions, type CommitSetup, runCommit } from "../run-commit.ts";

export const OPTIONS: CommitOptions = {
  all: false,
  single: false,
  dryRun: false,
  yes: false,
  model: undefined,
  instructions: "",
};

export type Answer = string | object | ((context: Context) => string | object);

export interface Run {
  readonly committed: boolean;
  readonly shown: string;
  readonly requests: readonly Context[];
}

/** A repository with one commit, and `tau commit` in it with a scripted model and user. */
export async function openRepository(files: Readonly<Record<string, string | Uint8Array>> = { "a.txt": "one\n" }) {
  let pi: ExtensionAPI | undefined;
  const catchApi = (given: ExtensionAPI) => {
    pi = given;
  };
  const harness = await createExtensionHarness({ extensions: [catchApi], files, git: true });
  const { workspace } = harness;
  await workspace.git("config", "user.name", "Test");
  await workspace.git("config", "user.email", "test@localhost");
  return {
    workspace,
    processes: () => (pi as ExtensionAPI).processes,
    subjects: async () => (await workspace.git("log", "--format=%s")).trim().split("\n"),
    filesOf: async (commit: string) =>
      (await workspace.git("show", "--format=", "--name-only", commit)).trim().split("\n"),
    status: async () => await workspace.git("status", "--porcelain"),
    commit: async (
      answers: readonly Answer[],
      options: Partial<CommitOptions> = { yes: true },
      more: Partial<CommitSetup> = {},
    ) => {
      const requests: Context[] = [];
      const shown: string[] = [];
      const setup: CommitSetup = {
        processes: (pi as ExtensionAPI).processes,
        cwd: workspace.cwd,
        contextWindow: 200_000,
        ask: async (context) => {
          requests.push(context);
          const answer = answers[Math.min(requests.length, answers.length) - 1] ?? "";
          const said = typeof answer === "function" ? answer(context) : answer;
          return typeof said === "string" ? said : JSON.stringify(said);
        },
        dialog: {
          show: (text) => void shown.push(text),
          progress: () => undefined,
          choose: async () => undefined,
          edit: async () => undefined,
        },
        ...more,
      };
      const committed = await runCommit(setup, { ...OPTIONS, ...options });
      return { committed, shown: shown.join("\n"), requests } satisfies Run;
    },
    [Symbol.asyncDispose]: () => harness[Symbol.asyncDispose](),
  };
}

export function oneMessage(subject: string, changes: readonly string[] = []) {
  return { commits: [{ subject, body: "", changes }] };
}

export function textOf({ messages }: Context): string {
  return messages.map(({ content }) => (typeof content === "string" ? content : JSON.stringify(content))).join("\n");
}
