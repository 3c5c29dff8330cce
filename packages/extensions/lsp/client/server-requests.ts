import { pathToFileURL } from "node:url";
import { ErrorCodes, type MessageConnection, ResponseError } from "vscode-jsonrpc/node";
import type {
  ApplyWorkspaceEditParams,
  ApplyWorkspaceEditResult,
  ConfigurationParams,
} from "vscode-languageserver-protocol";
import type { FoundServer } from "../servers/find-servers.ts";

/** The requests that servers send and that have an empty answer. */
const ACKNOWLEDGED = [
  "client/registerCapability",
  "client/unregisterCapability",
  "window/workDoneProgress/create",
  "window/showMessageRequest",
  "workspace/codeLens/refresh",
  "workspace/diagnostic/refresh",
  "workspace/foldingRange/refresh",
  "workspace/inlayHint/refresh",
  "workspace/inlineValue/refresh",
  "workspace/semanticTokens/refresh",
];

export type ApplyEdit = (params: ApplyWorkspaceEditParams) => Promise<ApplyWorkspaceEditResult>;

/** Answers the requests of a server. */
export function answerServer(connection: MessageConnection, { spec, root }: FoundServer, applyEdit: ApplyEdit): void {
  for (const method of ACKNOWLEDGED) connection.onRequest(method, () => null);
  connection.onRequest("window/showDocument", () => ({ success: false }));
  connection.onRequest("workspace/workspaceFolders", () => [folderOf(root)]);
  connection.onRequest("workspace/configuration", ({ items }: ConfigurationParams) =>
    items.map(({ section }) => sectionOf(spec.settings ?? {}, section)),
  );
  connection.onRequest("workspace/applyEdit", (params: ApplyWorkspaceEditParams) => applyEdit(params));
  connection.onRequest((method: string) => new ResponseError(ErrorCodes.MethodNotFound, `${method} is not supported.`));
}

export function folderOf(root: string): { uri: string; name: string } {
  return { uri: pathToFileURL(root).href, name: root.split(/[/\\]/).at(-1) || root };
}

/** Returns the settings of a section such as `python.analysis`: by its full name, or by walking down its parts. */
function sectionOf(settings: Readonly<Record<string, unknown>>, section: string | undefined): unknown {
  if (section === undefined || section === "") return settings[""] ?? settings;
  if (section in settings) return settings[section];
  let value: unknown = settings;
  for (const part of section.split("."))
    value = typeof value === "object" && value !== null ? (value as Record<string, unknown>)[part] : undefined;
  return value ?? null;
}
