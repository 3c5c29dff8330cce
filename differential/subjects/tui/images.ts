import * as fc from "fast-check";
import type { Library } from "../../library.ts";
import { subject } from "../../subject.ts";
import { plain } from "../cells.ts";
import { imageBytes } from "./image-bytes.ts";

const dimensions = fc.record({
  widthPx: fc.integer({ min: 1, max: 4000 }),
  heightPx: fc.integer({ min: 1, max: 4000 }),
});
const cells = fc.option(
  fc.record({ widthPx: fc.integer({ min: 1, max: 20 }), heightPx: fc.integer({ min: 1, max: 40 }) }),
  { nil: undefined },
);
const mimeType = fc.constantFrom("image/png", "image/jpeg", "image/gif", "image/webp", "text/plain");
const environments = fc.dictionary(
  fc.constantFrom(
    "TERM",
    "TERM_PROGRAM",
    "COLORTERM",
    "TMUX",
    "STY",
    "KITTY_WINDOW_ID",
    "WEZTERM_PANE",
    "ITERM_SESSION_ID",
    "GHOSTTY_RESOURCES_DIR",
    "WT_SESSION",
    "VTE_VERSION",
    "LC_TERMINAL",
    "KONSOLE_VERSION",
    "ALACRITTY_WINDOW_ID",
    "VSCODE_PID",
    "TERMINAL_EMULATOR",
  ),
  fc.constantFrom(
    "xterm-256color",
    "xterm-kitty",
    "tmux-256color",
    "screen",
    "dumb",
    "linux",
    "iTerm.app",
    "WezTerm",
    "ghostty",
    "vscode",
    "Apple_Terminal",
    "alacritty",
    "truecolor",
    "24bit",
    "1",
    "7003",
    "WarpTerminal",
    "JetBrains-JediTerm",
    "",
  ),
  { maxKeys: 4 },
);

/** One transparent pixel. */
const PICTURE = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

