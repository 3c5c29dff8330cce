import {
  createWorkspace,
  type ModelScript,
  type ModelServer,
  startModelServer,
  type Workspace,
  type WorkspaceOptions,
} from "@tau/testkit";

/** A workspace whose only model is a scripted one behind a real server. */
export interface ScriptedSetup extends AsyncDisposable {
  readonly workspace: Workspace;
  readonly server: ModelServer;
}

export async function withScriptedModel(script: ModelScript, options: WorkspaceOptions = {}): Promise<ScriptedSetup> {
  const server = await startModelServer({ script });
  const workspace = await createWorkspace(options);
  await workspace.configure("models.json", {
    providers: {
      scripted: {
        baseUrl: `${server.url}/v1`,
        api: "openai-completions",
        apiKey: "test-key",
        models: [{ id: "model", contextWindow: 100_000, maxTokens: 8_000 }],
      },
    },
  });
  await workspace.configure("settings.json", { defaultProvider: "scripted", defaultModel: "model" });
  return {
    workspace,
    server,
    async [Symbol.asyncDispose]() {
      await server.close();
      await workspace[Symbol.asyncDispose]();
    },
  };
}
