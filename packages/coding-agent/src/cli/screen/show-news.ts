import { join } from "node:path";
import { ownValue } from "@tau/ai";
import { entriesBetween } from "../../core/changelog/changelog-entries.ts";
import { readChangelog } from "../../core/changelog/read-changelog.ts";
import { isObject, parseJson, readFile } from "../../core/json-file/index.ts";
import type { SettingsStore } from "../../core/settings/index.ts";
import type { Workspace } from "../../core/workspace/workspace.ts";
import { VERSION } from "../../version.ts";

const MOST_POINTS = 6;

/** The screen that shows the news. */
export interface NewsScreen {
  showMarkdown(text: string): void;
}

/** Shows what is new once after an update of Tau or of a package with extensions. Shows nothing on the very first start. */
export async function showNews(screen: NewsScreen, services: Workspace): Promise<void> {
  const { settings } = services;
  const collapse = settings.get("collapseChangelog");
  const parts = [await permissionNews(services), await ownNews(settings, collapse), ...packageNews(services, collapse)];
  const news = parts.filter((part) => part !== undefined);
  if (news.length > 0) screen.showMarkdown(news.join("\n\n"));
}

/** Explains once which actions ask for permission. Skips a user who has already chosen a mode. */
async function permissionNews({ settings, agentDir }: Workspace): Promise<string | undefined> {
  if (settings.get("permissionsExplained") || settings.getSettings().permissionMode !== undefined) return undefined;
  settings.set("permissionsExplained", true);
  const { sandboxState } = await import("../../core/sandbox/session-sandbox.ts");
  const state = await sandboxState({ settings, agentDir });
  const change = "`/permissions` changes it.";
  if (state.kind === "none")
    return `Permissions: **ask**. Changes and commands ask first, because there is no sandbox. ${state.text} ${change}`;
  return `Permissions: **auto**. Edits in this folder and sandboxed commands run; everything else asks. ${change}`;
}

async function ownNews(settings: SettingsStore, collapse: boolean): Promise<string | undefined> {
  const seen = settings.get("lastChangelogVersion");
  if (seen === VERSION) return undefined;
  settings.set("lastChangelogVersion", VERSION);
  const text = seen === undefined ? undefined : await readChangelog();
  const entries = text === undefined ? [] : entriesBetween(text, seen ?? VERSION, VERSION);
  if (entries.length === 0) return undefined;
  if (collapse) return `Updated to Tau ${VERSION}. /changelog shows what is new.`;
  return beginning(["# What is new", ...entries.map((entry) => entry.text)].join("\n\n"));
}

/** Cuts the news to a few points, to avoid a wall of text before the first prompt. */
function beginning(news: string): string {
  const lines = news.split("\n");
  const points = lines.flatMap((line, index) => (/^[-*] /.test(line) ? [index] : []));
  const end = points[MOST_POINTS];
  return end === undefined ? news : [...lines.slice(0, end), "", "/changelog shows the rest."].join("\n");
}

function packageNews({ resources, settings }: Workspace, collapse: boolean): string[] {
  const packages = resources
    .getExtensionPaths()
    .items.flatMap(({ sourceInfo: { origin, baseDir, changelogPath } }) =>
      origin === "package" && baseDir ? [[baseDir, changelogPath] as const] : [],
    );
  const news = [...new Map(packages)].flatMap(([root, path]) => newsOf(root, path, { settings, collapse }) ?? []);
  return news.length > 0 && !collapse ? ["# Extension updates", ...news] : news;
}

function newsOf(
  root: string,
  changelogPath: string | undefined,
  { settings, collapse }: { settings: SettingsStore; collapse: boolean },
): string | undefined {
  const { name, version } = packageOf(root);
  if (name === undefined || version === undefined) return undefined;
  const seen = ownValue(settings.get("extensionChangelogVersions"), name);
  if (seen === version) return undefined;
  settings.setAt("global", ["extensionChangelogVersions", name], version);
  if (seen === undefined || changelogPath === undefined) return undefined;
  const entries = entriesBetween(readFile(changelogPath).text ?? "", seen, version);
  if (entries.length === 0) return undefined;
  if (collapse) return `Updated ${name} to v${version}.`;
  return [`**${name}**`, ...entries.map((entry) => entry.text)].join("\n\n");
}

function packageOf(root: string): { name?: string; version?: string } {
  const { text } = readFile(join(root, "package.json"));
  const parsed = text === undefined ? undefined : parseJson(text);
  const { name, version } = parsed?.ok && isObject(parsed.value) ? parsed.value : {};
  return {
    ...(typeof name === "string" ? { name } : {}),
    ...(typeof version === "string" ? { version } : {}),
  };
}
