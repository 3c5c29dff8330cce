/** The sequences that a terminal sends for keys, in the classic encoding. A name that is not listed is sent as text. */
export const keySequences: Readonly<Record<string, string>> = {
  enter: "\r",
  tab: "\t",
  "shift+tab": "\x1b[Z",
  escape: "\x1b",
  backspace: "\x7f",
  delete: "\x1b[3~",
  space: " ",
  up: "\x1b[A",
  down: "\x1b[B",
  right: "\x1b[C",
  left: "\x1b[D",
  home: "\x1b[H",
  end: "\x1b[F",
  "page-up": "\x1b[5~",
  "page-down": "\x1b[6~",
  "alt+enter": "\x1b\r",
  "ctrl+c": "\x03",
  "ctrl+d": "\x04",
  "ctrl+l": "\x0c",
  "ctrl+o": "\x0f",
  "ctrl+z": "\x1a",
};

export function keySequence(key: string): string {
  return keySequences[key] ?? key;
}
