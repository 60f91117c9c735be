/** Starts `unodsl lsp` for rule files, and again when its settings change. */

import { commands, ExtensionContext, window, workspace } from "vscode";
import { LanguageClient, LanguageClientOptions, ServerOptions } from "vscode-languageclient/node";

const INSTALL = "https://github.com/unodsl/unodsl/blob/main/docs/install.md";

let client: LanguageClient | undefined;

/** A server as the settings want it. */
function make(): LanguageClient {
  const settings = workspace.getConfiguration("unodsl");
  const server: ServerOptions = {
    command: settings.get<string>("command", "unodsl"),
    args: settings.get<string[]>("arguments", ["lsp"]),
  };
  const budget = settings.get<number | null>("budget", null);
  const options: LanguageClientOptions = {
    documentSelector: [{ scheme: "file", language: "uno" }],
    initializationOptions: budget === null ? {} : { budget },
  };
  return new LanguageClient("unodsl", "unodsl", server, options);
}

async function start(): Promise<void> {
  client = make();
  try {
    await client.start();
  } catch {
    client = undefined;
    const choice = await window.showErrorMessage(
      "unodsl: the language server does not start. Install unodsl with the extra `lsp`, or set `unodsl.command` to where it lies.",
      "How to install",
      "Settings",
    );
    if (choice === "How to install") {
      const { env, Uri } = await import("vscode");
      await env.openExternal(Uri.parse(INSTALL));
    } else if (choice === "Settings") {
      await commands.executeCommand("workbench.action.openSettings", "unodsl");
    }
  }
}

async function stop(): Promise<void> {
  const running = client;
  client = undefined;
  await running?.stop();
}

async function restart(): Promise<void> {
  await stop();
  await start();
}

export async function activate(context: ExtensionContext): Promise<void> {
  context.subscriptions.push(
    commands.registerCommand("unodsl.restart", restart),
    workspace.onDidChangeConfiguration(async (event) => {
      if (["command", "arguments", "budget"].some((name) => event.affectsConfiguration(`unodsl.${name}`))) {
        await restart();
      }
    }),
  );
  await start();
}

export function deactivate(): Promise<void> {
  return stop();
}
