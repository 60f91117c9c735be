// Stories of a finding side by side, stepped by arrow keys, with what differs marked on the table.
import { Deck } from "./card";
import { button, fill, h, short } from "./dom";
import { differences, drawn } from "./table";
import type { Frame, Story } from "./types";

export class Stories {
  readonly element: HTMLElement;
  private at = 0;
  private readonly most: number;
  private readonly decks: Deck[];
  private readonly tables: HTMLElement[];
  private readonly label = h("span", { class: "step", role: "status" });

  constructor(
    title: string,
    private readonly stories: Story[],
    private readonly labels: string[],
    private readonly rule: (name: string, file: string, line: number, last: number) => void,
    private readonly extra: (step: number) => Node[] = () => [],
  ) {
    this.most = Math.max(0, ...stories.map((x) => x.frames.length - 1));
    this.decks = stories.map((x) => new Deck(x.table));
    this.tables = stories.map(() => h("article", { class: "story" }));
    const bar = h(
      "div",
      { class: "bar" },
      button("⏮", () => this.go(0), { "aria-label": "to the start" }),
      button("◀", () => this.go(this.at - 1), { "aria-label": "a step back" }),
      this.label,
      button("▶", () => this.go(this.at + 1), { "aria-label": "a step on" }),
      button("⏭", () => this.go(this.most), { "aria-label": "to the end" }),
      h("span", { class: "note" }, "arrow keys step"),
    );
    this.element = h("div", { class: "stories", tabindex: "0", "aria-label": title }, h("h3", {}, title), bar, h("div", { class: "side-by-side" }, ...this.tables), h("div", { class: "extra" }));
    this.element.addEventListener("keydown", (event) => {
      const to = { ArrowRight: this.at + 1, ArrowLeft: this.at - 1, Home: 0, End: this.most }[event.key];
      if (to === undefined) return;
      event.preventDefault();
      this.go(to);
    });
    this.go(0);
  }

  go(step: number): void {
    this.at = Math.max(0, Math.min(this.most, step));
    this.label.textContent = `step ${this.at} of ${this.most}`;
    const frames = this.stories.map((x) => x.frames[Math.min(this.at, x.frames.length - 1)]);
    this.stories.forEach((story, index) => {
      const frame = frames[index];
      const box = this.tables[index];
      const deck = this.decks[index];
      if (frame === undefined || box === undefined || deck === undefined) return;
      const other = this.stories.length > 1 ? frames[index === 0 ? 1 : 0] : story.frames[Math.min(this.at, story.frames.length - 1) - 1];
      const marked = other === undefined ? new Set<string>() : differences(frame.view, other.view);
      box.dataset["differs"] = String(marked.size);
      fill(
        box,
        h("h4", {}, this.labels[index] ?? story.title),
        h("p", { class: "words" }, frame.words, " ", ...this.rules(story, frame)),
        ...frame.notes.map((x) => h("p", { class: "told" }, x)),
        drawn({ table: story.table, deck, view: frame.view, me: null, waits: [], marked }),
        story.message ? h("p", { class: "wrong" }, story.message) : null,
      );
    });
    fill(this.element.lastElementChild as HTMLElement, ...this.extra(this.at));
  }

  private rules(story: Story, frame: Frame): HTMLElement[] {
    return frame.fired.map((name) => {
      const rule = story.table.rules[name];
      return button(short(name), () => rule && this.rule(name, rule.file, rule.line, rule.last), { class: "rule", title: rule?.title || name });
    });
  }
}
