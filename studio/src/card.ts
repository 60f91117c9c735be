// Cards as drawings, for any deck: a card has values of some attributes, and nothing is known of what they mean.
import { s } from "./dom";
import type { TableText } from "./types";

/** Colors that print well side by side; any other name of a color is drawn as browsers know it. */
const INKS: Record<string, string> = {
  red: "#cf3a30", yellow: "#f0c11c", green: "#2f8a45", blue: "#2a62c4", orange: "#e67e22", purple: "#7d3fb0",
  pink: "#e26fa3", teal: "#14857f", black: "#26262b", white: "#f4f2ec", brown: "#7a4a2b", gray: "#77777d", grey: "#77777d",
};

/** For those who do not tell colors apart: each color of a deck has a pattern of its own beside its letters. */
const PATTERNS = [
  "M-2 2l4-4M0 10l10-10M8 12l4-4", "M5 0v10", "M2.5 2.5h.01M7.5 7.5h.01", "M0 5h10", "M0 0l10 10M0 10L10 0", "M0 7l2.5-4 2.5 4 2.5-4L10 7",
  "M0 3h10M3 0v10", "M5 2a3 3 0 1 1-.01 0",
];

export interface Ink {
  fill: string;
  text: string;
  letters: string;
  pattern: number;
}

interface Face {
  ink: Ink | null;
  words: string;
}

const GLOBAL = new Set(["inherit", "initial", "unset", "revert", "none", "transparent", "currentcolor"]);

/** The hexadecimal color that a name means in CSS; null for other words. */
function css(name: string): string | null {
  if (INKS[name] !== undefined) return INKS[name];
  if (!/^[a-z]+$/.test(name) || GLOBAL.has(name) || !CSS.supports("color", name)) return null;
  const brush = document.createElement("canvas").getContext("2d");
  if (brush === null) return null;
  brush.fillStyle = name;
  return brush.fillStyle.startsWith("#") ? brush.fillStyle : null;
}

function light(hex: string): boolean {
  const [r, g, b] = [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16) / 255) as [number, number, number];
  return 0.299 * r + 0.587 * g + 0.114 * b > 0.58;
}

function lettersOf(values: string[], value: string): string {
  for (let size = 1; size <= value.length; size++) {
    const start = value.slice(0, size);
    if (values.every((other) => other === value || !other.startsWith(start))) return start.toUpperCase();
  }
  return value.toUpperCase();
}

/** How the cards of one deck are drawn. */
export class Deck {
  private readonly inks: (Map<number, Ink> | null)[];
  readonly named = new Map<string, Ink>();

  constructor(private readonly table: TableText) {
    this.inks = table.attributes.map(({ values }) => {
      const found = values.map(css);
      // some values are colors: then all of the attribute are, those that no browser knows in a hue of their own
      if (found.filter((x) => x !== null).length * 2 < values.length) return null;
      return new Map(values.map((value, index) => {
        const fill = found[index] ?? hue(index, values.length);
        const ink = { fill, text: light(fill) ? "#1b1b1f" : "#ffffff", letters: lettersOf(values, value), pattern: index % PATTERNS.length };
        this.named.set(value, ink);
        return [index, ink];
      }));
    });
  }

  /** A card has one face for each attribute that is a color, the first one on top. */
  private faces(name: string): Face[] {
    const values = this.table.cards[name];
    if (values === undefined) return [{ ink: null, words: name }];
    const faces: Face[] = [];
    values.forEach((value, at) => {
      const inks = this.inks[at];
      if (inks) {
        const waiting = faces.find((x) => x.ink === null && x.words && faces.length === 1 && at === 1);
        if (waiting) waiting.ink = inks.get(value) ?? null;
        else faces.push({ ink: inks.get(value) ?? null, words: "" });
        return;
      }
      if (faces.length === 0) faces.push({ ink: null, words: "" });
      const last = faces[faces.length - 1];
      const word = value < 0 ? "" : (this.table.attributes[at]?.values[value] ?? "");
      if (last && word) last.words = last.words ? `${last.words} ${word}` : word;
    });
    for (const face of faces) if (!face.words && face.ink === null) face.words = name;
    return faces;
  }

