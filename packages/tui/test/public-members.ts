import type * as ours from "../src/index.ts";
import type { Has, Words } from "./has-members.ts";

/** Members of the published interfaces that programs call or fill in; the compiler is the test. */
export type PublicMembers = [
  Has<ours.AutocompleteItem, Words<"description label value">>,
  Has<ours.AutocompleteProvider, Words<"applyCompletion getSuggestions shouldTriggerFileCompletion triggerCharacters">>,
  Has<ours.AutocompleteSuggestions, Words<"items prefix">>,
  Has<ours.Box, Words<"addChild children clear handleMouse invalidate removeChild render setBgFn">>,
  Has<
    ours.CancellableLoader,
    | Words<"aborted dispose handleInput invalidate onAbort render setCustomBgFn setIndicator setMessage">
    | Words<"setText signal start stop">
  >,
  Has<ours.CellDimensions, Words<"heightPx widthPx">>,
  Has<ours.CombinedAutocompleteProvider, Words<"applyCompletion getSuggestions shouldTriggerFileCompletion">>,
  Has<ours.Component, Words<"handleInput handleMouse invalidate render wantsKeyRelease">>,
  Has<ours.Container, Words<"addChild children clear handleMouse invalidate removeChild render">>,
  Has<ours.DefaultTextStyle, Words<"bgColor bold color italic strikethrough underline">>,
  Has<
    ours.Editor,
    | Words<"addToHistory borderColor disableSubmit focused getAutocompleteMaxVisible getCursor">
    | Words<"getExpandedText getLines getPaddingX getText handleInput handleMouse insertTextAtCursor">
    | Words<"invalidate isShowingAutocomplete onChange onSubmit render setAutocompleteMaxVisible">
    | Words<"setAutocompleteProvider setPaddingX setText">
  >,
  Has<
    ours.EditorComponent,
    | Words<"addToHistory borderColor getExpandedText getText handleInput handleMouse insertTextAtCursor">
    | Words<"invalidate onChange onSubmit render setAutocompleteMaxVisible setAutocompleteProvider">
    | Words<"setPaddingX setText wantsKeyRelease">
  >,
  Has<ours.EditorOptions, Words<"autocompleteMaxVisible paddingX">>,
  Has<ours.EditorTheme, Words<"borderColor selectList">>,
  Has<ours.Focusable, Words<"focused">>,
  Has<ours.FuzzyMatch, Words<"matches score">>,
  Has<ours.HStack, Words<"addChild children clear handleMouse invalidate removeChild render">>,
  Has<ours.Image, Words<"getImageId invalidate render">>,
  Has<ours.ImageDimensions, Words<"heightPx widthPx">>,
  Has<ours.ImageOptions, Words<"filename imageId maxHeightCells maxWidthCells">>,
  Has<ours.ImageRenderOptions, Words<"imageId maxHeightCells maxWidthCells moveCursor preserveAspectRatio">>,
  Has<ours.ImageTheme, Words<"fallbackColor">>,
  Has<ours.Input, Words<"focused getValue handleInput handleMouse invalidate onEscape onSubmit render setValue">>,
  Has<ours.KeybindingConflict, Words<"key keybindings">>,
  Has<ours.KeybindingDefinition, Words<"defaultKeys description">>,
  Has<
    ours.Keybindings,
    | Words<"tui.altScreen.bottom tui.altScreen.halfPageDown tui.altScreen.halfPageUp tui.altScreen.lineDown">
    | Words<"tui.altScreen.lineUp tui.altScreen.nextPrompt tui.altScreen.pageDown tui.altScreen.pageUp">
    | Words<"tui.altScreen.previousPrompt tui.altScreen.search tui.altScreen.searchClose">
    | Words<"tui.altScreen.searchNext tui.altScreen.searchPrevious tui.altScreen.top tui.editor.cursorDown">
    | Words<"tui.editor.cursorLeft tui.editor.cursorLineEnd tui.editor.cursorLineStart tui.editor.cursorRight">
    | Words<"tui.editor.cursorUp tui.editor.cursorWordLeft tui.editor.cursorWordRight">
    | Words<"tui.editor.deleteCharBackward tui.editor.deleteCharForward tui.editor.deleteToLineEnd">
    | Words<"tui.editor.deleteToLineStart tui.editor.deleteWordBackward tui.editor.deleteWordForward">
    | Words<"tui.editor.historyNext tui.editor.historyPrevious tui.editor.jumpBackward tui.editor.jumpForward">
    | Words<"tui.editor.pageDown tui.editor.pageUp tui.editor.undo tui.editor.yank tui.editor.yankPop">
    | Words<"tui.input.copy tui.input.newLine tui.input.submit tui.input.tab tui.select.cancel">
    | Words<"tui.select.confirm tui.select.down tui.select.pageDown tui.select.pageUp tui.select.up">
  >,
  Has<
    ours.KeybindingsManager,
    Words<"getConflicts getDefinition getKeys getResolvedBindings getUserBindings matches setUserBindings">
  >,
  Has<ours.Loader, Words<"invalidate render setCustomBgFn setIndicator setMessage setText start stop">>,
  Has<ours.LoaderIndicatorOptions, Words<"frames intervalMs">>,
  Has<ours.Markdown, Words<"invalidate render setText">>,
  Has<ours.MarkdownOptions, Words<"preserveBackslashEscapes preserveOrderedListMarkers renderLatex transform">>,
  Has<
    ours.MarkdownTheme,
    | Words<"bold code codeBlock codeBlockBorder codeBlockIndent heading highlightCode hr italic link linkUrl">
    | Words<"listBullet quote quoteBorder strikethrough underline">
  >,
  Has<ours.MouseRegion, Words<"handleMouse invalidate render">>,
  Has<ours.NativeClipboard, Words<"getImage getText setText">>,
  Has<ours.OverlayBounds, Words<"col height row width">>,
  Has<ours.OverlayHandle, Words<"focus getBounds hide isFocused isHidden setHidden unfocus">>,
  Has<ours.OverlayMargin, Words<"bottom left right top">>,
  Has<
    ours.OverlayOptions,
    Words<"anchor col margin maxHeight minWidth nonCapturing offsetX offsetY row visible width">
  >,
  Has<ours.OverlayUnfocusOptions, Words<"target">>,
  Has<
    ours.ProcessTerminal,
    | Words<"clearFromCursor clearLine clearScreen columns drainInput hideCursor kittyProtocolActive">
    | Words<"modifyOtherKeysActive moveBy rows setProgress setTitle showCursor start stop write">
  >,
  Has<ours.RenderLatexOptions, Words<"display">>,
  Has<ours.RgbColor, Words<"b g r">>,
  Has<
    ours.ScrollView,
    | Words<"addChild children clear followEnd getContentWidth handleMouse invalidate isFollowingEnd">
    | Words<"isScrollbarActive isScrollbarVisible overscroll primary removeChild render scrollBy scrollTo">
    | Words<"scrollToEnd scrollToStart scrollTop scrollbar scrollbarThumbStyle scrollbarTrackStyle">
    | Words<"setScrollbar setScrollbarActive updateLayout viewportHeight">
  >,
  Has<
    ours.ScrollViewOptions,
    | Words<"axis follow overscroll primary scrollbar scrollbarHideDelayMs scrollbarThumbStyle">
    | Words<"scrollbarTrackStyle">
  >,
  Has<ours.ScrollViewScrollToOptions, Words<"disableFollow">>,
  Has<ours.SelectItem, Words<"description label value">>,
  Has<
    ours.SelectList,
    | Words<"getSelectedItem handleInput handleMouse invalidate onCancel onSelect onSelectionChange render">
    | Words<"setFilter setSelectedIndex">
  >,
  Has<ours.SelectListLayoutOptions, Words<"maxPrimaryColumnWidth minPrimaryColumnWidth truncatePrimary">>,
  Has<ours.SelectListTheme, Words<"description noMatch scrollInfo selectedPrefix selectedText">>,
  Has<ours.SelectListTruncatePrimaryContext, Words<"columnWidth isSelected item maxWidth text">>,
  Has<ours.SettingItem, Words<"currentValue description id label submenu values">>,
  Has<ours.SettingsList, Words<"handleInput handleMouse invalidate render selectItem updateValue">>,
  Has<ours.SettingsListTheme, Words<"cursor description hint label value">>,
  Has<ours.SlashCommand, Words<"argumentHint description getArgumentCompletions name">>,
  Has<ours.Spacer, Words<"invalidate render setLines">>,
  Has<ours.StackEntry, Words<"basis component grow maxSize minSize shrink visible">>,
  Has<ours.StackEntryOptions, Words<"basis grow maxSize minSize shrink visible">>,
  Has<ours.StackOptions, Words<"align gap">>,
  Has<
    ours.StdinBuffer,
    | Words<"addListener clear destroy emit eventNames flush getBuffer getMaxListeners listenerCount">
    | Words<"listeners off on once prependListener prependOnceListener process rawListeners">
    | Words<"removeAllListeners removeListener setMaxListeners">
  >,
  Has<
    typeof ours.StdinBuffer,
    | Words<"EventEmitter EventEmitterAsyncResource addAbortListener captureRejectionSymbol captureRejections">
    | Words<"defaultMaxListeners errorMonitor getEventListeners getMaxListeners listenerCount on once">
    | Words<"setMaxListeners">
  >,
  Has<ours.StdinBufferEventMap, Words<"data paste">>,
  Has<ours.StdinBufferOptions, Words<"escapeTimeout timeout">>,
  Has<
    ours.TUI,
    | Words<"addChild addInputListener children clear fullRedraws getClearOnShrink getShowHardwareCursor">
    | Words<"handleInput handleMouse hasOverlay hideOverlay invalidate mode onDebug">
    | Words<"onTerminalColorSchemeChange queryTerminalBackgroundColor queryTerminalColorScheme removeChild">
    | Words<"removeInputListener render renderNow requestRender setClearOnShrink setFocus">
    | Words<"setShowHardwareCursor setTerminalColorSchemeNotifications showOverlay start stop terminal">
    | Words<"wantsKeyRelease">
  >,
  Has<
    ours.Terminal,
    | Words<"clearFromCursor clearLine clearScreen columns drainInput hideCursor kittyProtocolActive moveBy">
    | Words<"rows setProgress setTitle showCursor start stop write">
  >,
  Has<ours.TerminalCapabilities, Words<"hyperlinks images trueColor">>,
  Has<ours.Text, Words<"invalidate render setCustomBgFn setText">>,
  Has<ours.TruncatedText, Words<"invalidate render">>,
  Has<
    ours.TuiAltScreen,
    | Words<"addChild addInputListener children clear copyActiveSelectionToClipboard flash fullRedraws">
    | Words<"getClearOnShrink getCopyOnSelect getFocusedComponent getShowHardwareCursor handleMouse">
    | Words<"hasActiveSelection hasOverlay hasOverlayEntries hideOverlay invalidate isFollowingOutput mode">
    | Words<"onDebug onTerminalColorSchemeChange queryTerminalBackgroundColor queryTerminalColorScheme">
    | Words<"removeChild removeInputListener render renderNow requestRender scrollBy scrollToBottom">
    | Words<"scrollToTop setClearOnShrink setCopyOnSelect setFocus setLayoutRoot setShowHardwareCursor">
    | Words<"setTerminalColorSchemeNotifications showOverlay start stop terminal viewportTop">
  >,
  Has<
    ours.TuiAltScreenOptions,
    | Words<"copyOnSelect copySelection mouse onRightClickPaste openUrl scrollToEndIndicator">
    | Words<"searchCurrentMatchStyle searchMatchStyle searchNavigationButtonStyle wheelScrollLines">
  >,
  Has<
    ours.TuiMainScreen,
    | Words<"addChild addInputListener captureRenderState children clear fullRedraws getClearOnShrink">
    | Words<"getFocusedComponent getShowHardwareCursor handleMouse hasOverlay hasOverlayEntries hideOverlay">
    | Words<"invalidate mode onDebug onTerminalColorSchemeChange queryTerminalBackgroundColor">
    | Words<"queryTerminalColorScheme removeChild removeInputListener render renderNow requestRender">
    | Words<"restoreRenderState setClearOnShrink setFocus setShowHardwareCursor">
    | Words<"setTerminalColorSchemeNotifications showOverlay start stop terminal">
  >,
  Has<
    ours.TuiMainScreenRenderState,
    | Words<"cursorRow hardwareCursorRow maxLinesRendered previousHeight previousLines previousViewportTop">
    | Words<"previousWidth">
  >,
  Has<ours.TuiMouseEvent, Words<"alt button clickCount ctrl height screenX screenY shift type wheelDelta width x y">>,
  Has<ours.TuiMouseEventResult, Words<"capture focus handled render">>,
  Has<ours.TuiStopOptions, Words<"preserveScreen">>,
  Has<ours.VStack, Words<"addChild children clear handleMouse invalidate removeChild render">>,
  Has<
    ours.ViewportTUI,
    | Words<"addChild addInputListener children clear fullRedraws getClearOnShrink getShowHardwareCursor">
    | Words<"handleInput handleMouse hasOverlay hideOverlay invalidate mode onDebug">
    | Words<"onTerminalColorSchemeChange queryTerminalBackgroundColor queryTerminalColorScheme removeChild">
    | Words<"removeInputListener render renderNow requestRender setClearOnShrink setFocus setLayoutRoot">
    | Words<"setShowHardwareCursor setTerminalColorSchemeNotifications showOverlay start stop terminal">
    | Words<"wantsKeyRelease">
  >,
];
