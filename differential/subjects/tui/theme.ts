/** Colours that say which function of a theme was called, so that a style can be told by its number. */
function colour(code: number): (text: string) => string {
  return (text) => `\x1b[38;5;${code}m${text}\x1b[39m`;
}

export const selectListTheme = {
  selectedPrefix: colour(1),
  selectedText: colour(2),
  description: colour(3),
  scrollInfo: colour(4),
  noMatch: colour(5),
};

export const settingsListTheme = {
  label: (text: string, selected: boolean) => colour(selected ? 11 : 12)(text),
  value: (text: string, selected: boolean) => colour(selected ? 13 : 14)(text),
  description: colour(15),
  cursor: "> ",
  hint: colour(16),
};

export const editorTheme = { borderColor: colour(21), selectList: selectListTheme };

export const markdownTheme = {
  heading: colour(31),
  link: colour(32),
  linkUrl: colour(33),
  code: colour(34),
  codeBlock: colour(35),
  codeBlockBorder: colour(36),
  quote: colour(37),
  quoteBorder: colour(38),
  hr: colour(39),
  listBullet: colour(40),
  bold: (text: string) => `\x1b[1m${text}\x1b[22m`,
  italic: (text: string) => `\x1b[3m${text}\x1b[23m`,
  strikethrough: (text: string) => `\x1b[9m${text}\x1b[29m`,
  underline: (text: string) => `\x1b[4m${text}\x1b[24m`,
};

export function background(text: string): string {
  return `\x1b[48;5;50m${text}\x1b[49m`;
}

export function foreground(code: number): (text: string) => string {
  return colour(code);
}
