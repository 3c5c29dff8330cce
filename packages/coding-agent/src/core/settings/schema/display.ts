export const displaySettings = {
  theme: {
    type: "string",
    default: "light/dark",
    description: "Name of a theme, or a light and a dark one; system takes the terminal's own colours.",
  },
  quietStartup: {
    anyOf: [{ type: "boolean" }, { const: "header" }],
    default: false,
    description: 'Hide what is listed at start; "header" keeps the first lines.',
  },
  tuiMode: {
    enum: ["regular", "fullscreen"],
    default: "regular",
    description: "Scroll with the terminal, or own the screen.",
  },
  fullscreenExitOutput: {
    enum: ["transcript", "resume-hint"],
    default: "transcript",
    description: "What is left on the terminal after fullscreen.",
  },
  fullscreenScrollbar: { enum: ["auto", "always", "hidden"], default: "auto", description: "Scrollbar in fullscreen." },
  fullscreenCopyOnSelect: { type: "boolean", default: true, description: "Copy what is selected in fullscreen." },
  fullscreenWheelScrollLines: {
    anyOf: [{ const: "auto" }, { type: "number", minimum: 1, maximum: 100 }],
    default: "auto",
    description: "Lines per wheel step in fullscreen; Alt goes five times as far. `auto` is more for a fast wheel.",
  },
  editorMode: {
    enum: ["plain", "vim"],
    default: "plain",
    description: "Keys of the prompt editor; vim begins in insert mode, and the status line shows the mode.",
  },
  editorPaddingX: {
    type: "number",
    minimum: 0,
    maximum: 3,
    default: 0,
    description: "Columns left and right of the editor.",
  },
  outputPad: { enum: [0, 1], default: 1, description: "Columns left and right of the transcript." },
  autocompleteMaxVisible: {
    type: "number",
    minimum: 3,
    maximum: 20,
    default: 5,
    description: "Completions shown at once.",
  },
  showHardwareCursor: { type: "boolean", default: false, description: "Show the terminal's own cursor." },
  terminal: {
    type: "object",
    properties: {
      ascii: {
        anyOf: [{ type: "boolean" }, { const: "auto" }],
        default: "auto",
        description: "Draw lines and signs with ASCII alone; auto asks what the terminal can.",
      },
      plain: {
        type: "boolean",
        default: false,
        description: "Write line after line without drawing over anything, for screen readers. From the next start on.",
      },
      showImages: { type: "boolean", default: true, description: "Show images where the terminal can." },
      imageWidthCells: { type: "number", minimum: 1, default: 60, description: "Width of an image in cells." },
      clearOnShrink: {
        type: "boolean",
        default: false,
        description: "Kept for other programs: rows that are no longer used are cleared in any case.",
      },
      title: { type: "boolean", default: true, description: "Show the session and its state in the window's title." },
      notifications: {
        enum: ["auto", "message", "bell", "off"],
        default: "auto",
        description: "How the end of a run is announced while the terminal is not focused.",
      },
      showTerminalProgress: { type: "boolean", default: false, description: "Show progress in the terminal's tab." },
      hyperlinks: { anyOf: [{ type: "boolean" }, { const: "auto" }], default: "auto", description: "Clickable links." },
      images: {
        anyOf: [{ enum: ["kitty", "iterm2", "auto"] }, { const: false }],
        default: "auto",
        description: "Image protocol.",
      },
      trueColor: { anyOf: [{ type: "boolean" }, { const: "auto" }], default: "auto", description: "24-bit colours." },
    },
  },
  images: {
    type: "object",
    properties: {
      autoResize: { type: "boolean", default: true, description: "Shrink images before they are sent." },
      blockImages: { type: "boolean", default: false, description: "Never send images to a model." },
    },
  },
  markdown: {
    type: "object",
    properties: {
      codeBlockIndent: { type: "string", default: "  ", description: "Put before each line of a code block." },
      mermaid: { enum: ["off", "final", "streaming"], default: "streaming", description: "When diagrams are drawn." },
    },
  },
  collapseChangelog: {
    type: "boolean",
    default: false,
    description: "Show one line per update instead of all changes.",
  },
  warnings: {
    type: "object",
    properties: {
      anthropicExtraUsage: { type: "boolean", default: true, description: "Warn where a subscription may bill extra." },
    },
  },
} as const;
