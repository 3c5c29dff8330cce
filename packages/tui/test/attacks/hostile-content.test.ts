import { afterEach, expect, test } from "vitest";
import {
  type Component,
  CURSOR_MARKER,
  Editor,
  encodeITerm2,
  encodeKitty,
  hyperlink,
  Image,
  Input,
  Markdown,
  neutralize,
  resetCapabilitiesCache,
  SelectList,
  setCapabilities,
  Text,
  TruncatedText,
  TuiMainScreen,
} from "../../src/index.ts";
import { Lines } from "../support/lines.ts";
import { png } from "../support/png.ts";
import { VirtualTerminal } from "../support/virtual-terminal.ts";
import { editorTheme, markdownTheme, selectListTheme } from "../themes.ts";

/** What models, tools, servers and session files may say so as to act on the terminal. Each is really drawn. */

const TITLE = "\x1b]0;PWNED\x07";
const CLIPBOARD = "\x1b]52;c;UFdORUQ=\x07";

/** The bytes, and what must not be among those that reach the terminal. */
const PAYLOADS: Record<string, { readonly content: string; readonly forbidden: RegExp }> = {
  "sets the title": { content: `a${TITLE}b`, forbidden: /\x1b\]0;|PWNED\x07/ },
  "sets the title with ST": { content: "a\x1b]2;PWNED\x1b\\b", forbidden: /\x1b\]2;/ },
  "sets the title with C1 controls": { content: "a\x9d0;PWNED\x9cb", forbidden: /[\x80-\x9f]/ },
  "writes the clipboard": { content: `a${CLIPBOARD}b`, forbidden: /\x1b\]52/ },
  "hides one sequence in another": { content: "a\x1b]0;\x1b]52;c;UFdORUQ=\x07\x07b", forbidden: /\x1b\]52|\x1b\]0;/ },
  "asks for the device": { content: "a\x1b[cb\x1bZ\x1b[6n\x1b[>c", forbidden: /\x1b\[c|\x1bZ|\x1b\[>c/ },
  "asks for the answerback": { content: "a\x05b", forbidden: /\x05/ },
  "leaves the screen": { content: "a\x1b[?1049h\x1bcb", forbidden: /\x1b\[\?1049h|\x1bc/ },
  "sends an image": { content: "a\x1b_Ga=T,f=100;AAAA\x1b\\b", forbidden: /\x1b_G/ },
  "sends a file": { content: "a\x1b]1337;File=inline=1:AAAA\x07b", forbidden: /\x1b\]1337/ },
  "sends device control": { content: "a\x1bP$q m\x1b\\b\x1bPq#0\x1b\\", forbidden: /\x1bP/ },
  "notifies the desktop": { content: "a\x1b]9;PWNED\x07\x1b]777;notify;P;W\x07b", forbidden: /\x1b\](?:9;P|777)/ },
  "turns the writing direction": { content: "a\u202eb\u2066c", forbidden: /[\u202e\u2066]/ },
  "links to a script": { content: "\x1b]8;;javascript:alert(1)\x1b\\b\x1b]8;;\x1b\\", forbidden: /javascript/ },
  "links to data": { content: "\x1b]8;;DATA:text/html,x\x07b\x1b]8;;\x07", forbidden: /DATA:/ },
  "links with parameters": { content: "\x1b]8;id=1;vbscript:x\x07b\x1b]8;;\x07", forbidden: /vbscript/ },
  "links to a host to log in to": { content: "\x1b]8;;ssh://-oProxyCommand=x\x07b", forbidden: /ssh:/ },
  "is never closed": { content: "a\x1b]52;c;UFdORUQ=", forbidden: /\x1b\]52/ },
};

const PLACES: Record<string, (content: string, tui: TuiMainScreen) => Component> = {
  text: (content) => new Text(content),
  "text of one line": (content) => new TruncatedText(content),
  "a document": (content) => new Markdown(content, 0, 0, markdownTheme),
  "a document's code": (content) => new Markdown(`\`\`\`\n${content}\n\`\`\``, 0, 0, markdownTheme),
  "a document's link": (content) => new Markdown(`[${content}](https://e.org "${content}")`, 0, 0, markdownTheme),
  "a list": (content) => new SelectList([{ value: content, label: content, description: content }], 5, selectListTheme),
  "an input's prompt": (content) => new Input({ prompt: content }),
  "the editor": (content, tui) => {
    const editor = new Editor(tui, editorTheme);
    editor.setText(content);
    return editor;
  },
  "the lines of a component": (content) => new Lines(content),
};

