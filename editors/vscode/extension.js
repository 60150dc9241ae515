// Starts `artrules lsp` and hands everything to it, gives files of content their language, and offers tasks.
"use strict";

const vscode = require("vscode");
const { LanguageClient, TransportKind } = require("vscode-languageclient/node");

const KINDS = /^(ruleset|part_of|set|overlay|expansion|library|scenarios)[ \t]*:/;
let client;

/** The command with its first arguments, as the settings say. */
function command() {
  const [program = "artrules", ...before] = vscode.workspace.getConfiguration("artrules").get("command", ["artrules"]);
  return { program, before };
}

/** A YAML file whose first key is one of ours has our language. */
async function recognize(document) {
  if (document.languageId !== "yaml" || document.uri.scheme !== "file") return;
  for (let line = 0; line < Math.min(document.lineCount, 50); line++) {
    const text = document.lineAt(line).text.replace(/^\uFEFF/, "");
    if (!text.trim() || /^(#|%|---)/.test(text)) continue;
    if (KINDS.test(text)) await vscode.languages.setTextDocumentLanguage(document, "artrules");
    return;
  }
}

async function start() {
  const { program, before } = command();
  const run = { command: program, args: [...before, "lsp"], transport: TransportKind.stdio };
  client = new LanguageClient(
    "artrules",
    "artrules",
    { run, debug: run },
    { documentSelector: [{ scheme: "file", language: "artrules" }] },
  );
  try {
    await client.start();
  } catch (problem) {
    const install = "pip install 'artrules[editor]'";
    vscode.window.showErrorMessage(
      `artrules: the language server can't be started (${problem.message}). Is it installed (${install})? ` +
        "The setting `artrules.command` says how it is called.",
    );
  }
}

/** Tasks that check or test the folder that is open; what `check` finds appears among the problems. */
const tasks = {
  provideTasks() {
    const folders = vscode.workspace.workspaceFolders ?? [];
    return folders.flatMap((folder) => ["check", "test"].map((action) => task({ type: "artrules", action }, folder)));
  },
  resolveTask(unresolved) {
    return task(unresolved.definition, unresolved.scope ?? vscode.TaskScope.Workspace);
  },
};

function task(definition, scope) {
  const { program, before } = command();
  const format = definition.action === "check" ? ["--format", "github"] : [];
  const path = definition.path ?? ".";
  const execution = new vscode.ShellExecution(program, [...before, definition.action, ...format, path]);
  return new vscode.Task(definition, scope, `${definition.action} ${path}`, "artrules", execution, format.length ? "$artrules" : []);
}

exports.activate = async function activate(context) {
  context.subscriptions.push(
    vscode.workspace.onDidOpenTextDocument(recognize),
    vscode.tasks.registerTaskProvider("artrules", tasks),
    vscode.commands.registerCommand("artrules.restart", async () => {
      if (client?.isRunning()) await client.stop();
      await start();
    }),
  );
  await Promise.all(vscode.workspace.textDocuments.map(recognize));
  await start();
};

exports.deactivate = () => (client?.isRunning() ? client.stop() : undefined);
