import type { ModelReply } from "@tau/testkit";
import { createExtensionHarness, type ExtensionHarness, type ExtensionHarnessOptions } from "@tau/testkit/extensions";
import { manifest as worktree } from "../../worktree/manifest.ts";
import { manifest } from "../manifest.ts";
import type { GithubServer } from "./github-server.ts";

type Call = NonNullable<Extract<ModelReply, { toolCalls?: unknown }>["toolCalls"]>[number];

export const github = (args: object): Call => ({ name: "github", arguments: args as never });
export const read = (path: string): Call => ({ name: "read", arguments: { path } });
export const write = (path: string, content: string): Call => ({ name: "write", arguments: { path, content } });

export interface ToolAnswer {
  readonly text: string;
  readonly isError: boolean;
  readonly details: Record<string, unknown>;
}

export interface GithubSession extends AsyncDisposable {
  readonly harness: ExtensionHarness;
  /** Lets the model make the calls of one turn, and resolves to their results. */
  call(...calls: readonly Call[]): Promise<ToolAnswer[]>;
  one(call: Call): Promise<ToolAnswer>;
}

export interface SessionOptions extends Partial<ExtensionHarnessOptions> {
  readonly server: GithubServer;
  /** Tokens in the auth store, by name. */
  readonly tokens?: Readonly<Record<string, string>>;
  readonly github?: object;
  /** The URL of origin; `null` for none. */
  readonly origin?: string | null;
  /** The folder of worktrees. Default: none can be made. */
  readonly worktrees?: string;
}

/** A session in a repository whose origin is octo/app, with a token for the scripted server. */
export async function openSession(options: SessionOptions): Promise<GithubSession> {
  const {
    server,
    tokens = { github: "secret-token" },
    github: settings = {},
    origin,
    worktrees = "/dev/null/none",
    ...more
  } = options;
  const turns: Call[][] = [];
  const harness = await createExtensionHarness({
    extensions: [manifest, worktree],
    git: true,
    files: { "a.txt": "old\n" },
    settings: {
      github: { apiUrls: { "github.com": server.url }, pollSeconds: 0.01, ...settings },
      worktree: { folder: worktrees },
    },
    script: ({ toolResults }) => {
      const calls = turns.shift();
      return calls === undefined || toolResults < 0 ? { text: "done" } : { toolCalls: calls };
    },
    ...more,
  });
  const stored = Object.entries(tokens).map(([name, key]) => [name, { type: "api_key", key }]);
  await harness.workspace.configure("auth.json", Object.fromEntries(stored));
  if (origin !== null)
    await harness.workspace.git("remote", "add", "origin", origin ?? "https://github.com/octo/app.git");
  const call = async (...calls: readonly Call[]) => {
    const before = harness.session.messages.length;
    turns.push([...calls]);
    await harness.prompt("go");
    return harness.session.messages.slice(before).flatMap((message) =>
      message.role === "toolResult"
        ? [
            {
              text: message.content.map((block) => (block.type === "text" ? block.text : "")).join(""),
              isError: message.isError,
              details: (message.details ?? {}) as Record<string, unknown>,
            },
          ]
        : [],
    );
  };
  return {
    harness,
    call,
    one: async (each) => (await call(each))[0] ?? { text: "", isError: true, details: {} },
    [Symbol.asyncDispose]: async () => await harness[Symbol.asyncDispose](),
  };
}
