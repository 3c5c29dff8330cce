import { Type } from "../../../core/tools/schema.ts";
import { anything, defineCommand, oneOf } from "../command.ts";
import type { HostToolDefinition } from "../host/host-tools.ts";
import type { HostUriScheme } from "../host/host-uris.ts";

export const setHostTools = defineCommand({
  name: "set_host_tools",
  summary: "The tools that the client runs itself, in place of those set before",
  parameters: Type.Object({
    tools: Type.Array(
      anything<HostToolDefinition>({
        type: "object",
        properties: {
          name: { type: "string" },
          label: { type: "string" },
          description: { type: "string" },
          parameters: { type: "object" },
        },
        required: ["name", "description", "parameters"],
      }),
    ),
  }),
  order: "exclusive",
  run: ({ tools }, { hostTools, session }) => ({ toolNames: hostTools.replace(tools, session) }),
});

export const setHostUriSchemes = defineCommand({
  name: "set_host_uri_schemes",
  summary: "The URL schemes that the client reads and writes itself, in place of those set before",
  parameters: Type.Object({
    schemes: Type.Array(
      anything<HostUriScheme>({
        type: "object",
        properties: {
          scheme: { type: "string" },
          description: { type: "string" },
          writable: { type: "boolean" },
          immutable: { type: "boolean" },
        },
        required: ["scheme"],
      }),
    ),
  }),
  order: "exclusive",
  run: ({ schemes }, { hostUris }) => ({ schemes: hostUris.replace(schemes) }),
});

export const setUiMethods = defineCommand({
  name: "set_ui_methods",
  summary: "Which dialogs of extensions the client draws itself, besides select, confirm, input and editor",
  parameters: Type.Object({ methods: Type.Array(oneOf(["ask", "diff", "progress"])) }),
  // Extensions may ask before any other command runs.
  order: "immediate",
  run({ methods }, { uiMethods }) {
    uiMethods.clear();
    for (const method of methods) uiMethods.add(method);
    return { methods };
  },
});

export const setPermissionRequests = defineCommand({
  name: "set_permission_requests",
  summary: "Whether the client answers permission questions; until it does, calls that would ask are refused",
  parameters: Type.Object({ enabled: Type.Boolean() }),
  order: "immediate",
  run({ enabled }, { permissions }) {
    permissions.setEnabled(enabled);
    return { enabled };
  },
});
