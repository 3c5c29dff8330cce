import {
  createWorkspace,
  type ModelReply,
  type ModelScript,
  type ModelServer,
  type ProgramExit,
  runCli,
  startModelServer,
  useScriptedModel,
  type Workspace,
} from "@tau/testkit";
import { createFakeSsh, type FakeSsh } from "./fake-ssh.ts";

/** The built program beside a machine that a stand-in for ssh plays. */
export interface RemoteSetup extends AsyncDisposable {
  readonly fake: FakeSsh;
  readonly workspace: Workspace;
  readonly server: ModelServer;
  tau(...args: readonly string[]): Promise<ProgramExit>;
  /** The results of tools that the model was sent last, oldest first. */
  results(): string[];
}

export const call = (name: string, args: object): ModelReply => ({ toolCalls: [{ name, arguments: args as never }] });

export async function createRemoteSetup(
  script: ModelScript,
  settings: Readonly<Record<string, unknown>> = {},
): Promise<RemoteSetup> {
  const fake = await createFakeSsh();
  const workspace = await createWorkspace();
  const server = await startModelServer({ script });
  await useScriptedModel(workspace, server, undefined, { settings: { permissionMode: "yolo", ...settings } });
  return {
    ...{ fake, workspace, server },
    tau: async (...args) => await runCli({ workspace, args, env: fake.env }),
    results: () => toolResults(server.requests.at(-1)?.body),
    async [Symbol.asyncDispose]() {
      await server.close();
      await workspace[Symbol.asyncDispose]();
      await fake[Symbol.asyncDispose]();
    },
  };
}

interface SentMessage {
  readonly role: string;
  readonly content: string | readonly { readonly text?: string }[];
}

export function toolResults(body: unknown): string[] {
  const { messages = [] } = (body ?? {}) as { messages?: readonly SentMessage[] };
  return messages
    .filter(({ role }) => role === "tool")
    .map(({ content }) => (typeof content === "string" ? content : content.map(({ text = "" }) => text).join("")));
}
