import type { ExtensionAPI, RunningProcess } from "@tau/coding-agent";
import type { FoundAdapter } from "../adapters/choose-adapter.ts";
import { causedBy } from "../debug-error.ts";

export interface AdapterStart {
  readonly cwd: string;
  /** Replaces `{program}` in the adapter's arguments. */
  readonly program?: string | undefined;
  readonly isConfined: boolean;
}

type Ports = Pick<ExtensionAPI, "processes" | "assets">;

/** Starts an adapter, in the sandbox of the model's commands if there is one, where it may trace the program that it debugs. */
export async function startAdapter(
  { processes, assets }: Ports,
  { spec, program }: FoundAdapter,
  { cwd, program: debuggee, isConfined }: AdapterStart,
): Promise<RunningProcess> {
  const { transport = "stdio" } = spec;
  const args = (spec.args ?? []).map((arg) => arg.replaceAll("{program}", debuggee ?? ""));
  const isRelayed = transport !== "stdio";
  const relay = isRelayed ? [await assets.locate("relay.ts"), transport, program] : [];
  const options = { cwd, purpose: "model", ...(isConfined ? { sandbox: { tracing: true } } : {}) } as const;
  try {
    return await processes.start(isRelayed ? process.execPath : program, [...relay, ...args], options);
  } catch (cause) {
    throw causedBy(cause, "not-started", `The debugger adapter ${spec.name} could not be started`);
  }
}
