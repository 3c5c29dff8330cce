import { join } from "node:path";
import type { Subject } from "./subject.ts";
import { writeConfig } from "./write-config.ts";

export const claude: Subject = {
  name: "claude",
  package: "@anthropic-ai/claude-code",
  command: (installation) => [join(installation, "node_modules/.bin/claude")],
  configure: async (workspace, server) => {
    const project = { hasTrustDialogAccepted: true, hasCompletedProjectOnboarding: true };
    await writeConfig(workspace.home, ".claude.json", {
      hasCompletedOnboarding: true,
      theme: "dark",
      customApiKeyResponses: { approved: ["scripted-key"], rejected: [] },
      projects: { [workspace.cwd]: project },
      bypassPermissionsModeAccepted: true,
    });
    return {
      ANTHROPIC_BASE_URL: server.url,
      ANTHROPIC_API_KEY: "scripted-key",
      DISABLE_AUTOUPDATER: "1",
      DISABLE_TELEMETRY: "1",
      DISABLE_ERROR_REPORTING: "1",
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
      // As root, it refuses to skip permission questions outside a sandbox.
      IS_SANDBOX: "1",
    };
  },
  printArgs: (prompt) => ["--dangerously-skip-permissions", "-p", prompt],
  interactiveArgs: ["--dangerously-skip-permissions"],
  ready: /❯|> /,
};
