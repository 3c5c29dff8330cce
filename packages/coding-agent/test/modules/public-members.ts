import type * as ours from "../../src/pi.ts";
import type { Has, Words } from "./has-members.ts";

/** Members of the published interfaces that programs call or fill in; the compiler is the test. */
export type PublicMembers = [
  Has<
    ours.AgentSession,
    | Words<"abort abortBash abortBranchSummary abortCompaction abortRetry agent autoCompactionEnabled">
    | Words<"autoRetryEnabled bindExtensions cacheWarmingStatus clearQueue compact">
    | Words<"createReplacedSessionContext cycleModel cycleThinkingLevel dispose executeBash exportToHtml">
    | Words<"exportToJsonl extensionRunner followUp followUpMode getActiveToolNames getAllTools">
    | Words<"getAvailableThinkingLevels getCallableToolNames getContextUsage getFollowUpMessages">
    | Words<"getLastAssistantText getSessionStats getSteeringMessages getToolDefinition">
    | Words<"getUserMessagesForForking hasExtensionHandlers hasPendingBashMessages isBashRunning isCompacting">
    | Words<"isIdle isRetrying isStreaming messages model modelRuntime navigateTree pendingMessageCount">
    | Words<"prompt promptTemplates recordBashResult refreshContext reload resourceLoader retryAttempt">
    | Words<"routedModel scopedModels sendCustomMessage sendUserMessage sessionFile sessionId sessionManager">
    | Words<"sessionName setActiveToolsByName setAutoCompactionEnabled setAutoRetryEnabled">
    | Words<"setCacheWarmingMode setFollowUpMode setModel setScopedModels setSessionName setSteeringMode">
    | Words<"setThinkingLevel settingsManager state steer steeringMode subscribe summarizeForBugReport">
    | Words<"supportsThinking systemPrompt thinkingLevel waitForIdle">
  >,
  Has<ours.AgentSessionConfig, Words<"agent sessionManager">>,
  Has<
    ours.AgentSessionRuntime,
    | Words<"cwd diagnostics dispose fork importFromJsonl modelFallbackMessage newSession services session">
    | Words<"setBeforeSessionInvalidate setRebindSession switchSession">
  >,
  Has<ours.AgentSessionRuntimeDiagnostic, Words<"message type">>,
  Has<ours.AgentSessionServices, Words<"agentDir cwd diagnostics modelRuntime resourceLoader settingsManager">>,
  Has<
    ours.Args,
    | Words<"apiKey appendSystemPrompt continue diagnostics excludeTools export extensions fileArgs fork help">
    | Words<"listModels messages mode model models name noBuiltinTools noContextFiles noExtensions noMcp">
    | Words<"noPromptTemplates noSession noSkills noThemes noTools offline print projectTrustOverride">
    | Words<"promptTemplates provider resume session sessionDir sessionId skills systemPrompt themes thinking">
    | Words<"tools tuiMode unknownFlags useTheme verbose version">
  >,
  Has<ours.BashSpawnContext, Words<"command cwd env">>,
  Has<ours.BoundaryContextPreview, Words<"canContinue contextEntries contextMessages llmMessages pendingMessages">>,
  Has<ours.BoundaryResult, Words<"continue entries">>,
  Has<ours.BoundaryState, Words<"context continue entries outcome">>,
  Has<ours.BranchPreparation, Words<"fileOps messages totalTokens">>,
  Has<ours.BranchSummaryEntry, Words<"details fromHook fromId id parentId summary timestamp type usage">>,
  Has<ours.BranchSummaryResult, Words<"aborted error modifiedFiles readFiles summary usage">>,
  Has<
    ours.BuildSystemPromptOptions,
    | Words<"appendSystemPrompt contextFiles customPrompt cwd forceSystemPrompt hiddenTools promptGuidelines">
    | Words<"sections selectedTools skills toolGuidelines toolSnippets">
  >,
  Has<
    ours.CacheWarmingDecision,
    Words<"action continuationProbability economicsAvailable expectedSavings missCost phase warmCost">
  >,
  Has<ours.CacheWarmingStatus, Words<"decision extensionOverride nextWarmAt reason state">>,
  Has<ours.CollectEntriesResult, Words<"commonAncestorId entries">>,
  Has<ours.CompactOptions, Words<"customInstructions onComplete onError">>,
  Has<
    ours.CompactionEntry,
    | Words<"details firstKeptEntryId fromHook id parentId summary systemMessage timestamp tokensBefore type">
    | Words<"usage">
  >,
  Has<ours.CompactionEntryDraft, Words<"details firstKeptEntryId summary type usage">>,
  Has<ours.CompactionModelOverride, Words<"keepRecentTokens reserveTokens">>,
  Has<ours.CompactionResult, Words<"details estimatedTokensAfter firstKeptEntryId summary tokensBefore usage">>,
  Has<ours.CompactionSettings, Words<"enabled keepRecentTokens modelOverrides reserveTokens">>,
  Has<ours.ContextEditEntry, Words<"id parentId replacement targetId timestamp type">>,
  Has<ours.ContextEditEntryDraft, Words<"replacement targetId type">>,
  Has<ours.ContextUsage, Words<"contextWindow percent tokens">>,
  Has<
    ours.CreateAgentSessionFromServicesOptions,
    | Words<"customTools excludeTools model noTools scopedModels services sessionManager sessionStartEvent">
    | Words<"thinkingLevel tools">
  >,
  Has<
    ours.CreateAgentSessionOptions,
    | Words<"agentDir customTools cwd excludeTools model modelRuntime noTools resourceLoader scopedModels">
    | Words<"sessionManager sessionStartEvent settingsManager thinkingLevel tools">
  >,
  Has<ours.CreateAgentSessionResult, Words<"extensionsResult modelFallbackMessage session">>,
  Has<
    ours.CreateAgentSessionRuntimeResult,
    Words<"diagnostics extensionsResult modelFallbackMessage services session">
  >,
  Has<
    ours.CreateAgentSessionServicesOptions,
    | Words<"agentDir cwd extensionFlagValues modelRuntime modelRuntimeSignal resourceLoaderOptions">
    | Words<"resourceLoaderReloadOptions settingsManager">
  >,
  Has<
    ours.CreateModelRuntimeOptions,
    | Words<"allowModelNetwork authPath catalogBaseUrl credentials modelRefreshTimeoutMs modelsPath">
    | Words<"modelsStore modelsStorePath refreshOnCreate signal">
  >,
  Has<ours.CredentialSynchronizationError, Words<"cause credential message name operation providerId stack">>,
  Has<typeof ours.CredentialSynchronizationError, Words<"captureStackTrace prepareStackTrace stackTraceLimit">>,
  Has<ours.CustomEntry, Words<"customType data id parentId timestamp type">>,
  Has<ours.CustomEntryDraft, Words<"customType data type">>,
  Has<ours.CustomMessageEntry, Words<"content customType details display id parentId timestamp type">>,
  Has<ours.CustomMessageEntryDraft, Words<"content customType details display type">>,
  Has<ours.CutPointResult, Words<"firstKeptEntryIndex isSplitTurn turnStartIndex">>,
  Has<
    ours.DefaultPackageManager,
    | Words<"addSourceToSettings checkForAvailableUpdates getInstalledPath install installAndPersist">
    | Words<"listConfiguredPackages remove removeAndPersist removeSourceFromSettings resolve">
    | Words<"resolveExtensionSources setProgressCallback update">
  >,
  Has<
    ours.DefaultResourceLoader,
    | Words<"extendResources getAgentsFiles getAppendSystemPrompt getAppendSystemPromptSources getExtensions">
    | Words<"getPrompts getSkills getSystemPrompt getSystemPromptSource getThemes loadProjectTrustExtensions">
    | Words<"reload">
  >,
  Has<ours.EditDiffResult, Words<"diff firstChangedLine">>,
  Has<ours.EntryRenderOptions, Words<"expanded keyHint keyText">>,
  Has<ours.ExecOptions, Words<"cwd maxBuffer signal timeout">>,
  Has<ours.ExecResult, Words<"code killed stderr stdout truncated">>,
  Has<
    ours.Extension,
    | Words<"commands entryRenderers flags handlers hidden markdownTransformer messageRenderers path">
    | Words<"replaceable resolvedPath shortcuts sourceInfo toolRenderers tools">
  >,
  Has<
    ours.ExtensionAPI,
    | Words<"appendEntry events exec getActiveTools getAllTools getCommands getFlag getMcpServers">
    | Words<"getSessionName getSettings getThinkingLevel on registerCommand registerEntryRenderer">
    | Words<"registerFlag registerMarkdownTransformer registerMcpServer registerMessageRenderer">
    | Words<"registerProvider registerShortcut registerTool registerToolRenderer registerVirtualModel">
    | Words<"sendMessage sendUserMessage setActiveTools setLabel setModel setSessionName setThinkingLevel">
    | Words<"unregisterMcpServer unregisterProvider unregisterVirtualModel">
  >,
  Has<
    ours.ExtensionActions,
    | Words<"appendEntry getActiveTools getAllTools getCommands getSessionName getSettings getThinkingLevel">
    | Words<"refreshTools sendMessage sendUserMessage setActiveTools setLabel setModel setSessionName">
    | Words<"setThinkingLevel">
  >,
  Has<
    ours.ExtensionCommandContext,
    | Words<"abort compact cwd fork getContextUsage getSystemPrompt getSystemPromptOptions hasPendingMessages">
    | Words<"hasUI isIdle isProjectTrusted mode model modelRegistry navigateTree newSession reload">
    | Words<"scopedModels sessionManager shutdown signal switchSession thinkingLevel ui waitForIdle">
  >,
  Has<ours.ExtensionCommandContextActions, Words<"fork navigateTree newSession reload switchSession waitForIdle">>,
  Has<
    ours.ExtensionContext,
    | Words<"abort compact cwd getContextUsage getSystemPrompt hasPendingMessages hasUI isIdle">
    | Words<"isProjectTrusted mode model modelRegistry scopedModels sessionManager shutdown signal">
    | Words<"thinkingLevel ui">
  >,
  Has<
    ours.ExtensionContextActions,
    | Words<"abort compact executeTool getCallableTools getContextUsage getModel getScopedModels getSignal">
    | Words<"getSystemPrompt getSystemPromptOptions hasPendingMessages isIdle isProjectTrusted shutdown">
  >,
  Has<ours.ExtensionError, Words<"error event extensionPath stack">>,
  Has<ours.ExtensionFlag, Words<"default description extensionPath name type">>,
  Has<
    ours.ExtensionRunner,
    | Words<"bindCommandContext bindCore createCommandContext createContext createToolContext emit">
    | Words<"emitBeforeAgentStart emitBeforeProviderHeaders emitBeforeProviderRequest emitBoundary">
    | Words<"emitCacheWarmingDecision emitContext emitError emitInput emitMessageEnd emitResourcesDiscover">
    | Words<"emitToolCall emitToolResult emitUserBash getActiveTools getAllRegisteredTools getCommand">
    | Words<"getCommandDiagnostics getEntryRenderer getExtensionPaths getFlagValues getFlags">
    | Words<"getMarkdownTransformers getMessageRenderer getModelRegistry getRegisteredCommands">
    | Words<"getShortcutDiagnostics getShortcuts getToolDefinition getUIContext hasHandlers hasUI invalidate">
    | Words<"onError reportUnhandledMcpServers resolveToolRenderers setFlagValue setUIContext shutdown">
  >,
  Has<
    ours.ExtensionRuntime,
    | Words<"appendEntry assertActive createContext flagValues getActiveTools getAllTools getCommands">
    | Words<"getSessionName getSettings getThinkingLevel invalidate mcpServers">
    | Words<"pendingNativeProviderRegistrations pendingProviderRegistrations pendingVirtualModelRegistrations">
    | Words<"refreshTools registerNativeProvider registerProvider registerVirtualModel sendMessage">
    | Words<"sendUserMessage setActiveTools setLabel setModel setSessionName setThinkingLevel">
    | Words<"trackEventBusSubscription unregisterProvider unregisterVirtualModel">
  >,
  Has<ours.ExtensionShortcut, Words<"description extensionPath handler shortcut">>,
  Has<ours.ExtensionVirtualModel, Words<"contextWindow id input maxTokens name provider route thinkingLevels">>,
  Has<
    ours.GenerateBranchSummaryOptions,
    | Words<"apiKey callbacks customInstructions env headers model replaceInstructions reserveTokens retry">
    | Words<"signal streamFn thinkingLevel">
  >,
  Has<ours.ImageSettings, Words<"autoResize blockImages">>,
  Has<
    ours.InteractiveMode,
    | Words<"clearEditor getUserInput init renderInitialMessages run showError showNewVersionNotification">
    | Words<"showPackageUpdateNotification showWarning stop">
  >,
  Has<
    ours.InteractiveModeOptions,
    | Words<"autoTrustOnReloadCwd initialImages initialMessage initialMessages initialThemeSetting">
    | Words<"migratedProviders modelFallbackMessage startupDiagnostics terminal tuiMode verbose">
  >,
  Has<ours.LoadExtensionsResult, Words<"errors extensions runtime warnings">>,
  Has<ours.LoadSkillsFromDirOptions, Words<"dir source">>,
  Has<ours.LoadSkillsResult, Words<"diagnostics skills">>,
  Has<ours.MainOptions, Words<"extensionFactories">>,
  Has<ours.MarkdownTransformContext, Words<"availableWidth isStreaming messageId messageType timestamp">>,
  Has<ours.MessageRenderOptions, Words<"expanded keyHint keyText outputPad">>,
  Has<ours.ModelChangeEntry, Words<"id modelId parentId provider timestamp type">>,
  Has<ours.ModelCycleResult, Words<"isScoped model thinkingLevel">>,
  Has<ours.ModelInfo, Words<"contextWindow id provider reasoning">>,
  Has<
    ours.ModelRegistry,
    | Words<"classify complete find findOfType generateImages getAll getApiKeyAndHeaders getApiKeyForProvider">
    | Words<"getAvailable getAvailableOfType getError getModelOfType getModelsOfType getProvider">
    | Words<"getProviderAuth getProviderAuthStatus getProviderDisplayName getRegisteredNativeProvider">
    | Words<"getRegisteredProviderConfig getRegisteredProviderIds hasConfiguredAuth isUsingOAuth refresh">
    | Words<"registerProvider registerVirtualModel stream streamSimple unregisterProvider">
    | Words<"unregisterVirtualModel">
  >,
  Has<ours.ModelRoute, Words<"model state thinkingLevel">>,
  Has<ours.ModelRouteRequest, Words<"failed messages model previous reason signal state thinkingLevel">>,
  Has<
    ours.ModelRuntime,
    | Words<"cancelDeferred checkAuth classify complete completeSimple fetchDeferred generateImages">
    | Words<"getAllAvailable getAllModels getAuth getAvailable getAvailableOfType getAvailableSnapshot">
    | Words<"getError getModel getModelOfType getModels getModelsOfType getPhysicalModel getProvider">
    | Words<"getProviderAuthStatus getProviders getRegisteredNativeProvider getRegisteredProviderConfig">
    | Words<"getRegisteredProviderIds hasConfiguredAuth isUsingOAuth isUsingSubscription listCredentials">
    | Words<"login logout refresh registerNativeProvider registerProvider registerVirtualModel">
    | Words<"removeRuntimeApiKey resolveModel setRuntimeApiKey stream streamDeferred streamSimple">
    | Words<"unregisterProvider unregisterVirtualModel">
  >,
  Has<typeof ours.ModelRuntime, Words<"create">>,
  Has<ours.ModelRuntimeAuthOverrides, Words<"apiKey env minOAuthValidityMs signal">>,
  Has<ours.ModelScopeDiagnostic, Words<"code message pattern type">>,
  Has<ours.NewSessionOptions, Words<"id parentSession">>,
  Has<ours.PackageInstallFailure, Words<"message scope source">>,
  Has<
    ours.PackageManager,
    | Words<"addSourceToSettings getInstalledPath install installAndPersist listConfiguredPackages remove">
    | Words<"removeAndPersist removeSourceFromSettings resolve resolveExtensionSources setProgressCallback">
    | Words<"update">
  >,
  Has<ours.ParsedSkillBlock, Words<"content location name userMessage">>,
  Has<ours.PathMetadata, Words<"baseDir changelogPath origin packageRoot scope source">>,
  Has<ours.PowerShellSpawnContext, Words<"command cwd env">>,
  Has<ours.PrintModeOptions, Words<"initialImages initialMessage messages mode">>,
  Has<ours.ProjectTrustContext, Words<"cwd hasUI mode ui">>,
  Has<ours.ProjectTrustStore, Words<"get getEntry set setMany">>,
  Has<ours.ProjectTrustStoreEntry, Words<"decision path">>,
  Has<ours.ProjectTrustUpdate, Words<"decision path">>,
  Has<ours.ProjectedSessionEntry, Words<"messages sourceEntry">>,
  Has<ours.PromptOptions, Words<"expandPromptTemplates images preflightResult source streamingBehavior">>,
  Has<ours.PromptTemplate, Words<"argumentHint content description filePath name sourceInfo">>,
  Has<
    ours.ProviderConfig,
    | Words<"api apiKey authHeader baseUrl classifiers headers images models name oauth refreshModels">
    | Words<"streamSimple">
  >,
  Has<
    ours.ReadonlyFooterDataProvider,
    Words<"getAvailableProviderCount getExtensionStatuses getGitBranch onBranchChange">
  >,
  Has<ours.RegisteredCommand, Words<"description getArgumentCompletions handler name sourceInfo">>,
  Has<ours.RegisteredMcpServer, Words<"config extensionPath name">>,
  Has<ours.RenderDiffOptions, Words<"filePath">>,
  Has<ours.ResizedImage, Words<"data height mimeType originalHeight originalWidth wasResized width">>,
  Has<ours.ResolveCliModelResult, Words<"error model thinkingLevel warning">>,
  Has<ours.ResolveModelScopeResult, Words<"diagnostics scopedModels">>,
  Has<ours.ResolvedCommand, Words<"description getArgumentCompletions handler invocationName name sourceInfo">>,
  Has<ours.ResolvedPaths, Words<"extensions installFailures prompts skills themes">>,
  Has<ours.ResolvedResource, Words<"enabled metadata path">>,
  Has<ours.ResourceCollision, Words<"loserPath loserSource name resourceType winnerPath winnerSource">>,
  Has<ours.ResourceDiagnostic, Words<"collision message path type">>,
  Has<
    ours.ResourceLoader,
    | Words<"extendResources getAgentsFiles getAppendSystemPrompt getAppendSystemPromptSources getExtensions">
    | Words<"getPrompts getSkills getSystemPrompt getSystemPromptSource getThemes reload">
  >,
  Has<ours.ResourcesDiscoverResult, Words<"promptPaths skillPaths themePaths">>,
  Has<ours.RetrySettings, Words<"baseDelayMs enabled maxAgentDelayMs maxRetries provider">>,
  Has<
    ours.RpcClient,
    | Words<"abort abortBash abortRetry bash clearQueue clone collectEvents compact cycleModel">
    | Words<"cycleThinkingLevel exportHtml followUp fork getAvailableModels getAvailableThinkingLevels">
    | Words<"getCommands getEntries getForkMessages getLastAssistantText getMessages getSessionStats getState">
    | Words<"getStderr getTree newSession onEvent prompt promptAndWait setAutoCompaction setAutoRetry">
    | Words<"setFollowUpMode setModel setSessionName setSteeringMode setThinkingLevel start steer stop">
    | Words<"switchSession waitForIdle">
  >,
  Has<ours.RpcClientOptions, Words<"args cliPath cwd env model provider">>,
  Has<
    ours.RpcSessionState,
    | Words<"autoCompactionEnabled followUpMode isCompacting isStreaming messageCount model">
    | Words<"pendingMessageCount sessionFile sessionId sessionName steeringMode thinkingLevel">
  >,
  Has<ours.ScopedModel, Words<"model thinkingLevel">>,
  Has<ours.SessionBeforeCompactResult, Words<"cancel compaction">>,
  Has<ours.SessionBeforeForkResult, Words<"cancel skipConversationRestore">>,
  Has<ours.SessionBeforeSwitchResult, Words<"cancel">>,
  Has<ours.SessionBeforeTreeResult, Words<"cancel customInstructions label replaceInstructions summary">>,
  Has<ours.SessionContext, Words<"messages model thinkingLevel">>,
  Has<ours.SessionEntryBase, Words<"id parentId timestamp type">>,
  Has<ours.SessionHeader, Words<"cwd id parentSession timestamp type version">>,
  Has<
    ours.SessionInfo,
    Words<"allMessagesText created cwd firstMessage id messageCount modified name parentSessionPath path">
  >,
  Has<ours.SessionInfoEntry, Words<"id name parentId timestamp type">>,
  Has<
    ours.SessionManager,
    | Words<"appendCompaction appendContextEdit appendCustomEntry appendCustomMessageEntry appendLabelChange">
    | Words<"appendMessage appendModelChange appendSessionInfo appendThinkingLevelChange appendUsage branch">
    | Words<"branchWithSummary buildContextEntries buildSessionContext buildSessionProjection">
    | Words<"createBranchedSession getBranch getChildren getCwd getEntries getEntry getEntryCount getHeader">
    | Words<"getLabel getLeafEntry getLeafId getSessionDir getSessionFile getSessionId getSessionName getTree">
    | Words<"isPersisted newSession resetLeaf setSessionFile usesDefaultSessionDir">
  >,
  Has<typeof ours.SessionManager, Words<"continueRecent create findById forkFrom inMemory list listAll open">>,
  Has<ours.SessionMessageEntry, Words<"id message parentId timestamp type">>,
  Has<ours.SessionProjection, Words<"entries messages model thinkingLevel">>,
  Has<
    ours.SessionStats,
    | Words<"assistantMessages contextUsage cost sessionFile sessionId tokens toolCalls toolResults">
    | Words<"totalMessages userMessages">
  >,
  Has<ours.SessionTreeNode, Words<"children entry label labelTimestamp">>,
  Has<ours.SettingsCallbacks, Words<"onCancel">>,
  Has<
    ours.SettingsManager,
    | Words<"applyOverrides drainErrors flush getAllModelThinkingLevels getAutocompleteMaxVisible">
    | Words<"getBlockImages getBranchSummarySettings getBranchSummarySkipPrompt getCacheWarmingMode">
    | Words<"getClearOnShrink getCodeBlockIndent getCollapseChangelog getCompactionEnabled">
    | Words<"getCompactionKeepRecentTokens getCompactionReserveTokens getCompactionSettings getDefaultModel">
    | Words<"getDefaultProjectTrust getDefaultProvider getDefaultThinkingLevel getDefaultTools">
    | Words<"getDoubleEscapeAction getEditorPaddingX getEnableAnalytics getEnableInstallTelemetry">
    | Words<"getEnableSkillCommands getEnabledModels getExtensionChangelogVersion getExtensionPaths">
    | Words<"getExternalEditorCommand getFollowUpMode getFullscreenCopyOnSelect getFullscreenExitOutput">
    | Words<"getFullscreenScrollbar getFullscreenWheelScrollLines getGlobalSettings getHideThinkingBlock">
    | Words<"getHttpIdleTimeoutMs getImageAutoResize getImageWidthCells getLastChangelogVersion">
    | Words<"getMermaidRenderingMode getModelThinkingLevel getNpmCommand getOrCreateDeviceId getOutputPad">
    | Words<"getPackages getProjectSettings getPromptTemplatePaths getProviderRetrySettings getQuietStartup">
    | Words<"getRetryEnabled getRetrySettings getSessionDir getSessionShareDestination getSettings">
    | Words<"getShellCommandPrefix getShellPath getShowCacheMissNotices getShowHardwareCursor getShowImages">
    | Words<"getShowTerminalProgress getSkillPaths getSteeringMode getTerminalCapabilityOverrides getTheme">
    | Words<"getThemePaths getThemeSetting getThinkingBudgets getTrackingId getTransport getTreeFilterMode">
    | Words<"getTuiMode getWarnings getWebSocketConnectTimeoutMs isProjectTrusted reload">
    | Words<"removeModelThinkingLevel setAutocompleteMaxVisible setBlockImages setCacheWarmingMode">
    | Words<"setClearOnShrink setCollapseChangelog setCompactionEnabled setDefaultModel">
    | Words<"setDefaultModelAndProvider setDefaultProjectTrust setDefaultProvider setDefaultThinkingLevel">
    | Words<"setDoubleEscapeAction setEditorPaddingX setEnableAnalytics setEnableInstallTelemetry">
    | Words<"setEnableSkillCommands setEnabledModels setExtensionChangelogVersion setExtensionPaths">
    | Words<"setFollowUpMode setFullscreenCopyOnSelect setFullscreenExitOutput setFullscreenScrollbar">
    | Words<"setFullscreenWheelScrollLines setHideThinkingBlock setHttpIdleTimeoutMs setImageAutoResize">
    | Words<"setImageWidthCells setLastChangelogVersion setMermaidRenderingMode setModelThinkingLevel">
    | Words<"setNpmCommand setOutputPad setPackages setProjectExtensionPaths setProjectPackages">
    | Words<"setProjectPromptTemplatePaths setProjectSkillPaths setProjectThemePaths setProjectTrusted">
    | Words<"setPromptTemplatePaths setQuietStartup setRetryEnabled setSessionShareDestination">
    | Words<"setShellCommandPrefix setShellPath setShowCacheMissNotices setShowHardwareCursor setShowImages">
    | Words<"setShowTerminalProgress setSkillPaths setSteeringMode setTheme setThemePaths setTransport">
    | Words<"setTreeFilterMode setTuiMode setWarnings">
  >,
  Has<typeof ours.SettingsManager, Words<"create fromStorage inMemory">>,
  Has<ours.SettingsManagerCreateOptions, Words<"projectTrusted">>,
  Has<ours.Skill, Words<"baseDir description disableModelInvocation filePath name sourceInfo">>,
  Has<ours.SkillFrontmatter, Words<"description disable-model-invocation name">>,
  Has<ours.SlashCommandInfo, Words<"description name source sourceInfo">>,
  Has<ours.SourceInfo, Words<"baseDir changelogPath origin path scope source">>,
  Has<ours.ThinkingLevelChangeEntry, Words<"id parentId thinkingLevel timestamp type">>,
  Has<ours.VirtualModelDefinition, Words<"contextWindow id input maxTokens name provider route thinkingLevels">>,
  Has<ours.VirtualModelStateData, Words<"modelId provider state">>,
  Has<ours.VisualTruncateResult, Words<"skippedCount visualLines">>,
  Has<ours.WorkingIndicatorOptions, Words<"frames intervalMs">>,
];
