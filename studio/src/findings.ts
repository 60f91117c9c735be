// What the checker says: the verdict first, each finding with its stories and its fixes; the matrix of options; coverage.
import { button, dialog, fill, h, short } from "./dom";
import type { Server } from "./link";
import { Stories } from "./story";
import type { Cell, Finding, Fix, Report, SpotInFile, Story } from "./types";

export interface Desk {
  server: Server;
  /** The file that is open. */
  name(): string;
  /** Save what is in the editor; false where that failed. */
  saved(): Promise<boolean>;
  /** Light lines of files in the editor; the first one of the open file is scrolled to. */
  light(spots: SpotInFile[]): void;
  jump(name: string, file: string, line: number, last: number): boolean;
  /** Insert a line below another one, and save. */
  insert(fix: Fix): Promise<void>;
  textOf(file: string): Promise<string>;
  say(words: string): void;
}

const MEANS: Record<string, [sign: string, words: string]> = {
  clash: ["✗", "contradict each other"],
  brought: ["✗", "one brings an option along that contradicts the other"],
  note: ["!", "a note"],
  open: ["?", "not decided"],
  allowed: ["a", "a contradiction that the author allows"],
  none_found: ["·", "nothing found"],
  clean: ["✓", "no contradiction"],
  apart: ["–", "exclude each other"],
  needed: ["=", "one comes along with the other"],
  unasked: [" ", "not compared"],
};

export class Findings {
  readonly element = h("div", { class: "findings" });
  private readonly list = h("div", { class: "list" });
  private readonly verdict = h("p", { class: "verdict", role: "status" }, "Not checked yet.");
  private readonly stop = button("stop", () => void this.desk.server.ask("stop"), { class: "quiet", hidden: true });
  private readonly stage = h("div", { class: "stage" });
  private report: Report | null = null;
  private options: string[] = [];

  constructor(private readonly desk: Desk) {
    const check = button("check these rules", () => void this.check([]), { class: "primary", "data-key": "check" });
    const more = button("coverage", () => void this.coverage(), { title: "which rules fired in scenarios and in play" });
    fill(this.element, h("div", { class: "bar" }, check, more, this.stop, this.verdict), this.stage, this.list);
  }

  async check(options: string[]): Promise<void> {
    if (!(await this.desk.saved())) return;
    this.options = options;
    this.verdict.className = "verdict busy";
    this.verdict.textContent = options.length ? `Checking ${options.map(short).join(" with ")}…` : "Checking: each option alone, and in pairs…";
    this.stop.hidden = false;
    try {
      this.report = await this.desk.server.ask<Report>("check", { name: this.desk.name(), options });
      this.show(this.report);
    } catch (error) {
      this.verdict.className = "verdict wrong";
      this.verdict.textContent = (error as Error).message;
      fill(this.list);
    } finally {
      this.stop.hidden = true;
    }
  }

  private show(report: Report): void {
    const standing = report.findings.filter((x) => x.severity !== "note" && x.evidence !== "bounded" && x.suppressed === null && !x.of_the_game_itself);
    const rest = report.findings.filter((x) => !standing.includes(x));
    this.verdict.className = `verdict ${standing.some((x) => x.severity === "error") ? "bad" : standing.length ? "fair" : "good"}`;
    this.verdict.textContent = `${report.verdict[0]?.toUpperCase() ?? ""}${report.verdict.slice(1)}.`;
    const { summary } = report;
    const numbers = `${summary.clean_proved} questions proved, ${summary.seen_in_play} seen in play, ${summary.closed_uncertified} closed by analyses, ${summary.open_bounded} open; ${summary.seconds.toFixed(1)} seconds${report.cut_short ? "; the time ran out" : ""}`;
    fill(
      this.list,
      h("ul", {}, ...standing.map((x) => this.item(x))),
      rest.length ? h("details", {}, h("summary", {}, `${rest.length} more: notes, open questions, what authors allow`), h("ul", {}, ...rest.map((x) => this.item(x)))) : null,
      report.combinations ? this.matrix(report.combinations.matrix) : null,
      h("p", { class: "note" }, numbers),
    );
  }

