import type { OAuthLoginCallbacks } from "@tau/ai";
import { isWebPage, openUrl } from "../../../../core/process/index.ts";
import { copyText } from "../../editing/copy-text.ts";
import type { InteractiveContext } from "../../interactive-context.ts";
import { whileBlocked } from "../../notify/status-reporter.ts";
import { choose } from "../choose.ts";
import { openOverlay } from "../open-overlay.ts";
import { Panel } from "../panel.ts";
import { LoginDialog } from "./login-dialog.ts";

type Outcome = "signed-in" | { readonly error: unknown };

/** Signs in with a link or a code. Resolves to false if the user cancels, and throws if it fails. */
export async function signIn(context: InteractiveContext, provider: string): Promise<boolean> {
  const { models } = context.services;
  const { tui } = context.screen;
  const theme = () => context.themes.current;
  const controller = new AbortController();
  const title = `Sign in to ${models.getProviderDisplayName(provider)}`;
  const open = (build: Parameters<typeof openOverlay<Outcome>>[1]) =>
    whileBlocked(tui, { kind: "auth", message: title }, () => openOverlay<Outcome>(tui, build));
  const outcome = await open((done) => {
    const dialog = new LoginDialog({
      theme,
      requestRender: () => tui.requestRender(),
      copy: (text) => void copyText(text, tui.terminal),
      onCancel: () => {
        controller.abort();
        done();
      },
    });
    models.authStorage.login(provider, loginCallbacks(context, dialog, controller.signal)).then(
      () => done("signed-in"),
      (error: unknown) => done({ error }),
    );
    return new Panel({ title, body: dialog, hint: () => dialog.hint, theme });
  });
  if (outcome === undefined) return false;
  if (outcome !== "signed-in") throw outcome.error;
  return true;
}

function loginCallbacks(context: InteractiveContext, dialog: LoginDialog, signal: AbortSignal): OAuthLoginCallbacks {
  return {
    signal,
    onAuth: (info) => {
      dialog.showLink(info);
      openPage(info.url, dialog);
    },
    onDeviceCode: (info) => {
      dialog.showCode(info);
      openPage(info.verificationUri, dialog);
    },
    onProgress: (message) => dialog.report(message),
    onPrompt: (prompt) => dialog.ask(prompt),
    onManualCodeInput: () =>
      dialog.ask({ message: "Or paste the address the browser ended up at, if it cannot reach this machine:" }),
    onSelect: ({ message, options }) =>
      choose(context, { title: message, choices: options.map(({ id, label }) => ({ value: id, label })) }),
  };
}

function openPage(url: string, dialog: LoginDialog): void {
  if (isWebPage(url)) void openUrl(url);
  else dialog.report("The address from the sign-in server is not a web page, so it was not opened.");
}
