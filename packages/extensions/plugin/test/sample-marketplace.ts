import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** Writes files below a folder; objects as JSON. */
export function writeFiles(folder: string, files: Readonly<Record<string, string | object>>): void {
  for (const [name, content] of Object.entries(files)) {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content));
  }
}

export const catalogue = (...plugins: object[]) => ({ name: "shop", owner: { name: "Ada" }, plugins });

/** A plugin with one of everything. */
export const TOOLBOX: Readonly<Record<string, string | object>> = {
  ".claude-plugin/plugin.json": { name: "toolbox", version: "1.2.0", description: "Tools" },
  "skills/knots/SKILL.md": "---\nname: knots\ndescription: Ties knots.\n---\nTie it.",
  "commands/greet.md": `---\ndescription: Greets\n---\nSay hello from \${CLAUDE_PLUGIN_ROOT}.`,
  "agents/critic.md": "---\nname: critic\ndescription: Criticises.\n---\nBe strict.",
  "hooks/hooks.json": {
    hooks: {
      PreToolUse: [{ matcher: "Bash", hooks: [{ type: "command", command: 'sh "$CLAUDE_PLUGIN_ROOT/guard.sh"' }] }],
    },
  },
  "guard.sh": "echo 'not with this plugin' >&2; exit 2",
  ".mcp.json": { mcpServers: { files: { command: "node", args: [`\${CLAUDE_PLUGIN_ROOT}/server.mjs`] } } },
  ".lsp.json": { toy: { command: "toy-lsp", extensionToLanguage: { ".toy": "toy" } } },
  "themes/dark.json": {},
};