  private item(finding: Finding): HTMLElement {
    return h(
      "li",
      { class: `finding ${finding.severity}`, "data-id": finding.id },
      h("p", {}, h("strong", {}, finding.id), ` ${finding.message}`),
      finding.scene ? h("p", { class: "scene" }, finding.scene) : null,
      ...finding.sides.map((x) => h("p", { class: "side" }, h("b", {}, x.label), `: ${x.facts.slice(0, 3).join("; ")}`)),
      finding.suppressed ? h("p", { class: "note" }, `allowed: ${finding.suppressed}`) : null,
      finding.witness === null ? h("p", { class: "note" }, finding.basis) : null,
      h(
        "div",
        { class: "bar" },
        finding.witness ? button(finding.sides.length > 1 ? "both stories" : "the story", () => void this.open(finding), { "data-key": `story ${finding.id}` }) : null,
        button("the rules", () => this.desk.light(finding.locations), { "data-key": `rules ${finding.id}` }),
        ...finding.fixes.map((x) => button(`try: ${x.description || x.text.trim()}`, () => void this.tryFix(x), { class: "fix", "data-key": `fix ${finding.id} ${x.text}` })),
        button("explain", () => void this.explain(finding.code), { class: "quiet", "data-key": `explain ${finding.id}` }),
      ),
    );
  }

  async open(finding: Finding): Promise<void> {
    if (finding.witness === null) return;
    this.desk.light(finding.locations);
    try {
      const found = await this.desk.server.ask<{ stories: Story[] }>("story", { name: this.desk.name(), witness: finding.witness });
      const labels = found.stories.map((x, i) => finding.sides[i]?.label ?? x.title);
      const stories = new Stories(finding.message, found.stories, labels, (name, file, line, last) => void this.desk.jump(name, file, line, last));
      const close = button("close", () => fill(this.stage), { class: "quiet" });
      fill(this.stage, h("div", { class: "opened" }, close, stories.element));
      stories.element.focus();
      stories.element.scrollIntoView({ block: "nearest" });
    } catch (error) {
      this.desk.say((error as Error).message);
    }
  }

  private async tryFix(fix: Fix): Promise<void> {
    const text = await this.desk.textOf(fix.file).catch((error: Error) => (this.desk.say(error.message), null));
    if (text === null) return;
    const lines = text.split("\n");
    const near = lines.slice(Math.max(0, fix.line - 3), fix.line).map((x) => h("div", {}, `  ${x}`));
    const after = lines.slice(fix.line, fix.line + 2).map((x) => h("div", {}, `  ${x}`));
    const diff = h("pre", { class: "diff", "aria-label": "what the fix changes" }, ...near, h("ins", {}, `+ ${fix.text}\n`), ...after);
    const box = dialog("Try this fix?", h("p", {}, fix.description), h("p", { class: "note" }, `${fix.file}, below line ${fix.line}${fix.verified ? "; the checker has tried it, and the finding was gone" : ""}`), diff);
    const apply = async (): Promise<void> => {
      box.close();
      try {
        await this.desk.insert(fix);
        fill(this.stage);
        await this.check(this.options);
      } catch (error) {
        this.desk.say((error as Error).message);
      }
    };
    const yes = button("apply it, and check again", () => void apply(), { class: "primary" });
    if (fix.own) box.append(h("div", { class: "bar" }, yes));
    else box.append(h("p", { class: "note" }, "This file comes with unodsl and is not changed. Another fix, or `allow` in a rule of yours, will do."));
    if (fix.own) yes.focus();
  }

  private async explain(code: string): Promise<void> {
    const found = await this.desk.server.ask<{ text: string }>("explain", { code }).catch((error: Error) => ({ text: error.message }));
    dialog(code, h("pre", { class: "page" }, found.text));
  }