for (const [place, create] of Object.entries(PLACES)) {
  test.each(Object.entries(PAYLOADS))(`${place}: content that %s does not`, async (_, { content, forbidden }) => {
    const { bytes, terminal } = await drawn((tui) => [create(content, tui)]);
    expect(bytes).not.toMatch(forbidden);
    expect(terminal.title).toBe("");
  });
}

test("content says nothing about where the cursor stands, in any place but a component's own lines", async () => {
  const content = `evil${CURSOR_MARKER}content`;
  expect(neutralize(content)).toBe("evilcontent");
  for (const [place, create] of Object.entries(PLACES)) {
    if (place === "the lines of a component") continue;
    const { terminal } = await drawn((tui) => [new Lines(`> ${CURSOR_MARKER}`), create(content, tui)]);
    expect([place, terminal.cursor]).toEqual([place, { row: 0, column: 2, isVisible: true }]);
  }
  const own = await drawn(() => [new Lines("> "), new Lines(`own${CURSOR_MARKER}`)]);
  expect(own.terminal.cursor).toEqual({ row: 1, column: 3, isVisible: true });
});

test("content that imitates the marker of an image shows none", async () => {
  const { bytes } = await drawn(() => [new Text(`a\x1b_pi:i${"0".repeat(24)}\x07b`)]);
  expect(bytes).toContain("ab");
  expect(bytes).not.toContain("_pi:");
});

test.each(["https://e.org/?a=1;b=2", "http://e.org", "mailto:a@e.org", "file:///tmp/a%20b", "HTTPS://E.ORG"])(
  "a link to %s stays",
  async (url) => {
    expect(hyperlink("here", url)).toContain(url);
    expect((await drawn(() => [new Text(hyperlink("here", url))])).bytes).toContain(`\x1b]8;;${url}\x1b\\here`);
  },
);

test.each([
  "javascript:alert(1)",
  " javascript:1",
  "java\nscript:1",
  "data:text/html,x",
  "vbscript:x",
  "vscode://x",
  "//e.org",
  "x",
])("a link to %j is text", (url) => {
  expect(hyperlink("here", url)).toBe("here");
});

const HOSTILE_TAIL = `\x1b\\${TITLE}${CLIPBOARD}`;

afterEach(() => resetCapabilitiesCache());

test.each(["kitty", "iterm2", "sixel"] as const)(
  "an image whose data end the sequence of %s is not drawn",
  async (images) => {
    setCapabilities({ images, trueColor: true, hyperlinks: true });
    const image = new Image(png(8, 8, () => [1, 2, 3]) + HOSTILE_TAIL, "image/png", { fallbackColor: (text) => text });
    const { bytes, terminal } = await drawn(() => [image]);
    expect(bytes).not.toMatch(/PWNED|\x1b\]52/);
    expect(terminal.title).toBe("");
    expect(terminal.screen[0]).toMatch(/^\[Image: image\/png 8x8\]/);
  },
);

test("the encoders write Base64 and nothing else, whatever they are given", () => {
  const data = `QUJD${HOSTILE_TAIL}REVG`;
  expect(encodeKitty(data)).toBe("\x1b_Ga=T,f=100,q=2;QUJD0PWNED52cUFdORUQ=REVG\x1b\\");
  expect(encodeITerm2(data, { width: `1${TITLE}`, height: "50%" })).toBe(
    "\x1b]1337;File=inline=1;size=18;height=50%:QUJD0PWNED52cUFdORUQ=REVG\x07",
  );
});

async function drawn(create: (tui: TuiMainScreen) => Component[]) {
  const terminal = new VirtualTerminal(60, 12);
  const tui = new TuiMainScreen(terminal, true);
  for (const component of create(tui)) tui.addChild(component);
  tui.start();
  terminal.takeWrites();
  tui.renderNow();
  await terminal.flush();
  const bytes = terminal.takeWrites();
  tui.stop();
  return { bytes, terminal };
}
