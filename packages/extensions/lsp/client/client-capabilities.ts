import type { ClientCapabilities } from "vscode-languageserver-protocol";

const SYMBOL_KINDS = Array.from({ length: 26 }, (_, index) => (index + 1) as 1);

/**
 * What the client announces to servers. Only what the tool uses: a server may do work for everything that is announced. Watching files is not
 * among it: servers then watch the project themselves.
 */
export const CLIENT_CAPABILITIES: ClientCapabilities = {
  general: { positionEncodings: ["utf-16", "utf-8", "utf-32"] },
  window: { workDoneProgress: true, showDocument: { support: false } },
  workspace: {
    applyEdit: true,
    configuration: true,
    workspaceFolders: true,
    didChangeConfiguration: { dynamicRegistration: true },
    executeCommand: {},
    symbol: { symbolKind: { valueSet: SYMBOL_KINDS } },
    fileOperations: { willRename: true, didRename: true },
    workspaceEdit: {
      documentChanges: true,
      resourceOperations: ["create", "rename", "delete"],
      failureHandling: "transactional",
      normalizesLineEndings: false,
    },
  },
  textDocument: {
    synchronization: { didSave: true },
    publishDiagnostics: { versionSupport: true, relatedInformation: true },
    diagnostic: { dynamicRegistration: false },
    hover: { contentFormat: ["markdown", "plaintext"] },
    definition: { linkSupport: true },
    typeDefinition: { linkSupport: true },
    implementation: { linkSupport: true },
    references: {},
    documentSymbol: { hierarchicalDocumentSymbolSupport: true, symbolKind: { valueSet: SYMBOL_KINDS } },
    rename: { prepareSupport: false },
    formatting: {},
    callHierarchy: {},
    typeHierarchy: {},
    codeAction: {
      codeActionLiteralSupport: {
        codeActionKind: { valueSet: ["", "quickfix", "refactor", "source", "source.organizeImports", "source.fixAll"] },
      },
      dataSupport: true,
      isPreferredSupport: true,
      resolveSupport: { properties: ["edit", "command"] },
    },
  },
};