  private matrix(cells: Cell[]): HTMLElement | null {
    const names = [...new Set(cells.flatMap((x) => x.options))].sort();
    if (names.length < 2) return null;
    const found = new Map(cells.map((x) => [[...x.options].sort().join(" "), x]));
    const cell = (one: string, other: string): HTMLElement => {
      const known = found.get([one, other].sort().join(" "));
      const [sign, words] = MEANS[known?.verdict ?? "unasked"] ?? [" ", known?.verdict ?? ""];
      const about = `${short(one)} ${one === other ? "alone" : `and ${short(other)}`}: ${words}${known?.codes.length ? ` (${known.codes.join(", ")})` : ""}`;
      return h("td", { class: `cell ${known?.verdict ?? "unasked"}` }, button(sign, () => void this.pair(one, other, about), { title: about, "aria-label": about }));
    };
    return h(
      "details",
      { class: "matrix", open: names.length <= 14 },
      h("summary", {}, `All ${names.length} options, two and two`),
      h(
        "div",
        { class: "scroll" },
        h("table", {}, h("thead", {}, h("tr", {}, h("td"), ...names.map((x) => h("th", { scope: "col" }, h("span", {}, short(x)))))), h("tbody", {}, ...names.map((one, i) => h("tr", {}, h("th", { scope: "row" }, short(one)), ...names.slice(0, i + 1).map((other) => cell(one, other)))))),
      ),
      h("p", { class: "note" }, Object.values(MEANS).filter(([sign]) => sign.trim()).map(([sign, words]) => `${sign} ${words}`).join("   ")),
    );
  }

  private async pair(one: string, other: string, about: string): Promise<void> {
    const both = new Set([one, other]);
    const found = (this.report?.findings ?? []).filter((x) => x.options.length === both.size && x.options.every((o) => both.has(o)));
    const story = found.find((x) => x.witness !== null);
    if (story) {
      this.list.querySelector(`[data-id="${CSS.escape(story.id)}"]`)?.classList.add("lit");
      await this.open(story);
      return;
    }
    const box = dialog(about, ...found.map((x) => h("p", {}, `${x.id} ${x.message}: ${x.basis}`)));
    box.append(
      button(`check ${[...both].map(short).join(" with ")} at one table`, () => {
        box.close();
        void this.check([...both]);
      }),
    );
  }

  private async coverage(): Promise<void> {
    if (!(await this.desk.saved())) return;
    this.desk.say("Running the scenarios…");
    try {
      const found = await this.desk.server.ask<{ scenarios: { title: string; page: string; passed: boolean; message: string }[]; never_fired: string[]; played: Record<string, number> }>("coverage", { name: this.desk.name() });
      this.desk.say("");
      const failed = found.scenarios.filter((x) => !x.passed);
      const played = Object.entries(found.played).sort(([, a], [, b]) => b - a);
      const close = button("close", () => fill(this.stage), { class: "quiet" });
      const never = found.never_fired.filter((x) => !found.played[x]);
      fill(
        this.stage,
        h(
          "div",
          { class: "opened coverage" },
          close,
          h("h3", {}, `${found.scenarios.length - failed.length} of ${found.scenarios.length} scenarios passed`),
          ...failed.map((x) => h("details", { class: "wrong" }, h("summary", {}, x.title), h("pre", {}, x.message))),
          h("h4", {}, never.length ? "Rules that never fired, neither in a scenario nor in play" : "Every rule fired, in a scenario or in play"),
          h("ul", {}, ...never.map((x) => h("li", {}, x))),
          found.never_fired.length > never.length ? h("p", {}, `Fired in play alone: ${found.never_fired.filter((x) => found.played[x]).map(short).join(", ")}`) : null,
          played.length ? h("details", {}, h("summary", {}, "How often rules fired in play here"), h("ul", {}, ...played.map(([rule, times]) => h("li", {}, `${rule}: ${times}`)))) : null,
        ),
      );
    } catch (error) {
      this.desk.say((error as Error).message);
    }
  }
}
