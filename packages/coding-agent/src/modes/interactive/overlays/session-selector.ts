import { openLog, removeSession, type SessionInfo } from "@tau/agent/node";
import { truncateToWidth } from "@tau/tui";
import { logProblems } from "../../../core/session/log/log-problems.ts";
import { hasTrash, moveToTrash } from "../../../core/session/log/move-to-trash.ts";
import { sessionStoreOptions } from "../../../core/session/log/session-store-options.ts";
import { sessionTitle } from "../../../core/session/log/session-title.ts";
import type { InteractiveContext } from "../interactive-context.ts";
import { keyHint } from "../keys/key-text.ts";
import { plainLine } from "../parts/plain-line.ts";
import { shortPath } from "../status/segments.ts";
import { askText } from "./ask-text.ts";
import { type Choice, ChoiceList } from "./choice-list.ts";
import { confirm } from "./confirm.ts";
import { openOverlay } from "./open-overlay.ts";
import { Panel } from "./panel.ts";
import { SessionListing, storedSessions } from "./session-listing.ts";

/** Columns for the time, the number of messages, and the frame. */
const FACTS = 34;
const LEAST_LABEL = 16;
const MOST_LABEL = 60;

/** Lets the user choose a session of this folder or of all. Resolves to its file. */
export async function selectSession(context: InteractiveContext): Promise<string | undefined> {
  const { tui } = context.screen;
  const theme = () => context.themes.current;
  const listing = new SessionListing(storedSessions(context));
  return await openOverlay<string>(tui, (done) => {
    const body: ChoiceList<SessionInfo> = new ChoiceList<SessionInfo>({
      tui,
      theme,
      choices: [],
      find: (query) => listing.find(query),
      isCurrent: ({ path }) => path === context.session.sessionFile,
      keyOf: ({ path }) => path,
      placeholder: "search names and texts",
      empty: () => listing.emptiness,
      labelWidth: Math.min(MOST_LABEL, Math.max(LEAST_LABEL, tui.terminal.columns - FACTS)),
      preview: (session) => (listing.hasPaths ? plainLine(shortPath(session.path)) : lastWords(session)),
      keys: sessionKeys(context, listing, () => body.query),
      onChoose: ({ path }) => done(path),
      onCancel: () => done(),
    });
    listing.onChange = (choices) => {
      body.setChoices(choices);
      tui.requestRender();
    };
    void context.attempt(() => listing.load());
    const panel = new Panel({ title: "Sessions", body, hint: () => hint(listing), theme });
    panel.dispose = () => listing.stop();
    return panel;
  });
}

const LAST_WORDS = 140;

/** Returns the end of the session. It says more than the beginning, which the list shows. */
export function lastWords({ allMessagesText }: SessionInfo): string {
  const cut = allMessagesText.length > LAST_WORDS;
  return cut ? `…${allMessagesText.slice(-LAST_WORDS)}` : allMessagesText;
}

function sessionKeys(context: InteractiveContext, listing: SessionListing, query: () => string) {
  const on = (action: (session: SessionInfo) => Promise<void>) => (choice: Choice<SessionInfo> | undefined) => {
    if (choice) void context.attempt(() => action(choice.value));
  };
  return [
    { id: "tui.input.tab", run: () => listing.toggleScope() },
    { id: "app.session.toggleSort", run: () => listing.toggleSort() },
    { id: "app.session.toggleNamedFilter", run: () => listing.toggleNamed() },
    { id: "app.session.togglePath", run: () => listing.togglePaths() },
    { id: "app.session.rename", run: on((session) => rename(context, listing, session)) },
    { id: "app.session.delete", run: on((session) => remove(context, listing, session)) },
    {
      id: "app.session.deleteNoninvasive",
      isTaken: () => query() === "",
      run: on((session) => remove(context, listing, session)),
    },
  ] as const;
}

async function rename(context: InteractiveContext, listing: SessionListing, session: SessionInfo): Promise<void> {
  const name = await askText(context, { title: "Name of the session", value: session.name ?? "" });
  if (name === undefined) return;
  if (session.path === context.session.sessionFile) context.session.setSessionName(name);
  else {
    const log = openLog(session.path, undefined, undefined, sessionStoreOptions(context.services));
    try {
      for (const problem of logProblems(log)) context.say(problem, "warning");
      log.appendSessionInfo(name);
    } finally {
      log.close();
    }
  }
  await listing.load();
}

async function remove(context: InteractiveContext, listing: SessionListing, session: SessionInfo): Promise<void> {
  if (session.path === context.session.sessionFile) return listing.tell("this session is open: leave it first");
  const title = `Delete "${truncateToWidth(plainLine(sessionTitle(session)), MOST_LABEL, "…")}"?`;
  if (!(await confirm(context, { title, yes: hasTrash() ? "Move it to the trash" : "Delete it permanently" }))) return;
  await removeSession(session.path, { discard: moveToTrash });
  await listing.load();
}

function hint(listing: SessionListing): string {
  return [
    // First, because a small screen cuts off the end.
    listing.notice,
    listing.progress,
    `tab ${listing.scope === "folder" ? "all folders" : "this folder"}`,
    keyHint("app.session.toggleSort", listing.sort === "recent" ? "by name" : "by time"),
    keyHint("app.session.toggleNamedFilter", listing.isNamedOnly ? "unnamed too" : "named only"),
    keyHint("app.session.togglePath", listing.hasPaths ? "last words" : "paths"),
    keyHint("app.session.rename", "rename"),
    keyHint("app.session.delete", "delete"),
  ]
    .filter(Boolean)
    .join(" · ");
}
