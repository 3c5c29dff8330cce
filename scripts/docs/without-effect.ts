/** Options that are understood, so that command lines written for pi work, and change nothing in this version. */
export const optionsWithoutEffect: readonly string[] = ["noMcp", "verbose"];

/** Settings that are checked and kept, so that a file written for pi stays whole, and change nothing in this version. */
export const settingsWithoutEffect: readonly string[] = [
  "showCacheMissNotices",
  "codemode.mode",
  "codemode.inlineBudget",
  "selfUpdateCommand",
  "sessionShareDestination",
  "httpProxy",
  "httpIdleTimeoutMs",
  "websocketConnectTimeoutMs",
  "quietStartup",
  "fullscreenExitOutput",
  "fullscreenScrollbar",
  "fullscreenCopyOnSelect",
  "fullscreenWheelScrollLines",
  "outputPad",
  "terminal.imageWidthCells",
  "terminal.clearOnShrink",
  "terminal.hyperlinks",
  "terminal.images",
  "terminal.trueColor",
  "images.autoResize",
  "images.blockImages",
  "markdown.codeBlockIndent",
  "markdown.mermaid",
  "collapseChangelog",
  "warnings.anthropicExtraUsage",
  "mcp.enableProjectConfig",
];
