// The author's page: the rules on the left, the table on the right, below what the checker says.
import { button, dialog, fill, h } from "./dom";
import { Editor, edited, type Diagnostic, type TextEdit } from "./editor";
import { Findings } from "./findings";
import { Server } from "./link";
import { Matches } from "./matches";
import type { FileText, Fix, SpotInFile } from "./types";

interface Listing {
  folder: string;
  root: string;
  names: string[];
  first: string | null;
  writable: boolean;
}

const app = document.getElementById("app") as HTMLElement;

class Page {
  private readonly picker = h("select", { "aria-label": "file" });
  private readonly state = h("span", { class: "state", role: "status" });
  private readonly message = h("p", { class: "message", role: "alert" });
  private readonly problems = h("ul", { class: "problems", "aria-label": "what is wrong with the text" });
  private readonly server: Server;
  private editor: Editor | null = null;
  private listing: Listing | null = null;
  private file: FileText | null = null;
  private dirty = false;
  private asked = 0;
  private lit: SpotInFile[] = [];

  constructor(private readonly token: string) {
    this.server = new Server(token, (names) => void this.outside(names), (connected, why) => {
      this.message.textContent = connected ? "" : why || "The studio does not answer. What you write stays here until it does.";
      if (connected && this.listing === null) void this.start();
    });
    fill(app, this.message, h("p", { class: "empty" }, "Opening the studio…"));
  }

  private async start(): Promise<void> {
    const listing = await this.server.ask<Listing>("files");
    this.listing = listing;
    const source = h("div", { class: "source" });
    const matches = h("section", { class: "pane play", "aria-label": "the table" });
    const below = h("section", { class: "pane check", "aria-label": "what the checker says" });
    const left = h("section", { class: "pane rules", "aria-label": "the rules" }, source, this.problems);
    const tabs = h("nav", { class: "tabs", "aria-label": "parts of the page" }, ...[["rules", "Rules"], ["play", "Table"], ["check", "Check"]].map(([name = "", words = ""]) => button(words, () => this.tab(name), { "data-tab": name })));
    fill(
      app,
      h(
        "header",
        { class: "top" },
        h("h1", {}, "unodsl studio"),
        this.picker,
        button("new file", () => this.create(), { class: "quiet" }),
        button("save", () => void this.save(), { title: "Ctrl-S", "data-key": "save" }),
        button("format", () => this.editor?.format(), { class: "quiet", title: "Shift-Alt-F" }),
        button("rename", () => this.editor?.rename(), { class: "quiet", title: "F2, with the cursor in a name" }),
        this.state,
        button("light or dark", () => this.theme(), { class: "quiet theme" }),
      ),
      this.message,
      left,
      matches,
      below,
      tabs,
    );
    this.tab("rules");
    this.picker.addEventListener("change", () => void this.open(this.picker.value));
    this.editor = new Editor(source, this.token, {
      root: listing.root,
      edit: (name, edits) => this.edit(name, edits),
      show: (name) => this.open(name),
      changed: () => this.touched(),
      save: () => void this.save(),
      problems: (found) => void this.listProblems(found),
      connected: (connected) => this.problems.classList.toggle("away", !connected),
    });
    this.names(listing.names);
    const first = listing.first ?? listing.names[0];
    if (first === undefined) this.message.textContent = "There is no rule file in this folder yet: “new file” makes one.";
    else await this.open(first);
    if (!listing.writable) this.message.textContent = "This folder is read-only: rules can be read, checked and played, but not saved.";
    const place = {
      server: this.server,
      name: (): string => this.file?.name ?? "",
      saved: () => this.save(),
      jump: (_: string, file: string, line: number, last: number): boolean => this.jump(file, line, last),
      say: (words: string) => void (this.message.textContent = words),
    };
    matches.append(new Matches(place).element);
    below.append(new Findings({ ...place, light: (spots) => this.light(spots), insert: (fix) => this.insert(fix), textOf: (file) => this.textOf(file) }).element);
    addEventListener("beforeunload", (event) => {
      if (this.dirty) event.preventDefault();
    });
  }

  private tab(name: string): void {
    app.dataset["tab"] = name;
    for (const one of app.querySelectorAll<HTMLElement>(".tabs button")) one.setAttribute("aria-pressed", String(one.dataset["tab"] === name));
  }

  private theme(): void {
    const dark = getComputedStyle(document.documentElement).colorScheme.includes("dark") ? matchMedia("(prefers-color-scheme: dark)").matches : false;
    const now = document.documentElement.dataset["theme"] ?? (dark ? "dark" : "light");
    document.documentElement.dataset["theme"] = now === "dark" ? "light" : "dark";
  }

  // ---------------------------------------------------------------------------------------------------------------- files

  private names(names: string[]): void {
    const known = this.file !== null && !names.includes(this.file.name) ? [this.file.name, ...names] : names;
    fill(this.picker, ...known.map((x) => h("option", { value: x }, x)));
    if (this.file !== null) this.picker.value = this.file.name;
  }

  private async open(name: string): Promise<void> {
    if (this.dirty && !(await this.save())) return;
    try {
      const file = await this.server.ask<FileText>("read", { name });
      this.file = file;
      this.dirty = false;
      this.editor?.show(file.name, file.text, file.writable && !file.shipped);
      this.names(this.listing?.names ?? []);
      this.status();
      this.showLit();
    } catch (error) {
      this.message.textContent = (error as Error).message;
    }
  }

