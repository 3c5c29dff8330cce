import type { ExtensionAPI } from "@tau/coding-agent";
import { createExtensionHarness } from "@tau/testkit/extensions";
import type { SshConnection } from "../connection/connection.ts";
import { Connections } from "../connection/connections.ts";
import type { Destination } from "../connection/destination.ts";
import { createFakeSsh, type FakeSsh } from "./fake-ssh.ts";

export interface Connected extends AsyncDisposable {
  readonly fake: FakeSsh;
  readonly connections: Connections;
  readonly connection: SshConnection;
}

/** Returns a connection through the stand-in for ssh, with the processes of a real session. */
export async function connect(destination: Partial<Destination> = {}): Promise<Connected> {
  const fake = await createFakeSsh();
  const restore = changeEnvironment(fake.env);
  let pi: ExtensionAPI | undefined;
  const keep = (given: ExtensionAPI) => {
    pi = given;
  };
  const harness = await createExtensionHarness({ extensions: [keep] });
  if (!pi) throw new Error("The extension was not loaded.");
  const places = { agentDir: harness.workspace.tauHome, runtimeDir: process.env.XDG_RUNTIME_DIR };
  const connections = new Connections(pi.processes, places);
  return {
    fake,
    connections,
    connection: connections.to({ name: "other", address: "other.example", ...destination }),
    async [Symbol.asyncDispose]() {
      await connections.close();
      await harness[Symbol.asyncDispose]();
      restore();
      await fake[Symbol.asyncDispose]();
    },
  };
}

/** Sets variables of this process. Returns a function that restores them. */
export function changeEnvironment(variables: Readonly<Record<string, string>>): () => void {
  const before = Object.keys(variables).map((name) => [name, process.env[name]] as const);
  Object.assign(process.env, variables);
  return () => {
    for (const [name, value] of before)
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
  };
}
