import { renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { attempts, controlled, type EscapeAttempt } from "./attempt.ts";

const HOOK = "printf '#!/bin/sh\\nid\\n'";

/** Writing where a command has nothing to write. */
const outsideAttempts: EscapeAttempt[] = [
  ...controlled({
    "write a file outside": ({ outside }) => `echo x > ${outside}/new.txt`,
    "change a file outside": ({ outside }) => `echo x >> ${outside}/file.txt`,
    "delete a file outside": ({ outside }) => `rm -f ${outside}/file.txt`,
    "rename a file outside": ({ outside }) => `mv ${outside}/file.txt ${outside}/moved.txt`,
    "change a mode outside": ({ outside }) => `chmod 777 ${outside}/file.txt`,
    "truncate a file outside": ({ outside }) => `truncate -s 0 ${outside}/file.txt`,
    "make a folder outside": ({ outside }) => `mkdir ${outside}/made`,
    "make a link outside": ({ outside }) => `ln -s /etc/passwd ${outside}/link`,
    "make a pipe outside": ({ outside }) => `mkfifo ${outside}/pipe`,
    "write through a link of the workspace": "echo x >> file-out",
    "write below a link of the workspace": "echo x > way-out/new.txt",
    "delete through a linked folder": "rm -rf way-out/folder",
    "write by a path with dots": "echo x > src/../../outside/dots.txt",
    "write through the working directory of the process": "echo x > /proc/self/cwd/../outside/proc.txt",
    "write through the root of the process": ({ outside }) => `echo x > /proc/self/root${outside}/root.txt`,
    "write with dd": ({ outside }) => `dd if=/dev/zero of=${outside}/dd.bin bs=1 count=1`,
    "unpack an archive with an absolute path": ({ outside }) =>
      `cd src && cp a.txt b.txt && tar -cPf ../x.tar --transform='s,^,${outside}/,' b.txt; tar -xPf ../x.tar`,
    "unpack an archive through a link":
      "mkdir -p t && echo x > t/in.txt && tar -cf t.tar -C t in.txt && tar -xf t.tar -C way-out",
    "copy over a file outside": ({ outside }) => `cp package.json ${outside}/file.txt`,
    "hard link a file of the workspace to the outside": ({ outside }) => `ln package.json ${outside}/hard.json`,
    "hard link a file outside into the workspace and write it": ({ outside }) =>
      `ln ${outside}/readable.txt mine.txt && echo x >> mine.txt`,
    "move a file of the workspace out": ({ outside }) => `cp src/a.txt m.txt; mv m.txt ${outside}/moved-out.txt`,
    "write a shell start file": ({ home }) => `echo id >> ${home}/.bashrc`,
    "make a shell start file": ({ home }) => `echo id > ${home}/.zshenv`,
    "replace a shell start file": ({ home }) => `echo id > n; mv n ${home}/.profile`,
    "write the configuration of git": ({ home }) => `git config --file ${home}/.gitconfig core.pager id`,
    "make a program in the home": ({ home }) => `mkdir -p ${home}/.local/bin && echo id > ${home}/.local/bin/ls`,
    "make an autostart entry": ({ home }) =>
      `mkdir -p ${home}/.config/autostart && echo x > ${home}/.config/autostart/x.desktop`,
    "make a service of the user": ({ home }) =>
      `mkdir -p ${home}/.config/systemd/user && echo x > ${home}/.config/systemd/user/x.service`,
    "change the settings of Tau": ({ agentDir }) => `echo '{"sandbox":"off"}' > ${agentDir}/settings.json`,
    "make an extension of Tau": ({ agentDir }) =>
      `mkdir -p ${agentDir}/extensions && echo x > ${agentDir}/extensions/x.ts`,
    "trust a folder": ({ agentDir }) => `echo '{}' > ${agentDir}/trust.json`,
    "leave a file in the temp folder of the machine": "echo x > /tmp/tau-escape-made-1",
    "leave a file in the other temp folder": "echo x > /var/tmp/tau-escape-made-2",
    "leave shared memory": "echo x > /dev/shm/tau-escape-made-3",
  }),
  ...attempts({
    "write to the system": "echo x > /etc/tau-escape-made; echo x > /usr/bin/tau-escape-made",
    "preload a library into every program": "echo /tmp/x.so > /etc/ld.so.preload",
    "add a user": "echo 'x::0:0::/:/bin/sh' >> /etc/passwd",
    "add a job of cron":
      "echo '* * * * * root id' >> /etc/crontab; mkdir -p /var/spool/cron && echo x > /var/spool/cron/tau-escape-made",
    "change the sandbox's own files": ({ agentDir }) =>
      `rm -f ${agentDir}/sandbox/filter ${agentDir}/sandbox/empty && echo ESCAPED; echo x > ${agentDir}/sandbox/filter && echo ESCAPED`,
    "forge the record of a placeholder": ({ agentDir, outside }) =>
      `echo '{"owner":1,"mounts":[{"kind":"absent-file","path":"${outside}/file.txt"}]}' > ${agentDir}/sandbox/runs/x.json && echo ESCAPED`,
    "a race between a folder and a link": ({ outside }) =>
      `for i in $(seq 200); do rm -rf r; mkdir r; (echo x > r/race.txt) & rm -rf r; ln -s ${outside} r; done; wait; rm -rf r`,
    "exchange a folder for a link while writing": ({ outside }) =>
      `mkdir -p s; (for i in $(seq 100); do mv s s2 2>/dev/null; ln -sfn ${outside} s; rm -f s; mv s2 s 2>/dev/null; done) & for i in $(seq 100); do echo x > s/raced.txt; done 2>/dev/null; wait; true`,
  }),
];

/** Files inside the workspace that programs of the user obey later. */
const protectedAttempts: EscapeAttempt[] = [
  ...controlled({
    "write a hook": `${HOOK} > .git/hooks/pre-commit`,
    "write a hook while using git": `git --version; ${HOOK} > .git/hooks/pre-commit`,
    "write the configuration of the repository": "printf '[core]\\n\\tfsmonitor = id\\n' >> .git/config",
    "write the configuration while using git": "git --version; printf '[core]\\n\\tfsmonitor = id\\n' >> .git/config",
    "set the configuration with git": "git config core.fsmonitor id",
    "set the hooks path with git": "git config core.hooksPath evil",
    "rename the git directory and make it anew": "mv .git x && cp -r x .git && echo x >> .git/config",
    "the same while using git": "git --version; mv .git x && cp -r x .git && echo x >> .git/config",
    "rename hooks away": "git --version; mv .git/hooks .git/h2 && mkdir .git/hooks && echo x > .git/hooks/pre-push",
    "rename the configuration away": "git --version; mv .git/config .git/c2 && echo x > .git/config",
    "rename another file over the configuration": "git --version; echo x > .git/c3; mv .git/c3 .git/config",
    "delete the configuration": "git --version; rm -f .git/config",
    "redirect the git directory":
      "git --version; mkdir -p evil; printf '[core]\\n' > evil/config; echo ../evil > .git/commondir",
    "configuration of the worktree": "git --version; printf '[core]\\n\\tfsmonitor = id\\n' > .git/config.worktree",
    "redirect another worktree": "git --version; echo /tmp/evil > .git/worktrees/w/commondir",
    "make another worktree": "git --version; mkdir -p .git/worktrees/v && echo /tmp > .git/worktrees/v/commondir",
    "configuration of a submodule": "git --version; printf '[core]\\n\\tfsmonitor = id\\n' >> .git/modules/m/config",
    "hook of a submodule": `git --version; mkdir -p .git/modules/m/hooks; ${HOOK} > .git/modules/m/hooks/post-checkout`,
    "redirect a submodule": "echo 'gitdir: ../evil' > m/.git",
    "replace the link of a submodule by a repository": "rm -f m/.git; mkdir m/.git && echo x > m/.git/config",
    "configuration of a nested repository": "printf '[core]\\n\\tfsmonitor = id\\n' >> vendor/sub/.git/config",
    "hook of a nested repository while using git": `git --version; ${HOOK} > vendor/sub/.git/hooks/pre-commit`,
    "rename a nested repository's git directory":
      "git --version; mv vendor/sub/.git vendor/sub/g && cp -r vendor/sub/g vendor/sub/.git && echo x >> vendor/sub/.git/config",
    "settings of Tau in the folder": "mkdir -p .tau && echo '{}' > .tau/settings.json",
    "an extension of Tau in the folder": "mkdir -p .tau/extensions && echo x > .tau/extensions/x.ts",
    "settings of Claude Code": "mkdir -p .claude && echo '{\"hooks\":{}}' > .claude/settings.json",
    "an MCP server": "echo '{}' > .mcp.json",
    direnv: "echo id > .envrc",
    "tasks of an editor": "echo '{}' > .vscode/tasks.json",
    "replace the folder of an editor": "mv .vscode v; mkdir .vscode; echo '{}' > .vscode/tasks.json",
    "run configurations of an IDE": "mkdir -p .idea/runConfigurations && echo x > .idea/runConfigurations/x.xml",
    "a dev container": "mkdir -p .devcontainer && echo '{}' > .devcontainer/devcontainer.json",
    "configuration of npm": "echo 'script-shell=/tmp/x' >> .npmrc",
    "replace the configuration of npm": "echo 'script-shell=/tmp/x' > n; mv n .npmrc",
    "hooks by husky": "echo id >> .husky/pre-commit",
    "configuration of cargo": "mkdir -p .cargo && echo x > .cargo/config.toml",
    "configuration of codex behind a link": "echo '{}' > .codex/config.toml",
    "the folder that the link leads to": "echo x >> agents/claude.json",
    "exchange a protected link for a folder": "rm .codex && mkdir .codex && echo x > .codex/config.toml",
    "exchange a protected link for another": "ln -sfn src .codex",
    "write by the descriptor of a folder": "exec 8<.git/hooks; echo x > /proc/self/fd/8/pre-commit",
    "write into a mount with python": `python3 -c 'import os; os.makedirs(".claude", exist_ok=True); open(".claude/x","w").write("x")'`,
  }),
  ...attempts({
    "make a file in a covered folder after a change of its mode":
      "chmod 777 .claude && echo x > .claude/settings.json; true",
    "unmount what covers a folder":
      "umount .claude; umount -l .git; rmdir .claude && mkdir .claude && echo x > .claude/settings.json",
    "remove what covers a folder": "rmdir .claude .tau .idea; mkdir .claude && echo x > .claude/a",
    "rename what covers a folder": "mv .claude c && mkdir .claude && echo x > .claude/a",
    "exchange what covers a folder": `perl -e 'syscall(316, -100, ".claude", -100, "src", 2) == 0 and print "ESCAPED"'; true`,
    "a link over what covers a folder": "ln -sfn ../outside .claude; ln -sfT src .tau; true",
    "placeholders are not committed":
      "git add -A >/dev/null 2>&1; git ls-files | grep -E '^(.mcp.json|.envrc|.claude|HEAD)' && echo ESCAPED",
    "leave processes behind that write later":
      "(sleep 0.3; echo x > .claude/late; echo x > .git/hooks/late) >/dev/null 2>&1 & true",
    "git init over the repository": "git init --template=src . >/dev/null 2>&1; true",
  }),
  {
    name: "a program of the user replaces the configuration while a command runs",
    script: () =>
      `echo READY; while [ ! -e go ]; do sleep 0.02; done; rm -f go; echo evil >> .git/config; echo evil > .git/hooks/x`,
    during: ({ workspace }) => {
      const config = join(workspace, ".git/config");
      writeFileSync(
        `${config}.lock`,
        "[core]\n\trepositoryformatversion = 0\n\tbare = false\n[user]\n\tname = t\n\temail = t@example.invalid\n",
      );
      renameSync(`${config}.lock`, config);
      writeFileSync(join(workspace, "go"), "");
    },
  },
];

export const fileAttempts: readonly EscapeAttempt[] = [...outsideAttempts, ...protectedAttempts];
