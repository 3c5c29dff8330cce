import { join } from "node:path";
import type { Subject } from "./subject.ts";
import { writeConfig } from "./write-config.ts";

export const codex: Subject = {
  name: "codex",
  package: "@openai/codex",
  command: (installation) => [process.execPath, join(installation, "node_modules/.bin/codex")],
  configure: async (workspace, server) => {
    await writeConfig(workspace.home, ".codex/config.toml", config(`${server.url}/v1`, workspace.cwd));
    return { SCRIPTED_KEY: "scripted-key" };
  },
  printArgs: (prompt) => ["exec", "--skip-git-repo-check", UNASKED, prompt],
  interactiveArgs: ["--dangerously-bypass-approvals-and-sandbox"],
  ready: /›|OpenAI Codex/,
};

const UNASKED = "--dangerously-bypass-approvals-and-sandbox";

/** Returns the configuration. Plug-ins would wait for the network at exit, and only known models get the file tool. */
function config(baseUrl: string, cwd: string): string {
  return `model = "gpt-5.5"
model_provider = "scripted"
model_context_window = 100000000
model_auto_compact_token_limit = 90000000
approval_policy = "never"
sandbox_mode = "danger-full-access"
check_for_update_on_startup = false
[features]
plugins = false
apps = false
[analytics]
enabled = false
[notice.model_migrations]
"gpt-5.5" = "gpt-6-sol"
[model_providers.scripted]
name = "scripted"
base_url = "${baseUrl}"
wire_api = "responses"
env_key = "SCRIPTED_KEY"
[projects."${cwd}"]
trust_level = "trusted"
`;
}
