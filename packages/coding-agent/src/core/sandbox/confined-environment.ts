import { getProviders, keyVariables } from "@tau/ai";

/**
 * Returns the environment of a command of the model: without keys of providers and clouds, and without the addresses of
 * programs that act with the user's rights (agents for ssh and gpg, the session bus, displays, container engines).
 * `passThrough` names exceptions.
 */
export function confinedEnvironment(env: NodeJS.ProcessEnv, passThrough: readonly string[] = []): NodeJS.ProcessEnv {
  const kept = new Set(passThrough);
  const keys = new Set(getProviders().flatMap((provider) => keyVariables(provider)));
  const isLeftOut = (name: string) => !kept.has(name) && (keys.has(name) || KEY.test(name) || DOOR.test(name));
  return Object.fromEntries(Object.entries(env).filter(([name]) => !isLeftOut(name)));
}

const KEY =
  /_API_KEY$|^AWS_(?:ACCESS_KEY_ID|SECRET_ACCESS_KEY|SESSION_TOKEN|BEARER_TOKEN_.*|PROFILE)$|^GOOGLE_APPLICATION_CREDENTIALS$|^AZURE_CLIENT_SECRET$|^(?:GH|GITHUB|HF|NPM|GITLAB)_TOKEN$|^NODE_AUTH_TOKEN$/;
const DOOR =
  /^(?:SSH_AUTH_SOCK|SSH_AGENT_PID|GPG_AGENT_INFO|DBUS_SESSION_BUS_ADDRESS|DBUS_SYSTEM_BUS_ADDRESS|DISPLAY|WAYLAND_DISPLAY|XAUTHORITY|DOCKER_HOST|CONTAINER_HOST|TMUX|TMUX_PANE|STY|VSCODE_IPC_HOOK.*|VSCODE_GIT_.*|WSL_INTEROP|LISTEN_FDS|LISTEN_PID|NOTIFY_SOCKET|XDG_RUNTIME_DIR)$/;
