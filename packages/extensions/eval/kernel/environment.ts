const NAMES = new Set(
  (
    "PATH HOME USER LOGNAME SHELL LANG LANGUAGE TZ TMPDIR TEMP TMP VIRTUAL_ENV CONDA_PREFIX CONDA_DEFAULT_ENV PYTHONPATH PYTHONHOME " +
    "PYENV_ROOT PYENV_VERSION NODE_PATH SSL_CERT_FILE SSL_CERT_DIR REQUESTS_CA_BUNDLE CURL_CA_BUNDLE HTTP_PROXY HTTPS_PROXY NO_PROXY " +
    "ALL_PROXY LD_LIBRARY_PATH OMP_NUM_THREADS CUDA_VISIBLE_DEVICES SYSTEMROOT COMSPEC PATHEXT APPDATA LOCALAPPDATA USERPROFILE"
  ).split(" "),
);
const PREFIX = /^(?:LC_|XDG_|PI_|TAU_)/;
const SECRET = /KEY|TOKEN|SECRET|PASSWORD|CREDENTIAL|^XDG_RUNTIME_DIR$/i;

type Environment = Readonly<Record<string, string | undefined>>;

/** Returns the changes to Tau's environment for a kernel. Only variables on a list stay, so that no key reaches user code. */
export function kernelEnvironment(own: NodeJS.ProcessEnv, added: Environment): Environment {
  const removed = Object.keys(own).filter((name) => !isKept(name));
  return {
    ...Object.fromEntries(removed.map((name) => [name, undefined])),
    TERM: "dumb",
    NO_COLOR: "1",
    PYTHONUNBUFFERED: "1",
    PYTHONIOENCODING: "utf-8",
    ...added,
  };
}

function isKept(name: string): boolean {
  return (NAMES.has(name.toUpperCase()) || PREFIX.test(name)) && !SECRET.test(name);
}
