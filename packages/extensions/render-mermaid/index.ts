import type { ExtensionAPI } from "@tau/coding-agent";
import type { TSchema } from "typebox";
import { type DiagramConfig, drawDiagram } from "./draw-diagram.ts";
import { renderMermaid } from "./tool.ts";

export default function (pi: ExtensionAPI): void {
  pi.registerTool({
    ...renderMermaid,
    parameters: renderMermaid.parameters as object as TSchema,
    async execute(_id, params, _signal, _onUpdate, { sessionManager }) {
      const { mermaid, config } = params as { mermaid: string; config?: DiagramConfig };
      const drawing = drawDiagram(mermaid, config);
      // A session in memory stores no artifacts.
      const isKept = sessionManager.getSessionFile() !== undefined;
      const artifact = isKept ? (await pi.artifacts.save("render_mermaid", `${drawing}\n`)).url : undefined;
      const text = artifact === undefined ? drawing : `${drawing}\n\nSaved artifact: ${artifact}`;
      return { content: [{ type: "text", text }], details: artifact === undefined ? {} : { artifact } };
    },
  });
}
