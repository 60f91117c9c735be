// The table as somebody sees it: piles, hands, situations, values. Stories mark on it what differs.
import { back, type Deck } from "./card";
import { button, dialog, h, short } from "./dom";
import type { Legal, Place, TableText, View } from "./types";

export interface Scene {
  table: TableText;
  deck: Deck;
  view: View;
  /** Whose hand lies in front; null: nobody's, all are shown alike. */
  me: number | null;
  waits: number[];
  here?: boolean[];
  bots?: boolean[];
  legal?: Legal[];
  play?: (moves: Legal[], at: HTMLElement) => void;
  /** Keys of what is marked, as `differences` gives them. */
  marked?: ReadonlySet<string>;
}

const key = {
  place: (zone: string, seat: number): string => `place ${zone} ${seat}`,
  card: (zone: string, seat: number, card: string): string => `card ${zone} ${seat} ${card}`,
  variable: (name: string, seat: number): string => `variable ${name} ${seat}`,
  situation: (name: string): string => `situation ${name}`,
};

const counted = (cards: string[]): Map<string, number> => {
  const out = new Map<string, number>();
  for (const card of cards) out.set(card, (out.get(card) ?? 0) + 1);
  return out;
};

/** What of a position is otherwise in another one. */
export function differences(mine: View, other: View): Set<string> {
  const out = new Set<string>();
  for (const [zone, seat, cards, count] of mine.places) {
    const there = other.places.find((x) => x[0] === zone && x[1] === seat);
    if (there === undefined) continue;
    const same = JSON.stringify(cards) === JSON.stringify(there[2]);
    if (there[3] === count && (cards === null || there[2] === null || same)) continue;
    out.add(key.place(zone, seat));
    const others = counted(there[2] ?? []);
    for (const [card, times] of counted(cards ?? [])) if (times > (others.get(card) ?? 0)) out.add(key.card(zone, seat, card));
  }
  for (const [name, seat, value] of mine.variables) {
    const there = other.variables.find((x) => x[0] === name && x[1] === seat);
    if (there?.[2] !== value) out.add(key.variable(name, seat));
  }
  for (const found of mine.situations) {
    const there = other.situations.find((x) => x[0] === found[0]);
    if (JSON.stringify(there) !== JSON.stringify(found)) out.add(key.situation(found[0]));
  }
  if (mine.match !== other.match || mine.round !== other.round || mine.winners.join() !== other.winners.join()) out.add("end");
  return out;
}

const mark = (scene: Scene, name: string): string => (scene.marked?.has(name) ? " differs" : "");

export function drawn(scene: Scene): HTMLElement {
  const { view, table } = scene;
  const seats = table.names.map((_, seat) => seat);
  const order = scene.me === null ? seats : [...seats.slice(scene.me + 1), ...seats.slice(0, scene.me)];
  return h(
    "div",
    { class: "table" },
    h("div", { class: "seats" }, ...order.map((seat) => seatBox(scene, seat, false))),
    h("div", { class: "middle" }, ...view.places.filter((x) => x[1] < 0).map((x) => pile(scene, x)), facts(scene)),
    scene.me === null ? null : seatBox(scene, scene.me, true),
    ended(scene),
  );
}

function facts(scene: Scene): HTMLElement {
  const { view, table } = scene;
  const situations = view.situations.map(([name, owner, fields], at) =>
    h(
      "li",
      { class: `situation${at === 0 ? " top" : ""}${mark(scene, key.situation(name))}` },
      h("strong", {}, name),
      ` ${owner}`,
      ...fields.filter(([, value]) => value !== "nothing" && value !== "no" && value !== "nobody").map(([field, value]) => h("span", { class: "field" }, `${field}: ${value}`)),
    ),
  );
  const values = view.variables
    .filter(([name, seat, value]) => seat < 0 && (value !== "nothing" || scene.marked?.has(key.variable(name, seat))))
    .map(([name, seat, value]) => h("li", { class: `value${mark(scene, key.variable(name, seat))}` }, `${table.variables[name]?.words ?? short(name)}: `, valueWords(scene, value)));
  return h("div", { class: "facts" }, h("ul", { class: "situations", "aria-label": "what the table waits for" }, ...situations), h("ul", { class: "values", "aria-label": "what is so at the table" }, ...values));
}

function valueWords(scene: Scene, value: string): HTMLElement {
  const ink = scene.deck.named.get(value);
  const arrow = { clockwise: "↻ ", counterclockwise: "↺ " }[value] ?? "";
  const dot = ink === undefined ? null : h("span", { class: "dot", "data-ink": ink.fill }, ink.letters);
  if (dot !== null && ink !== undefined) {
    dot.style.background = ink.fill;
    dot.style.color = ink.text;
  }
  return h("b", {}, dot, arrow + value);
}

