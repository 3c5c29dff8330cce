import type * as ours from "../../src/pi.ts";
import type { Has, Words } from "./has-members.ts";

/** Members of the published interfaces that programs call or fill in; the compiler is the test. */
export type PublicComponentMembers = [
  Has<ours.ArminComponent, Words<"dispose invalidate render">>,
  Has<
    ours.AssistantMessageComponent,
    | Words<"addChild children clear handleMouse invalidate removeChild render setHiddenThinkingLabel">
    | Words<"setHideThinkingBlock setOutputPad updateContent">
  >,
  Has<
    ours.BashExecutionComponent,
    | Words<"addChild appendOutput children clear getCommand getOutput handleMouse invalidate removeChild">
    | Words<"render setComplete setExpanded setOutputPad">
  >,
  Has<
    ours.BorderedLoader,
    | Words<"addChild children clear dispose handleInput handleMouse invalidate onAbort removeChild render">
    | Words<"signal">
  >,
  Has<
    ours.BranchSummaryMessageComponent,
    | Words<"addChild children clear handleMouse invalidate removeChild render setBgFn setExpanded">
    | Words<"setOutputPad">
  >,
  Has<
    ours.CompactionSummaryMessageComponent,
    | Words<"addChild children clear handleMouse invalidate removeChild render setBgFn setExpanded">
    | Words<"setOutputPad">
  >,
  Has<
    ours.CustomEditor,
    | Words<"actionHandlers addToHistory borderColor disableSubmit embedWorkingStatus focused">
    | Words<"getAutocompleteMaxVisible getCursor getExpandedText getLines getPaddingX getText handleInput">
    | Words<"handleMouse insertTextAtCursor invalidate isShowingAutocomplete onAction onChange onCtrlD">
    | Words<"onEscape onExtensionShortcut onPasteImage onSubmit render setAutocompleteMaxVisible">
    | Words<"setAutocompleteProvider setPaddingX setText setWorkingStatusIndicator">
  >,
  Has<
    ours.CustomMessageComponent,
    Words<"addChild children clear handleMouse invalidate removeChild render setExpanded setOutputPad">
  >,
  Has<ours.DynamicBorder, Words<"invalidate render">>,
  Has<
    ours.ExtensionEditorComponent,
    Words<"addChild children clear focused handleInput handleMouse invalidate removeChild render">
  >,
  Has<
    ours.ExtensionInputComponent,
    Words<"addChild children clear dispose focused handleInput handleMouse invalidate removeChild render">
  >,
  Has<
    ours.ExtensionSelectorComponent,
    Words<"addChild children clear dispose handleInput handleMouse invalidate removeChild render">
  >,
  Has<
    ours.ExtensionUIContext,
    | Words<"addAutocompleteProvider confirm custom editor getAllThemes getEditorComponent getEditorText">
    | Words<"getTheme getToolsExpanded input notify onTerminalInput pasteToEditor select setEditorComponent">
    | Words<"setEditorText setFooter setHeader setHiddenThinkingLabel setStatus setTheme setTitle">
    | Words<"setToolsExpanded setWidget setWorkingIndicator setWorkingMessage setWorkingVisible theme">
  >,
  Has<ours.ExtensionUIDialogOptions, Words<"signal timeout">>,
  Has<ours.ExtensionWidgetOptions, Words<"placement">>,
  Has<ours.FooterComponent, Words<"dispose invalidate render setAutoCompactEnabled setSession">>,
  Has<ours.KeybindingHints, Words<"keyHint keyText">>,
  Has<
    ours.KeybindingsManager,
    | Words<"getConflicts getDefinition getEffectiveConfig getKeys getResolvedBindings getUserBindings">
    | Words<"matches reload setUserBindings">
  >,
  Has<typeof ours.KeybindingsManager, Words<"create">>,
  Has<
    ours.LoginDialogComponent,
    | Words<"addChild children clear focused handleInput handleMouse invalidate removeChild render showAuth">
    | Words<"showDetails showDeviceCode showInfo showManualInput showProgress showPrompt showWaiting signal">
  >,
  Has<
    ours.ModelSelectorComponent,
    | Words<"addChild capturesViewportInput children clear dispose focused getSearchInput handleInput">
    | Words<"handleMouse invalidate removeChild render">
  >,
  Has<
    ours.OAuthSelectorComponent,
    | Words<"addChild capturesViewportInput children clear focused handleInput handleMouse invalidate">
    | Words<"removeChild render">
  >,
  Has<
    ours.SessionSelectorComponent,
    | Words<"addChild capturesViewportInput children clear focused getSessionList handleInput handleMouse">
    | Words<"invalidate removeChild render">
  >,
  Has<
    ours.SettingsSelectorComponent,
    Words<"addChild children clear getSettingsList handleMouse invalidate removeChild render">
  >,
  Has<
    ours.ShowImagesSelectorComponent,
    Words<"addChild children clear getSelectList handleMouse invalidate removeChild render">
  >,
  Has<
    ours.SkillInvocationMessageComponent,
    | Words<"addChild children clear handleMouse invalidate removeChild render setBgFn setExpanded">
    | Words<"setOutputPad">
  >,
  Has<
    ours.Theme,
    | Words<"appearance bg bold colors fg getBashModeBorderColor getBgAnsi getColorMode getFgAnsi">
    | Words<"getThinkingBorderColor inverse italic name sourceInfo sourcePath strikethrough style underline">
  >,
  Has<
    ours.ThemeSelectorComponent,
    Words<"addChild children clear getSelectList handleMouse invalidate removeChild render">
  >,
  Has<ours.ThemeStyle, Words<"bg fg">>,
  Has<
    ours.ThinkingSelectorComponent,
    | Words<"addChild children clear focused getSelectList handleInput handleMouse invalidate removeChild">
    | Words<"render">
  >,
  Has<
    ours.ToolExecutionComponent,
    | Words<"addChild children clear handleMouse invalidate markExecutionStarted removeChild render">
    | Words<"setArgsComplete setExpanded setImageWidthCells setOutputPad setShowImages updateArgs">
    | Words<"updateResult">
  >,
  Has<
    ours.TreeSelectorComponent,
    | Words<"addChild capturesViewportInput children clear focused getTreeList handleInput handleMouse">
    | Words<"invalidate onCopy removeChild render">
  >,
  Has<
    ours.UserMessageComponent,
    Words<"addChild children clear handleMouse invalidate removeChild render setOutputPad">
  >,
  Has<
    ours.UserMessageSelectorComponent,
    Words<"addChild children clear getMessageList handleMouse invalidate removeChild render">
  >,
];
