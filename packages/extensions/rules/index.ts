import type { ExtensionAPI } from "@tau/coding-agent";
import { showRules } from "./command.ts";
import { drawRule } from "./draw.ts";
import { promptSection } from "./rule-text.ts";
import { MESSAGE_TYPE, Rules } from "./rules.ts";

export default function (pi: ExtensionAPI): void {
  const rules = new Rules(pi);
  pi.registerMessageRenderer(MESSAGE_TYPE, drawRule as Parameters<typeof pi.registerMessageRenderer>[1]);
  pi.registerCommand("rules", {
    handler: async (_args, ctx) => {
      await rules.load(ctx);
      await showRules(rules, ctx);
    },
  });
  pi.urls.register({
    scheme: "rule",
    description: "Rules of the project and the user",
    read: ({ host, path }) => ({
      text: rules.read(path === "" ? host : `${host}/${path}`),
      contentType: "text/markdown",
      immutable: true,
    }),
    complete: (typed) => rules.addresses().filter((address) => address.startsWith(typed)),
  });
  pi.on("before_agent_start", async ({ systemPromptOptions: options }, ctx) => {
    await rules.load(ctx);
    const section = promptSection(rules.sorted, options.selectedTools.includes("read"));
    if (section !== undefined) options.sections.rules = section;
  });
}