  private create(): void {
    const name = h("input", { "aria-label": "name of the file", placeholder: "my-rules.uno" });
    const make = async (): Promise<void> => {
      const file = name.value.endsWith(".uno") ? name.value : `${name.value}.uno`;
      try {
        await this.server.ask("write", { name: file, text: 'use "official.uno"\noptions for official\n\noption my-rule "What this house rule is about"\n', mark: null });
        box.close();
        await this.open(file);
      } catch (error) {
        wrong.textContent = (error as Error).message;
      }
    };
    const wrong = h("p", { class: "wrong" });
    const box = dialog("A new file", name, button("make it", () => void make(), { class: "primary" }), wrong);
    name.focus();
  }

  private touched(): void {
    this.dirty = true;
    this.status();
  }

  private status(): void {
    this.state.textContent = this.file === null ? "" : this.file.shipped ? "comes with unodsl: not to be changed" : this.dirty ? "not saved yet" : "saved";
    this.state.classList.toggle("dirty", this.dirty);
  }

  private async save(): Promise<boolean> {
    const { file, editor } = this;
    if (file === null || editor === null || !this.dirty) return true;
    const text = editor.text;
    try {
      const found = await this.server.ask<{ mark: string }>("write", { name: file.name, text, mark: file.mark });
      file.mark = found.mark;
      file.text = text;
      this.dirty = editor.text !== text;
      this.message.textContent = "";
      this.status();
      return true;
    } catch (error) {
      this.message.textContent = (error as Error).message;
      if ((error as Error).message.includes("another program")) this.conflict(file.name);
      return false;
    }
  }

  private conflict(name: string): void {
    const box = dialog("Changed by another program", h("p", {}, `${name} is not what it was when you began. Nothing is lost yet: which text is to stay?`));
    const take = async (mine: boolean): Promise<void> => {
      box.close();
      const there = await this.server.ask<FileText>("read", { name });
      if (this.file === null) return;
      this.file.mark = there.mark;
      if (mine) await this.save();
      else {
        this.editor?.replace(there.text, true);
        this.dirty = false;
        this.status();
        this.message.textContent = "";
      }
    };
    box.append(h("div", { class: "bar" }, button("mine", () => void take(true)), button("the one on disk", () => void take(false))));
  }

  private async outside(names: string[]): Promise<void> {
    if (this.listing === null) return;
    this.listing.names = (await this.server.ask<Listing>("files")).names;
    this.names(this.listing.names);
    const { file } = this;
    if (file === null || !names.includes(file.name)) return;
    const there = await this.server.ask<FileText>("read", { name: file.name }).catch(() => null);
    if (there === null || there.mark === file.mark) return;
    if (this.dirty) {
      this.message.textContent = `${file.name} was changed by another program. Your text is kept; saving asks which one stays.`;
      return;
    }
    file.mark = there.mark;
    this.editor?.replace(there.text, true);
    this.message.textContent = `${file.name} was changed by another program: this is the new text.`;
  }

  private async edit(name: string, edits: TextEdit[]): Promise<void> {
    const there = await this.server.ask<FileText>("read", { name });
    await this.server.ask("write", { name, text: edited(there.text, edits), mark: there.mark });
  }

  private async textOf(file: string): Promise<string> {
    return file === this.file?.name ? (this.editor?.text ?? "") : (await this.server.ask<FileText>("read", { name: file })).text;
  }

  private async insert(fix: Fix): Promise<void> {
    if (fix.file !== this.file?.name) await this.open(fix.file);
    const lines = this.editor?.text.split("\n") ?? [];
    lines.splice(fix.line, 0, fix.text.trimEnd());
    this.editor?.replace(lines.join("\n"), false);
    if (!(await this.save())) throw new Error("the fix is in the editor, but could not be saved");
    this.light([{ file: fix.file, line: fix.line + 1, own: true }]);
  }

  // ---------------------------------------------------------------------------------------------------------------- lines

  private light(spots: SpotInFile[]): void {
    this.lit = spots;
    const here = spots.some((x) => x.file === this.file?.name);
    const first = spots.find((x) => x.own) ?? spots[0];
    if (!here && first !== undefined) void this.open(first.file);
    else this.showLit();
  }

  private showLit(): void {
    this.editor?.light(this.lit.filter((x) => x.file === this.file?.name).map((x) => [x.line, x.line + Number((x as { last?: number }).last ? 0 : 0)]));
  }

  private jump(file: string, line: number, last: number): boolean {
    const name = this.listing?.names.find((x) => file === x || file.endsWith(`/${x}`)) ?? file.split("/").pop() ?? "";
    const go = async (): Promise<void> => {
      if (name !== this.file?.name) await this.open(name);
      if (name !== this.file?.name) return;
      this.editor?.light([[line, last]]);
      this.tab("rules");
    };
    void go();
    return true;
  }

  private async listProblems(found: Diagnostic[]): Promise<void> {
    const number = ++this.asked;
    const items = await Promise.all(
      found.slice(0, 30).map(async (x) => {
        const actions = await this.editor?.actions(x).catch(() => []);
        const [first = "", ...help] = x.message.split("\n");
        return h(
          "li",
          { class: x.severity === 1 ? "error" : "warning" },
          button(`line ${x.range.start.line + 1}`, () => this.editor?.go(x.range.start.line + 1), { class: "quiet" }),
          ` ${first} `,
          ...help.map((line) => h("span", { class: "note" }, `${line} `)),
          ...(actions ?? []).map((action) => button(action.title, () => void this.editor?.apply(action), { class: "fix" })),
        );
      }),
    );
    // a later answer counts
    if (number === this.asked) fill(this.problems, ...items);
  }
}

const key = "unodsl-author";
const given = location.hash.slice(1) || sessionStorage.getItem(key) || "";
if (given) {
  sessionStorage.setItem(key, given);
  // the secret does not stay in the address, where a screenshot would show it
  history.replaceState(null, "", location.pathname);
  new Page(given);
} else fill(app, h("p", { class: "empty" }, "This page needs the link that “unodsl studio” printed where it was started."));