function seatBox(scene: Scene, seat: number, mine: boolean): HTMLElement {
  const { view, table } = scene;
  const name = table.names[seat] ?? "";
  const away = scene.here !== undefined && !scene.here[seat];
  const notes = [
    mine ? "you" : "",
    scene.bots?.[seat] ? "bot" : "",
    away && !mine ? "away" : "",
    view.players.includes(seat) ? "" : "not in play",
    view.winners.includes(seat) ? "won" : "",
  ].filter(Boolean);
  const turn = scene.waits.includes(seat);
  const places = view.places.filter((x) => x[1] === seat);
  const values = view.variables
    .filter(([n, s, value]) => s === seat && (!["0", "no", "nothing", "nobody"].includes(value) || table.variables[n]?.kept || scene.marked?.has(key.variable(n, s))))
    .map(([n, s, value]) => h("li", { class: `value${mark(scene, key.variable(n, s))}` }, `${table.variables[n]?.words ?? short(n)}: `, valueWords(scene, value)));
  return h(
    "section",
    { class: `seat${turn ? " turn" : ""}${mine ? " mine" : ""}`, "aria-label": `${name}${turn ? ", the table waits" : ""}`, "data-seat": seat },
    h("header", {}, h("strong", {}, name), turn ? h("span", { class: "badge" }, mine ? "your turn" : "to move") : null, notes.length ? h("span", { class: "note" }, notes.join(", ")) : null),
    ...places.map((x) => hand(scene, x, mine)),
    values.length ? h("ul", { class: "values" }, ...values) : null,
  );
}

function hand(scene: Scene, [zone, seat, cards, count]: Place, mine: boolean): HTMLElement | null {
  const words = scene.table.zones[zone]?.words ?? short(zone);
  const main = scene.table.hands.includes(zone);
  if (!main && count === 0 && !scene.marked?.has(key.place(zone, seat))) return null;
  const label = `${words}: ${count} card${count === 1 ? "" : "s"}`;
  const box = h("div", { class: `hand${mark(scene, key.place(zone, seat))}` }, h("span", { class: "count" }, label));
  const row = h("div", { class: `cards${mine ? " own" : " small"}${cards === null ? " backs" : ""}` });
  if (cards === null) for (let i = 0; i < Math.min(count, 10); i++) row.append(back());
  else {
    const wanted = new Set(scene.marked ?? []);
    const sorted = mine || scene.me === null ? cards : [...cards];
    for (const card of sorted) {
      const drawing = scene.deck.draw(card);
      const name = key.card(zone, seat, card);
      if (wanted.delete(name)) drawing.classList.add("differs");
      const moves = mine ? (scene.legal ?? []).filter((x) => x.card === card) : [];
      const play = scene.play;
      if (moves.length && play) {
        const at = button("", () => play(moves, at), { class: "playable", "data-key": `card ${card}`, "data-group": "moves", "aria-label": moves.map((x) => x.words).join(", or ") });
        at.append(drawing);
        row.append(at);
      } else row.append(drawing);
    }
  }
  box.append(row);
  return box;
}

function pile(scene: Scene, [zone, seat, cards, count]: Place): HTMLElement {
  const words = scene.table.zones[zone]?.words ?? short(zone);
  // of what lies face down, no card is on top, even for those who may look at all of it
  const top = scene.table.zones[zone]?.pile ? cards?.[0] : undefined;
  const picture = count === 0 ? h("div", { class: "gap" }, "empty") : top === undefined ? back() : scene.deck.draw(top);
  const moves = (scene.legal ?? []).filter((x) => x.card !== null && x.card === top && !ownsCard(scene, x.card));
  const play = scene.play;
  const stack = h("div", { class: `stack${count > 1 ? " many" : ""}` }, picture);
  if (moves.length && play) {
    const at = button("", () => play(moves, at), { class: "playable", "data-key": `pile ${zone}`, "data-group": "moves", "aria-label": moves.map((x) => x.words).join(", or ") });
    at.append(...stack.childNodes);
    stack.append(at);
  }
  return h(
    "div",
    { class: `pile${mark(scene, key.place(zone, seat))}` },
    stack,
    h("span", { class: "count" }, `${words}: ${count}`),
    cards !== null && cards.length > 1 ? button("all", () => spread(scene, words, cards), { class: "quiet", "aria-label": `all cards of ${words}`, "data-key": `all ${zone}` }) : null,
  );
}

const ownsCard = (scene: Scene, card: string): boolean => scene.view.places.some((x) => x[1] === scene.me && x[2]?.includes(card));

function spread(scene: Scene, words: string, cards: string[]): void {
  dialog(`${words}, the top first`, h("div", { class: "cards own" }, ...cards.slice(0, 120).map((x) => scene.deck.draw(x))));
}

function ended(scene: Scene): HTMLElement | null {
  const { view, table } = scene;
  if (view.match && view.round) return null;
  const names = view.winners.map((x) => table.names[x]).join(" and ");
  const what = view.match ? "round" : "match";
  return h("p", { class: `over${mark(scene, "end")}`, role: "status" }, `The ${what} is over${names ? `: ${names} won` : ""}.`);
}
