import { printWarning } from "../../core/output/print.ts";
import { getLogsDir } from "../../core/paths/index.ts";
import type { SessionRuntime } from "../../core/session/replace/session-runtime.ts";
import type { Options } from "../options/options.ts";

/** For `--debug`: writes the events of this and every later session to a log, with secrets removed. */
export async function followInLog(runtime: SessionRuntime, { apiKey }: Options): Promise<void> {
  const [{ DebugLog }, { knownSecrets }] = await Promise.all([
    import("../../core/diagnostics/debug-log.ts"),
    import("../../core/redaction/index.ts"),
  ]);
  const { agentDir } = runtime.services;
  const secrets = [...(apiKey === undefined ? [] : [apiKey]), ...knownSecrets(agentDir)];
  const log = new DebugLog(getLogsDir(agentDir), secrets);
  const { provider, id } = runtime.session.model;
  log.write("start", { argv: process.argv.slice(2), cwd: runtime.services.cwd, model: `${provider}/${id}` });
  runtime.session.subscribe(log.follow, { isShown: false });
  const { onReplaced } = runtime.hooks;
  runtime.hooks.onReplaced = async (session, start) => {
    session.subscribe(log.follow, { isShown: false });
    await onReplaced?.(session, start);
  };
  printWarning(`the log is ${log.path}`);
}
