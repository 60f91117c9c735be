// Matches: a new one, the links to its seats, those that were begun before, and what is to become of one that is over.
import { button, dialog, fill, h, short } from "./dom";
import { Game } from "./game";
import type { Server } from "./link";
import { Stories } from "./story";
import type { SeatLink, Story } from "./types";

interface Choices {
  described: string;
  seats: number;
  low: number;
  high: number;
  options: { name: string; title: string; on: boolean; usual: boolean }[];
}

interface Links {
  match: string;
  seats: SeatLink[];
  files: string[];
}

interface Listed {
  match: string;
  files: string[];
  options: string[];
  seats: string[];
  made: number;
  over: boolean | null;
}

export interface Place {
  server: Server;
  name(): string;
  saved(): Promise<boolean>;
  jump(name: string, file: string, line: number, last: number): boolean;
  say(words: string): void;
}

const token = (seat: SeatLink): string => seat.link?.split("#")[1] ?? "";

export class Matches {
  readonly element = h("div", { class: "matches" });
  private game: Game | null = null;

  constructor(private readonly place: Place) {
    void this.start();
  }

  private async attempt(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.place.say((error as Error).message);
    }
  }

  /** The form for a new match. */
  async start(): Promise<void> {
    this.game?.end();
    this.game = null;
    const seats = h("input", { type: "number", min: 1, max: 16, value: "", placeholder: "fewest", "aria-label": "number of seats" });
    const friends = h("input", { type: "number", min: 0, max: 16, value: 0, "aria-label": "friends" });
    const options = h("div", { class: "options" });
    const chosen = (): string[] => [...options.querySelectorAll<HTMLInputElement>("input:checked")].map((x) => x.value);
    const list = async (): Promise<void> => {
      if (!this.place.name() || !(await this.place.saved())) return;
      const found = await this.place.server.ask<Choices>("table", { name: this.place.name() });
      if (!seats.value) seats.value = String(Math.max(found.low, Math.min(3, found.high)));
      fill(options, h("p", { class: "note" }, found.described), ...found.options.map((x) => h("label", {}, h("input", { type: "checkbox", value: x.name, checked: x.on }), ` ${short(x.name)} `, h("span", { class: "note" }, x.title))));
    };
    const begin = async (): Promise<void> => {
      if (!(await this.place.saved())) return;
      const many = Number(seats.value) || null;
      const people = 1 + Number(friends.value);
      const kinds = Array<string>(Math.min(people, many ?? people)).fill("person");
      this.open(await this.place.server.ask<Links>("begin", { name: this.place.name(), options: chosen(), seats: many, kinds }));
    };
    fill(
      this.element,
      h("h2", {}, "Play these rules"),
      h("div", { class: "form" }, h("label", {}, "seats ", seats), h("label", {}, "of them friends ", friends), h("span", { class: "note" }, "you sit at the first one; bots take the others")),
      options,
      h("div", { class: "bar" }, button("deal", () => void this.attempt(begin), { class: "primary", "data-key": "deal" }), button("read the options anew", () => void this.attempt(list), { class: "quiet" }), button("earlier matches", () => void this.attempt(() => this.earlier()), { class: "quiet" })),
    );
    // what is wrong with the rules is said in the editor
    await list().catch(() => undefined);
  }

  private open(links: Links): void {
    const [mine] = links.seats.filter((x) => x.kind === "person");
    const others = links.seats.filter((x) => x.kind === "person" && x !== mine);
    this.game?.end();
    this.game = mine === undefined ? null : new Game(token(mine), { rule: (...where) => this.place.jump(...where), over: () => after.removeAttribute("hidden") });
    const after = h("div", { class: "bar after", hidden: true }, button("replay", () => void this.attempt(() => this.replay(links.match))), button("save as a game", () => void this.attempt(() => this.save(links.match)), { class: "quiet" }));
    fill(
      this.element,
      h("div", { class: "bar" }, button("another match", () => void this.start(), { class: "quiet" }), others.length ? button(`links for ${others.length} friend${others.length === 1 ? "" : "s"}`, () => this.invite(others)) : null, after),
      mine === undefined ? h("p", {}, "Only bots sit here.") : this.game?.element,
    );
    if (others.length) this.invite(others);
  }

  private invite(seats: SeatLink[]): void {
    const local = /^(127\.|localhost|\[::1\])/.test(location.host) && seats.some((x) => x.link?.includes(location.host));
    const items = seats.map((seat) => {
      const picture = h("img", { class: "code", alt: `QR code of the link to seat ${seat.seat + 1}`, src: `data:image/svg+xml;base64,${btoa(seat.code ?? "")}` });
      const link = h("input", { readonly: true, value: seat.link ?? "", "aria-label": `link to seat ${seat.seat + 1}` });
      link.addEventListener("focus", () => link.select());
      return h("li", {}, h("h3", {}, `Seat ${seat.seat + 1}`), picture, h("div", { class: "bar" }, link, button("copy", () => void navigator.clipboard?.writeText(seat.link ?? "")), h("a", { href: seat.link ?? "", target: "_blank", rel: "noopener" }, "open")));
    });
    dialog(
      "A link for each friend",
      h("p", {}, "Whoever has a link plays from that seat, and sees its cards. Send each to one friend alone."),
      local ? h("p", { class: "wrong" }, "These links work on this machine only. For other machines, start the studio with --host 0.0.0.0.") : null,
      h("ul", { class: "links" }, ...items),
    );
  }

  private async earlier(): Promise<void> {
    const found = await this.place.server.ask<Listed[]>("matches");
    const box = dialog("Earlier matches");
    if (!found.length) box.append(h("p", {}, "There are none yet."));
    for (const match of found) {
      const words = `${match.files.map((x) => x.split("/").pop()).join(", ")}${match.options.length ? ` with ${match.options.map(short).join(", ")}` : ""}: ${match.seats.length} seats, ${match.made} moves${match.over ? ", over" : ""}`;
      const go = async (): Promise<void> => {
        this.open(await this.place.server.ask<Links>("open", { match: match.match }));
        box.close();
      };
      const remove = async (): Promise<void> => {
        await this.place.server.ask("remove", { match: match.match });
        row.remove();
      };
      const row = h("p", { class: "bar" }, h("span", {}, words), button("open", () => void this.attempt(go)), button("remove", () => void this.attempt(remove), { class: "quiet" }));
      box.append(row);
    }
  }

  private async save(match: string): Promise<void> {
    const file = prompt("The name of the file, without ending:", "a-match");
    if (!file) return;
    const found = await this.place.server.ask<{ file: string }>("save-game", { match, file });
    this.place.say(`Saved as ${found.file}. In a terminal, “unodsl replay ${found.file}” plays it again.`);
  }

  private async replay(match: string): Promise<void> {
    const story = await this.place.server.ask<Story>("replay", { match });
    const extra = (step: number): Node[] => {
      if (step === 0) return [];
      const make = async (): Promise<void> => {
        const frame = story.frames[step];
        const found = await this.place.server.ask<{ text: string }>("scenario", { match, number: step, title: frame?.words ?? "a move" });
        const save = async (): Promise<void> => {
          const file = prompt("The name of the file, without ending:", "a-scenario");
          if (!file) return;
          const saved = await this.place.server.ask<{ file: string }>("save-scenario", { match, number: step, title: frame?.words ?? "a move", file });
          this.place.say(`Saved as ${saved.file}.`);
          box.close();
        };
        const box = dialog("This move as a scenario", h("pre", { class: "page" }, found.text), h("div", { class: "bar" }, button("copy", () => void navigator.clipboard?.writeText(found.text)), button("save it", () => void this.attempt(save))));
      };
      return [button("this move as a scenario", () => void this.attempt(make))];
    };
    const stories = new Stories("The match again, all cards open", [story], [story.table.described], (...where) => void this.place.jump(...where), extra);
    fill(this.element, h("div", { class: "bar" }, button("another match", () => void this.start(), { class: "quiet" })), stories.element);
    stories.element.focus();
  }
}
