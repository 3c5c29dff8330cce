/** The variables that a program needs to run at all. Keys and tokens of the user's shell must not reach a server. */
const PASSED =
  /^(?:HOME|LOGNAME|PATH|SHELL|TERM|USER|LANG|LANGUAGE|LC_\w+|TZ|TMPDIR|TEMP|TMP|XDG_\w+|NVM_\w+|VOLTA_HOME|PYENV_ROOT|NODE_EXTRA_CA_CERTS|SSL_CERT_(?:FILE|DIR)|DOCKER_\w+|SSH_AUTH_SOCK|DISPLAY|WAYLAND_DISPLAY|DBUS_SESSION_BUS_ADDRESS|(?:https?|all|no)_proxy|npm_config_\w+|APPDATA|LOCALAPPDATA|PROGRAMDATA|PROGRAMFILES.*|COMMONPROGRAMFILES.*|SYSTEMROOT|SYSTEMDRIVE|WINDIR|USERPROFILE|USERNAME|HOMEDRIVE|HOMEPATH|PATHEXT|COMSPEC|PROCESSOR_\w+|NUMBER_OF_PROCESSORS|OS)$/i;

/** Returns the environment of a server as changes to ours: passes on few variables and adds those of its configuration. */
export function childEnvironment(
  own: Readonly<Record<string, string>>,
  ours: Readonly<Record<string, string | undefined>> = process.env,
): Record<string, string | undefined> {
  const withheld = Object.keys(ours).filter((name) => !PASSED.test(name));
  return { ...Object.fromEntries(withheld.map((name) => [name, undefined])), ...own };
}
