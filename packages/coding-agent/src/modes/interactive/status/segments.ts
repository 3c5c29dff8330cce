import { homedir } from "node:os";
import type { Model } from "@tau/ai";
import { isVirtualModel } from "../../../core/models/index.ts";
import type { Session } from "../../../core/session/session.ts";
import { plainLine } from "../parts/plain-line.ts";
import type { SessionFigures } from "./session-figures.ts";
import type { StatusSegment } from "./status-line.ts";

export interface StatusSources {
  readonly session: () => Session;
  readonly figures: SessionFigures;
  /** Returns the git status of the folder, as far as it is known. */
  readonly git: () => string;
  /** Returns the number of commands that run in the background. */
  readonly jobs: () => number;
  /** Names the permission mode. */
  readonly permissions: () => string;
  /** Returns the mode of the editor, if it has several. */
  readonly editorMode: () => string;
  /** Returns the number of images in the next prompt. */
  readonly images: () => number;
}

/** Returns the session's segments of the status line, in reading order. */
export function sessionSegments(sources: StatusSources): StatusSegment[] {
  const { session, figures, git, jobs, images, permissions, editorMode } = sources;
  // A session on another machine names that machine and its folder in a segment of its own.
  const isRemote = () => session().log.getHeader()?.workspace !== undefined;
  const folder = remembered(
    () => (isRemote() ? "" : session().log.getCwd()),
    (path) => shortPath(plainLine(path)),
  );
  const model = () => session().model;
  return [
    { side: "left", priority: 99, text: () => (session().log.getReadOnlyReason() ? "read-only" : "") },
    { side: "left", priority: 95, text: editorMode },
    { side: "left", priority: 60, text: folder, short: () => lastName(folder()) },
    { side: "left", priority: 50, text: () => (isRemote() ? "" : git()) },
    { side: "left", priority: 20, text: () => figures.name },
    { side: "left", priority: 88, text: permissions },
    { side: "left", priority: 85, text: () => imagesText(images()) },
    { side: "left", priority: 80, text: () => queueText(session().queue.length) },
    { side: "left", priority: 70, text: () => (session().bash.isRunning ? "! running" : "") },
    { side: "left", priority: 65, text: () => jobsText(jobs()) },
    { side: "right", priority: 30, text: () => figures.tokens },
    { side: "right", priority: 40, text: () => figures.cost },
    { side: "right", priority: 75, text: () => figures.context, short: () => figures.shortContext },
    {
      side: "right",
      priority: 90,
      text: () => modelText(model(), figures, ({ provider, name }) => `${provider}/${name}`),
      short: () => modelText(model(), figures, ({ name }) => name),
    },
    { side: "right", priority: 45, text: () => thinkingText(session()) },
  ];
}

export function shortPath(path: string): string {
  const home = homedir();
  return path === home || path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path;
}

/** Caches a value until its source changes, because segments are read at each frame. */
function remembered(read: () => string, make: (source: string) => string): () => string {
  let source: string | undefined;
  let made = "";
  return () => {
    const next = read();
    if (next !== source) made = make(next);
    source = next;
    return made;
  };
}

/** Returns the name of the model. A virtual model is shown with the model that answered. */
function modelText(
  { api, provider, id }: Model,
  { answerer }: SessionFigures,
  nameOf: (model: { provider: string; name: string }) => string,
): string {
  const chosen = nameOf({ provider, name: id });
  if (!isVirtualModel({ api }) || !answerer) return chosen;
  return `${chosen} → ${nameOf({ provider: answerer.provider, name: answerer.model })}`;
}

function lastName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

function imagesText(count: number): string {
  return count === 0 ? "" : `${count} image${count === 1 ? "" : "s"} attached`;
}

function jobsText(count: number): string {
  return count === 0 ? "" : `${count} job${count === 1 ? "" : "s"}`;
}

function queueText(length: number): string {
  return length === 0 ? "" : `${length} queued`;
}

function thinkingText({ thinkingLevel }: Session): string {
  return thinkingLevel === "off" ? "" : thinkingLevel;
}
