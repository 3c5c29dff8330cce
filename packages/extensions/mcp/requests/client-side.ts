import { pathToFileURL } from "node:url";
import type { Client } from "@modelcontextprotocol/client";
import type { ExtensionAPI, ExtensionContext } from "@tau/coding-agent";
import type { ClientSide } from "../transport/connection.ts";
import { elicit } from "./elicitation.ts";
import { Sampling } from "./sampling.ts";

/**
 * Returns what a server may request from this session: its folder, answers of the user, and answers of the model. Without a user
 * interface the last two are not offered, so that servers do not use them.
 */
export function sessionSide(server: string, ctx: ExtensionContext, pi: ExtensionAPI): ClientSide {
  const sampling = new Sampling(server, ctx);
  return {
    capabilities: {
      roots: {},
      ...(ctx.hasUI ? { sampling: {}, elicitation: { form: {}, url: {} } } : {}),
    },
    prepare(client) {
      offerRoots(client, ctx.cwd);
      if (!ctx.hasUI) return;
      client.setRequestHandler("elicitation/create", async ({ params }, { mcpReq }) => {
        return await elicit(params, { server, ui: ctx.ui, processes: pi.processes, signal: mcpReq.signal });
      });
      client.setRequestHandler("sampling/createMessage", async ({ params }, { mcpReq }) => {
        return await sampling.answer(params, mcpReq.signal);
      });
    },
  };
}

/** Returns the same for a shell command, which has no session: only the folder. */
export function shellSide(cwd: string): ClientSide {
  return { capabilities: { roots: {} }, prepare: (client) => offerRoots(client, cwd) };
}

function offerRoots(client: Client, cwd: string): void {
  client.setRequestHandler("roots/list", async () => ({ roots: [{ uri: pathToFileURL(cwd).href }] }));
}
