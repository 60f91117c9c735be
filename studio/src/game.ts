// Playing from one seat: the table, what can be done, the log.
import { Deck } from "./card";
import { arrows, button, dialog, fill, h, short } from "./dom";
import { Link } from "./link";
import { drawn } from "./table";
import type { Entry, Legal, Position, Refused, Update, Welcome } from "./types";

export interface Hooks {
  /** A rule of the log was chosen; false: show its text here. */
  rule?: (name: string, file: string, line: number, last: number) => boolean;
  over?: () => void;
}

export class Game {
  readonly element: HTMLElement;
  private readonly link: Link;
  private readonly board = h("div", { class: "board" });
  private readonly actions = h("div", { class: "actions", role: "group", "aria-label": "what you can do" });
  private readonly log = h("ol", { class: "log", role: "log", "aria-live": "polite", "aria-label": "what happened", tabindex: "0" });
  private readonly say = h("p", { class: "say", role: "status" });
  private readonly line = h("p", { class: "line", role: "status" });
  private welcome: Welcome | null = null;
  private deck: Deck | null = null;
  private now: Position | null = null;
  private shown = -1;
  private told = false;

  constructor(token: string, private readonly hooks: Hooks = {}) {
    this.element = h("div", { class: "game" }, this.line, this.board, this.say, this.actions, h("details", { class: "history", open: true }, h("summary", {}, "What happened"), this.log));
    arrows(this.board, ".mine .playable");
    arrows(this.actions, "button");
    this.link = new Link("/seat", token, (text) => this.hear(JSON.parse(text) as Welcome | Update | Refused), (connected) => {
      this.line.textContent = connected ? "" : "The connection is lost. Your seat is kept; trying again…";
      this.element.classList.toggle("lost", !connected);
    });
  }

  end(): void {
    this.link.end();
  }

  private hear(said: Welcome | Update | Refused): void {
    if (said.type === "refused") {
      this.say.textContent = said.why;
      if (said.final) {
        this.link.end();
        fill(this.board);
      }
      return;
    }
    this.say.textContent = "";
    if (said.type === "welcome") {
      this.welcome = said;
      this.deck = new Deck(said.table);
      fill(this.log);
      this.shown = -1;
      document.title = `${said.table.names[said.seat] ?? "a seat"} – ${said.table.title}`;
    }
    this.now = said;
    this.render();
  }

  private render(): void {
    const { now, welcome, deck } = this;
    if (now === null || welcome === null || deck === null) return;
    const me = welcome.seat;
    fill(
      this.board,
      h("p", { class: "what" }, welcome.table.described),
      drawn({ table: welcome.table, deck, view: now.view, me, waits: now.waits, here: now.here, bots: now.bots, legal: now.legal, play: (moves, at) => this.choose(moves, at) }),
    );
    this.element.classList.toggle("my-turn", now.waits.includes(me) && now.legal.length > 0);
    const cards = new Set(now.view.places.filter((x) => x[1] === me && x[2] !== null).flatMap((x) => x[2] ?? []));
    const others = now.legal.filter((x) => x.card === null || !cards.has(x.card));
    const playable = now.legal.length - others.length;
    const hint = now.stopped ? now.stopped : now.over ? "" : !now.legal.length ? `Waiting for ${now.waits.map((x) => welcome.table.names[x]).join(" and ") || "the others"}.` : playable && !others.length ? "Choose a card." : now.waits.includes(me) ? "It is up to you." : "You may, if you are quick enough:";
    const undo = now.undo;
    const asked = undo === null ? null : h(
      "div",
      { class: "undo", role: "alertdialog", "aria-label": "a move is to be taken back" },
      h("p", {}, `${welcome.table.names[undo.seat]} wants to take back “${undo.words}”${undo.moves > 1 ? ` and what came after it (${undo.moves} moves)` : ""}.`),
      undo.agreed.includes(me) ? h("p", {}, "Waiting for the others to agree.") : button("agree", () => this.link.send({ undo: "yes" }), { "data-key": "agree" }),
      button(undo.seat === me ? "never mind" : "no", () => this.link.send({ undo: "no" }), { "data-key": "refuse", class: "quiet" }),
    );
    fill(
      this.actions,
      hint ? h("p", { class: "hint" }, hint) : null,
      asked,
      ...others.map((x) => this.moveButton(x)),
      undo === null && now.made > 0 && !now.stopped ? button("take back", () => this.link.send({ undo: "ask" }), { class: "quiet", "data-key": "take back", title: "take back the last move of a player, if all agree" }) : null,
    );
    for (const entry of now.log) this.entry(entry, now.made);
    if (now.over && !this.told) {
      this.told = true;
      this.hooks.over?.();
    }
  }

  private moveButton(legal: Legal): HTMLButtonElement {
    const out = button(legal.words, () => this.link.send({ move: legal.move }), { "data-key": `move ${legal.words} ${legal.rule}`, "data-group": "moves", title: this.welcome?.table.rules[legal.rule]?.title || legal.rule });
    const ink = legal.value === null ? undefined : this.deck?.named.get(legal.value);
    if (ink !== undefined) {
      const dot = h("span", { class: "dot" }, ink.letters);
      dot.style.background = ink.fill;
      dot.style.color = ink.text;
      out.prepend(dot);
    }
    return out;
  }

  private choose(moves: Legal[], at: HTMLElement): void {
    const [only] = moves;
    if (moves.length === 1 && only !== undefined) {
      this.link.send({ move: only.move });
      return;
    }
    const words = new Set(moves.map((x) => x.words));
    const box = dialog("Which of these?");
    for (const legal of moves) {
      const title = this.welcome?.table.rules[legal.rule]?.title;
      const one = button(words.size === moves.length ? legal.words : `${legal.words} by ${short(legal.rule)}`, () => {
        box.close();
        this.link.send({ move: legal.move });
      });
      box.append(h("p", {}, one, title ? ` ${title}` : ""));
    }
    arrows(box, "p button");
    box.querySelector<HTMLElement>("p button")?.focus();
    box.addEventListener("close", () => at.focus());
  }

  private entry(entry: Entry, made: number): void {
    if (made < this.shown) {
      // moves were taken back
      this.log.prepend(h("li", { class: "round" }, `Back to after move ${made}.`));
      this.shown = made;
      return;
    }
    if (entry.number <= this.shown) return;
    this.shown = entry.number;
    const names = [...(entry.rule === null ? [] : [entry.rule]), ...entry.fired];
    const item = h("li", { class: entry.seat === this.welcome?.seat ? "own" : "" }, h("span", { class: "words" }, entry.words));
    if (names.length) item.append(" ", h("span", { class: "rules" }, ...names.flatMap((x) => [this.ruleButton(x), " "])));
    for (const [text] of entry.notes) item.append(h("p", { class: "told" }, text));
    for (const [what, winners] of entry.ended) item.append(h("p", { class: "round" }, `The ${what} is over${winners.length ? `: ${winners.join(" and ")} won` : ""}.`));
    // the newest comes first, where the eye is
    this.log.prepend(item);
    while (this.log.children.length > 400) this.log.lastElementChild?.remove();
  }

  private ruleButton(name: string): HTMLButtonElement {
    const rule = this.welcome?.table.rules[name];
    return button(short(name), () => {
      if (rule === undefined || this.hooks.rule?.(name, rule.file, rule.line, rule.last)) return;
      dialog(name, rule.title ? h("p", {}, rule.title) : null, h("pre", {}, rule.text), h("p", { class: "note" }, `${rule.file.split("/").pop()}, line ${rule.line}`));
    }, { class: "rule", title: rule?.title || name });
  }
}
