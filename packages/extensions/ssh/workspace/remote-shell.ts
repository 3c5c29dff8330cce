import type { BashOperations } from "@tau/coding-agent";
import type { SshConnection } from "../connection/connection.ts";
import { quote } from "../connection/posix-script.ts";
import { runScript } from "../connection/run-script.ts";

/** Runs commands on the machine. Variables that Tau adds for a command go along; the environment of this machine does not. */
export function createShellOperations(connection: SshConnection, shell: "bash" | "sh"): BashOperations {
  return {
    async exec(command, cwd, { onData, signal, timeout, env = {} }) {
      const { ended, exitCode } = await runScript(connection, {
        script: [...exportsOf(env), `cd -- ${quote(cwd)} || exit 1`, command].join("\n"),
        shell,
        isCommand: true,
        onData,
        signal,
        timeoutMs: timeout === undefined ? undefined : timeout * 1000,
      });
      if (ended === "abort") throw new Error("aborted");
      if (ended === "timeout") throw new Error(`timeout:${timeout}`);
      return { exitCode };
    },
  };
}

function exportsOf(env: NodeJS.ProcessEnv): string[] {
  const added = Object.entries(env).flatMap(([name, value]) =>
    value !== undefined && value !== process.env[name] && /^[A-Z_]\w*$/i.test(name) && !/_SESSION_FILE$/.test(name)
      ? [`${name}=${quote(value)}`]
      : [],
  );
  return added.length === 0 ? [] : [`export ${added.join(" ")}`];
}
