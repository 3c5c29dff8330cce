import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import * as tui from "../src/index.ts";
import "./public-members.ts";

/** What published components import: every name of the interface that we took over, and newer ones that are in use. */
const VALUES = `
  Box CURSOR_MARKER CancellableLoader CombinedAutocompleteProvider Container Editor HStack Image Input Key
  KeybindingsManager Loader Markdown Marked MouseRegion ProcessTerminal ScrollView SelectList SettingsList
  Spacer StdinBuffer TUI TUI_KEYBINDINGS Text TruncatedText TuiAltScreen TuiMainScreen VStack
  allocateImageId calculateImageRows compositeTuiLine decodeKittyPrintable deleteAllKittyImages
  deleteKittyImage detectCapabilities encodeITerm2 encodeKitty fuzzyFilter fuzzyMatch getCapabilities
  getCellDimensions getGifDimensions getImageDimensions getJpegDimensions getKeybindings getNativeClipboard
  getOsc8LinkAtColumn getPngDimensions getWebpDimensions hyperlink imageFallback isFocusable isKeyRelease
  isKeyRepeat isKittyProtocolActive isViewportTUI matchesKey parseKey parseOsc11BackgroundColor
  parseTerminalColorSchemeReport renderFakeCursor renderImage renderLatex resetCapabilitiesCache
  setCapabilities setCapabilityOverrides setCellDimensions setKeybindings setKittyProtocolActive
  sliceByColumn stripTerminalSequences truncateToWidth visibleWidth wrapTextWithAnsi
`
  .trim()
  .split(/\s+/);
const TYPES = `
  AutocompleteItem AutocompleteProvider AutocompleteSuggestions CellDimensions Component DefaultTextStyle
  EditorComponent EditorOptions EditorTheme Focusable FuzzyMatch ImageDimensions ImageOptions ImageProtocol
  ImageRenderOptions ImageTheme KeyEventType KeyId Keybinding KeybindingConflict KeybindingDefinition
  KeybindingDefinitions Keybindings KeybindingsConfig LoaderIndicatorOptions MarkdownOptions MarkdownTheme
  MouseRegionHandler NativeClipboard OverlayAnchor OverlayBounds OverlayHandle OverlayMargin OverlayOptions
  OverlayUnfocusOptions RenderLatexOptions RgbColor ScrollViewOptions ScrollViewScrollToOptions
  ScrollViewScrollbar SelectItem SelectListLayoutOptions SelectListTheme SelectListTruncatePrimaryContext
  SettingItem SettingsListTheme SizeValue SlashCommand StackChild StackEntry StackEntryOptions StackOptions
  StdinBufferEventMap StdinBufferOptions TUI Terminal TerminalCapabilities TerminalColorScheme Token Tokens
  TuiAltScreenOptions TuiInputListener TuiInputListenerResult TuiMainScreenRenderState TuiMode
  TuiMouseButton TuiMouseEvent TuiMouseEventResult TuiMouseEventType TuiStopOptions ViewportTUI
`
  .trim()
  .split(/\s+/);

test("every value that published components import is there", () => {
  expect(VALUES.filter((name) => !(name in tui))).toEqual([]);
});

test("every type that published components import is there", () => {
  const exported = exportedNames(new URL("../src/index.ts", import.meta.url));
  expect(TYPES.filter((name) => !exported.has(name))).toEqual([]);
});

test("P-TUI-50 the sources import none of our packages", () => {
  const root = new URL("../src/", import.meta.url);
  const files = globSync("**/*.ts", { cwd: root }).map((path) => readFileSync(new URL(path, root), "utf8"));
  const packages = new Set(
    files.flatMap((text) => [...text.matchAll(/ from "([^."][^"]*)"/g)].map(([, name]) => name)),
  );
  expect([...packages].filter((name) => !name?.startsWith("node:")).sort()).toEqual(["marked"]);
});

/** Follows `export *` to the names: types leave no trace at run time. */
function exportedNames(file: URL): Set<string> {
  const source = readFileSync(file, "utf8");
  const names = new Set<string>();
  for (const [, list = ""] of source.matchAll(/^export (?:type )?\{([^}]*)\}/gm)) {
    for (const name of list.split(",")) names.add(name.replace(/^\s*type\s/, "").trim());
  }
  for (const [, path = ""] of source.matchAll(/^export \* from "(.*)";/gm)) {
    for (const name of exportedNames(new URL(path, file))) names.add(name);
  }
  return names;
}
