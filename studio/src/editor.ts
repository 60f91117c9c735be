// The editor: CodeMirror with the language server of unodsl.
import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { HighlightStyle, StreamLanguage, bracketMatching, indentUnit, syntaxHighlighting } from "@codemirror/language";
import { lintGutter, lintKeymap } from "@codemirror/lint";
import { LSPClient, Workspace, LSPPlugin, findReferencesKeymap, formatDocument, formatKeymap, hoverTooltips, jumpToDefinitionKeymap, renameKeymap, renameSymbol, serverCompletion, serverDiagnostics, type WorkspaceFile } from "@codemirror/lsp-client";
import { highlightSelectionMatches, searchKeymap } from "@codemirror/search";
import { Compartment, EditorState, StateEffect, StateField, Text, type TransactionSpec } from "@codemirror/state";
import { Decoration, EditorView, drawSelection, highlightActiveLine, keymap, lineNumbers, type DecorationSet } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { Link } from "./link";
import { clean } from "./clean";

export interface Range {
  start: { line: number; character: number };
  end: { line: number; character: number };
}

export interface Diagnostic {
  range: Range;
  message: string;
  severity?: number;
  code?: string | number;
}

export interface TextEdit {
  range: Range;
  newText: string;
}

export interface CodeAction {
  title: string;
  edit?: { changes?: Record<string, TextEdit[]> };
}

const KEYWORDS = new Set(
  "use options for game option extends rule definition means when then if else instead of before after despite during at any time may must otherwise cannot scenario expect with seats act zone variable situation parameter deck clause requires excludes brings note begin end allow set by as becomes default starts manners repeat each move play plays draw draws".split(" "),
);