  /** The drawing of a card. */
  draw(name: string): SVGElement {
    const faces = this.faces(name).filter((x) => x.words || x.ink);
    const [front, ...others] = faces;
    if (front === undefined) return back();
    const out = s("svg", { class: "card", viewBox: "0 0 60 90", role: "img", "aria-label": name }, s("title", {}, name));
    out.append(s("rect", { x: 1, y: 1, width: 58, height: 88, rx: 7, fill: "#fffdf7", stroke: "#00000055" }));
    const height = others.length ? 54 : 80;
    out.append(...half(front, 5, height, !others.length));
    others.slice(0, 1).forEach((face) => out.append(...half(face, 62, 23, false)));
    return out;
  }
}

let patterns = 0;

function half(face: Face, top: number, height: number, corners: boolean): SVGElement[] {
  const ink = face.ink ?? { fill: "#33333a", text: "#ffffff", letters: "", pattern: -1 };
  const out = [s("rect", { x: 5, y: top, width: 50, height, rx: 5, fill: ink.fill })];
  if (ink.pattern >= 0) {
    const id = `pattern-${++patterns}`;
    const path = s("path", { d: PATTERNS[ink.pattern], fill: "none", stroke: ink.text, "stroke-width": 1.6, "stroke-linecap": "round", opacity: 0.34 });
    out.push(s("defs", {}, s("pattern", { id, width: 10, height: 10, patternUnits: "userSpaceOnUse" }, path)));
    out.push(s("rect", { x: 5, y: top, width: 50, height, rx: 5, fill: `url(#${id})` }));
  } else {
    out.push(...["#cf3a30", "#f0c11c", "#2f8a45", "#2a62c4"].map((fill, i) => s("rect", { x: 9 + 11 * i, y: top + height - 7, width: 9, height: 3, rx: 1, fill })));
  }
  const lines = face.words.length > 4 ? face.words.split(/[-\s]+/) : face.words ? [face.words] : [];
  const longest = Math.max(1, ...lines.map((x) => x.length));
  const size = Math.min(height / (lines.length + 0.6), 46 / (longest * 0.68), 34);
  const middle = top + height / 2 - ((lines.length - 1) * size) / 2;
  const shadow = { "paint-order": "stroke", stroke: ink.fill, "stroke-width": size / 5, "stroke-linejoin": "round" };
  const base = { "text-anchor": "middle", "dominant-baseline": "central", "font-family": "inherit", "font-weight": 700, fill: ink.text };
  lines.forEach((line, i) => out.push(s("text", { x: 30, y: middle + i * size, "font-size": size, ...base, ...shadow }, line)));
  if (ink.letters) {
    const small = { ...base, ...shadow, "font-size": 10, "stroke-width": 3 };
    out.push(s("text", { ...small, x: 5 + 4 + ink.letters.length * 3, y: top + 8 }, ink.letters));
    if (corners) out.push(s("text", { ...small, x: 51 - ink.letters.length * 3, y: top + height - 8 }, ink.letters));
  }
  return out;
}

/** A card that nobody sees. */
export function back(): SVGElement {
  return s(
    "svg",
    { class: "card", viewBox: "0 0 60 90", "aria-hidden": "true" },
    s("rect", { x: 1, y: 1, width: 58, height: 88, rx: 7, fill: "#fffdf7", stroke: "#00000055" }),
    s("rect", { x: 5, y: 5, width: 50, height: 80, rx: 5, fill: "#3d4a5c" }),
    s("path", { d: "M12 45L30 18l18 27-18 27z", fill: "none", stroke: "#ffffff88", "stroke-width": 3 }),
  );
}

function hue(index: number, many: number): string {
  const angle = (index / Math.max(1, many)) * 6;
  const channel = (shift: number): string => {
    const k = (shift + angle * 2) % 12;
    return Math.round(255 * (0.45 - 0.6 * 0.45 * Math.max(-1, Math.min(k - 3, 9 - k, 1)))).toString(16).padStart(2, "0");
  };
  return `#${channel(0)}${channel(8)}${channel(4)}`;
}
