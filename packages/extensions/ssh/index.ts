import { join } from "node:path";
import type { ExtensionAPI, RemoteWorkspaces, ServiceKey } from "@tau/coding-agent";
import { Connections } from "./connection/connections.ts";
import { KnownHosts } from "./connection/known-hosts.ts";
import { listHosts, registerSshTool, type UseSsh } from "./ssh-tool.ts";
import { openWorkspace } from "./workspace/open-workspace.ts";

const WORKSPACES = "workspace:ssh" as ServiceKey<RemoteWorkspaces>;

export default function (pi: ExtensionAPI): void {
  let connections: Connections | undefined;
  let known: KnownHosts | undefined;
  let label: string | undefined;
  const use: UseSsh = ({ agentDir }) => {
    connections ??= new Connections(pi.processes, { agentDir, runtimeDir: process.env.XDG_RUNTIME_DIR });
    known ??= new KnownHosts(join(agentDir, "cache", "ssh-hosts.json"));
    return { connections, known };
  };
  let takeBack = registerSshTool(pi, use, "");

  pi.services.provide(WORKSPACES, {
    open: async (target, { resources, signal }) => {
      const workspace = await openWorkspace(target, { ...use(resources), hosts: await resources.sshHosts(), signal });
      label = workspace.label;
      return workspace;
    },
  });
  pi.on("session_start", async (_event, ctx) => {
    const { known: file } = use(ctx.resources);
    const hosts = await ctx.resources.sshHosts();
    if (hosts.length > 0) {
      takeBack();
      takeBack = registerSshTool(pi, use, listHosts(hosts, await file.all()));
    }
    // After a reload the workspace is opened with its first use.
    const [, target] = /^ssh:(.+)$/s.exec(ctx.sessionManager.getHeader()?.workspace ?? "") ?? [];
    if (target !== undefined) ctx.ui.setStatus("ssh", `ssh ${label ?? target}`, { priority: 85 });
  });
  pi.on("session_shutdown", async () => await connections?.close());
}