const language = StreamLanguage.define<null>({
  name: "uno",
  startState: () => null,
  token(stream) {
    if (stream.eatSpace()) return null;
    if (stream.match(/^#.*/)) return "comment";
    if (stream.match(/^"[^"]*"?/)) return "string";
    if (stream.match(/^-?\d+/)) return "number";
    const word = stream.match(/^[\w-]+/) as RegExpMatchArray | null;
    if (word) return KEYWORDS.has(word[0]) ? "keyword" : null;
    stream.next();
    return null;
  },
  languageData: { commentTokens: { line: "#" } },
});

const colors = HighlightStyle.define([
  { tag: tags.keyword, class: "tok-keyword" },
  { tag: tags.string, class: "tok-string" },
  { tag: tags.number, class: "tok-number" },
  { tag: tags.comment, class: "tok-comment" },
]);

/** Lines that are lit, because a finding or the log is about them. */
const light = StateEffect.define<[first: number, last: number][]>();
const lit = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(value, transaction) {
    let next = value.map(transaction.changes);
    for (const effect of transaction.effects) {
      if (!effect.is(light)) continue;
      const lines = effect.value.flatMap(([first, last]) => {
        const { doc } = transaction.state;
        const out = [];
        for (let n = Math.max(1, first); n <= Math.min(doc.lines, last); n++) out.push(Decoration.line({ class: "lit" }).range(doc.line(n).from));
        return out;
      });
      next = Decoration.set(lines, true);
    }
    return next;
  },
  provide: (field) => EditorView.decorations.from(field),
});

export interface Host {
  root: string;
  /** Edits for a file that is not in the editor. */
  edit(name: string, edits: TextEdit[]): Promise<void>;
  show(name: string): Promise<void>;
  changed(): void;
  save(): void;
  problems(found: Diagnostic[]): void;
  connected(connected: boolean): void;
}

interface Open extends WorkspaceFile {
  view: EditorView;
}

type Updates = ReturnType<Workspace["syncFiles"]>;

class Files extends Workspace {
  files: Open[] = [];
  private version = 0;

  constructor(client: LSPClient, private readonly host: Host, private readonly editor: () => EditorView) {
    super(client);
  }

  syncFiles(): Updates {
    const out: Updates[number][] = [];
    for (const file of this.files) {
      const plugin = LSPPlugin.get(file.view);
      const changes = plugin?.unsyncedChanges;
      if (!plugin || !changes || changes.empty) continue;
      out.push({ changes, file, prevDoc: file.doc });
      file.doc = file.view.state.doc;
      file.version = ++this.version;
      plugin.clear();
    }
    return out;
  }

  openFile(uri: string, languageId: string, view: EditorView): void {
    this.files = this.files.filter((x) => x.uri !== uri);
    const file = { uri, languageId, version: ++this.version, doc: view.state.doc, view, getView: () => view };
    this.files.push(file);
    if (this.client.connected) this.client.didOpen(file);
  }

  closeFile(uri: string): void {
    if (!this.getFile(uri)) return;
    this.files = this.files.filter((x) => x.uri !== uri);
    if (this.client.connected) this.client.didClose(uri);
  }

  override updateFile(uri: string, update: TransactionSpec): void {
    const file = this.getFile(uri);
    if (file) file.getView()?.dispatch(update);
  }

  override async displayFile(uri: string): Promise<EditorView | null> {
    if (!uri.startsWith(this.host.root)) return null;
    await this.host.show(decodeURIComponent(uri.slice(this.host.root.length + 1)));
    return this.editor();
  }
}

export class Editor {
  readonly view: EditorView;
  private readonly client: LSPClient;
  private readonly support = new Compartment();
  private readonly writable = new Compartment();
  private uri = "";
  private quiet = false;
  private listeners: ((text: string) => void)[] = [];

  constructor(parent: HTMLElement, token: string, private readonly host: Host) {
    const nonce = document.querySelector<HTMLMetaElement>('meta[name="nonce"]')?.content ?? "";
    this.client = new LSPClient({
      rootUri: host.root,
      timeout: 20000,
      workspace: (client) => new Files(client, host, () => this.view),
      sanitizeHTML: clean,
      highlightLanguage: () => language,
      notificationHandlers: {
        "textDocument/publishDiagnostics": (_, params: { uri: string; diagnostics: Diagnostic[] }) => {
          if (params.uri === this.uri) host.problems(params.diagnostics);
          return false;
        },
      },
      extensions: [serverDiagnostics(), serverCompletion(), hoverTooltips()],
    });
    this.view = new EditorView({
      parent,
      state: EditorState.create({
        extensions: [
          EditorView.cspNonce.of(nonce),
          EditorView.contentAttributes.of({ "aria-label": "the rules" }),
          lineNumbers(), lintGutter(), history(), drawSelection(), bracketMatching(), closeBrackets(), highlightActiveLine(), highlightSelectionMatches(),
          indentUnit.of("  "), autocompletion(), language, syntaxHighlighting(colors), lit,
          this.support.of([]), this.writable.of([]),
          keymap.of([
            { key: "Mod-s", preventDefault: true, run: () => (host.save(), true) },
            ...closeBracketsKeymap, ...renameKeymap, ...formatKeymap, ...jumpToDefinitionKeymap, ...findReferencesKeymap,
            ...completionKeymap, ...lintKeymap, ...searchKeymap, ...historyKeymap, ...defaultKeymap, indentWithTab,
          ]),
          EditorView.updateListener.of((update) => {
            if (update.docChanged && !this.quiet) host.changed();
          }),
        ],
      }),
    });
    const link: Link = new Link("/language", token, (text) => this.listeners.forEach((x) => x(text)), (connected) => {
      host.connected(connected);
      if (!connected) {
        if (this.client.connected) this.client.disconnect();
        return;
      }
      this.client.connect({
        send: (text) => {
          if (!link.sendText(text)) throw new Error("the language server is not there");
        },
        subscribe: (hear) => this.listeners.push(hear),
        unsubscribe: (hear) => (this.listeners = this.listeners.filter((x) => x !== hear)),
      });
    });
  }

  get text(): string {
    return this.view.state.doc.toString();
  }

  /** Show a file. */
  show(name: string, text: string, writable: boolean): void {
    this.quiet = true;
    this.view.dispatch({ effects: this.support.reconfigure([]) });
    this.uri = `${this.host.root}/${name.split("/").map(encodeURIComponent).join("/")}`;
    this.host.problems([]);
    this.view.dispatch({
      changes: { from: 0, to: this.view.state.doc.length, insert: text },
      selection: { anchor: 0 },
      effects: [this.support.reconfigure(this.client.plugin(this.uri, "uno")), this.writable.reconfigure(EditorState.readOnly.of(!writable)), light.of([])],
    });
    this.quiet = false;
  }

  /** Put another text in place of the one that is shown, as one step that can be undone. */
  replace(text: string, quiet: boolean): void {
    this.quiet = quiet;
    this.view.dispatch({ changes: { from: 0, to: this.view.state.doc.length, insert: text } });
    this.quiet = false;
  }

  light(lines: [number, number][]): void {
    const first = lines[0];
    const { doc } = this.view.state;
    const at = first === undefined ? 0 : doc.line(Math.max(1, Math.min(doc.lines, first[0]))).from;
    this.view.dispatch({ effects: first === undefined ? light.of(lines) : [light.of(lines), EditorView.scrollIntoView(at, { y: "center" })] });
  }

  go(line: number): void {
    const { doc } = this.view.state;
    this.view.dispatch({ selection: { anchor: doc.line(Math.max(1, Math.min(doc.lines, line))).from }, scrollIntoView: true });
    this.view.focus();
  }

  format(): void {
    formatDocument(this.view);
  }

  rename(): void {
    renameSymbol(this.view);
  }

  /** What can be done about a problem. */
  async actions(diagnostic: Diagnostic): Promise<CodeAction[]> {
    this.client.sync();
    const found = await this.client.request<unknown, CodeAction[] | null>("textDocument/codeAction", {
      textDocument: { uri: this.uri }, range: diagnostic.range, context: { diagnostics: [diagnostic] },
    });
    return (found ?? []).filter((x) => x.edit?.changes !== undefined);
  }

  async apply(action: CodeAction): Promise<void> {
    for (const [uri, edits] of Object.entries(action.edit?.changes ?? {})) {
      if (uri === this.uri) {
        const { doc } = this.view.state;
        this.view.dispatch({ changes: edits.map((x) => ({ from: offset(doc, x.range.start), to: offset(doc, x.range.end), insert: x.newText })) });
      } else if (uri.startsWith(`${this.host.root}/`)) await this.host.edit(decodeURIComponent(uri.slice(this.host.root.length + 1)), edits);
    }
    this.view.focus();
  }
}

function offset(doc: Text, at: { line: number; character: number }): number {
  if (at.line >= doc.lines) return doc.length;
  const line = doc.line(at.line + 1);
  return Math.min(line.to, line.from + at.character);
}

/** A text with some edits made. */
export function edited(text: string, edits: TextEdit[]): string {
  const doc = Text.of(text.split("\n"));
  const state = EditorState.create({ doc });
  return state.update({ changes: edits.map((x) => ({ from: offset(doc, x.range.start), to: offset(doc, x.range.end), insert: x.newText })) }).newDoc.toString();
}