export const imageSubjects = [
  subject({
    name: "tui/image-dimensions",
    inputs: fc.record({ bytes: imageBytes, mimeType }),
    runs: 500,
    run: ({ tui }, { bytes, mimeType }) => ({
      any: tui.getImageDimensions(bytes, mimeType),
      png: tui.getPngDimensions(bytes),
      jpeg: tui.getJpegDimensions(bytes),
      gif: tui.getGifDimensions(bytes),
      webp: tui.getWebpDimensions(bytes),
    }),
  }),
  subject({
    name: "tui/image-rows",
    inputs: fc.record({ dimensions, target: fc.integer({ min: 1, max: 200 }), cells }),
    run: ({ tui }, { dimensions, target, cells }) => {
      const size = cells && Object.assign({}, cells);
      return tui.calculateImageRows(dimensions, target, size);
    },
  }),
  subject({
    name: "tui/render-image",
    inputs: fc.record({
      dimensions,
      options: fc.record(
        {
          maxWidthCells: fc.integer({ min: 1, max: 100 }),
          maxHeightCells: fc.integer({ min: 1, max: 40 }),
          imageId: fc.integer({ min: 1, max: 9 }),
          moveCursor: fc.boolean(),
          preserveAspectRatio: fc.boolean(),
        },
        { requiredKeys: [] },
      ),
      protocol: fc.constantFrom("kitty" as const, "iterm2" as const, null),
      cells,
    }),
    run: ({ tui }, { dimensions, options, protocol, cells }) =>
      withTerminal(tui, protocol, () => {
        if (cells) tui.setCellDimensions({ ...cells });
        return {
          cells: tui.getCellDimensions(),
          image: tui.renderImage(PICTURE, dimensions, options),
        };
      }),
  }),
  subject({
    name: "tui/image-sequences",
    inputs: fc.record({
      kitty: fc.record(
        {
          columns: fc.integer({ min: 1, max: 50 }),
          rows: fc.integer({ min: 1, max: 50 }),
          imageId: fc.integer({ min: 1, max: 9 }),
          moveCursor: fc.boolean(),
        },
        { requiredKeys: [] },
      ),
      iterm: fc.record(
        {
          width: fc.constantFrom(10, "auto", "50%"),
          height: fc.constantFrom(3, "auto"),
          name: fc.constantFrom("a.png", "é"),
          preserveAspectRatio: fc.boolean(),
          inline: fc.boolean(),
        },
        { requiredKeys: [] },
      ),
      id: fc.integer({ min: 1, max: 1000 }),
    }),
    run: ({ tui }, { kitty, iterm, id }) => ({
      kitty: tui.encodeKitty("QUJD", kitty),
      iterm: tui.encodeITerm2("QUJD", iterm),
      delete: tui.deleteKittyImage(id),
      deleteAll: tui.deleteAllKittyImages(),
      fallback: [
        tui.imageFallback("image/png"),
        tui.imageFallback("image/png", { widthPx: 1, heightPx: 2 }, "a.png"),
      ].map((text) => typeof text),
      id: ["number", tui.allocateImageId() > 0],
    }),
  }),
  subject({
    name: "tui/image-component",
    inputs: fc.record({
      dimensions,
      width: fc.integer({ min: 1, max: 120 }),
      max: fc.option(fc.integer({ min: 1, max: 60 }), { nil: undefined }),
      protocol: fc.constantFrom("kitty" as const, "iterm2" as const, null),
    }),
    run: ({ tui }, { dimensions, width, max, protocol }) =>
      withTerminal(tui, protocol, () => {
        const options = { imageId: 5, ...(max === undefined ? {} : { maxWidthCells: max }) };
        const image = new tui.Image(PICTURE, "image/png", { fallbackColor: (text) => text }, options, dimensions);
        const rows = image.render(width);
        return {
          rows: rows.length,
          id: image.getImageId(),
          text: protocol === null ? undefined : rows.map((row) => plain(row).trim()),
        };
      }),
  }),
  subject({
    name: "tui/capabilities",
    inputs: fc.record({ env: environments, forwards: fc.boolean() }),
    runs: 600,
    run: ({ tui }, { env, forwards }) => withEnvironment(env, () => tui.detectCapabilities(() => forwards)),
  }),
  subject({
    name: "tui/capabilities-set",
    inputs: fc.record({
      set: fc.option(
        fc.record({
          images: fc.constantFrom("kitty" as const, "iterm2" as const, null),
          trueColor: fc.boolean(),
          hyperlinks: fc.boolean(),
        }),
        { nil: undefined },
      ),
      override: fc.record(
        { images: fc.constantFrom("kitty" as const, null), trueColor: fc.boolean(), hyperlinks: fc.boolean() },
        { requiredKeys: [] },
      ),
      reset: fc.boolean(),
    }),
    run: ({ tui }, { set, override, reset }) => {
      tui.resetCapabilitiesCache();
      try {
        if (set) tui.setCapabilities({ ...set });
        const first = { ...tui.getCapabilities() };
        tui.setCapabilityOverrides({ ...override });
        const second = { ...tui.getCapabilities() };
        if (reset) tui.resetCapabilitiesCache();
        return [first, second, { ...tui.getCapabilities() }];
      } finally {
        tui.setCapabilityOverrides({});
        tui.resetCapabilitiesCache();
      }
    },
  }),
  subject({
    name: "tui/terminal-colours",
    inputs: fc.oneof(
      fc
        .tuple(
          fc.constantFrom("10", "11"),
          fc.constantFrom("rgb:", "rgba:", "#", ""),
          fc.stringMatching(/^[0-9a-fA-F]{1,4}(\/[0-9a-fA-F]{1,4}){0,3}$/),
          fc.constantFrom("\x07", "\x1b\\", ""),
        )
        .map((parts) => `\x1b]${parts[0]};${parts.slice(1).join("")}`),
      fc.constantFrom("\x1b[?997;1n", "\x1b[?997;2n", "\x1b[?997;3n", "\x1b[?997;1", "x", "\x1b[?997;1nx"),
    ),
    runs: 500,
    run: ({ tui }, data) => [tui.parseOsc11BackgroundColor(data), tui.parseTerminalColorSchemeReport(data)],
  }),
];

function withTerminal<Result>(tui: Library["tui"], images: "kitty" | "iterm2" | null, use: () => Result): Result {
  const before = tui.getCellDimensions();
  tui.setCapabilities({ images, trueColor: true, hyperlinks: true });
  try {
    return use();
  } finally {
    tui.resetCapabilitiesCache();
    tui.setCellDimensions({ ...before });
  }
}

function withEnvironment<Result>(env: Readonly<Record<string, string>>, use: () => Result): Result {
  const before = { ...process.env };
  for (const name of ["TERM", "COLORTERM"]) delete process.env[name];
  Object.assign(process.env, env);
  try {
    return use();
  } finally {
    for (const name of Object.keys(env)) delete process.env[name];
    Object.assign(process.env, before);
  }
}
