// What the server says.

export type Place = [zone: string, seat: number, cards: string[] | null, count: number];

export interface View {
  seat: number | null;
  places: Place[];
  variables: [name: string, seat: number, value: string][];
  situations: [name: string, owner: string, fields: [name: string, value: string][]][];
  players: number[];
  round: boolean;
  match: boolean;
  winners: number[];
}

export interface RuleText {
  title: string;
  text: string;
  file: string;
  line: number;
  last: number;
}

export interface TableText {
  title: string;
  described: string;
  names: string[];
  attributes: { name: string; values: string[] }[];
  cards: Record<string, number[]>;
  zones: Record<string, { words: string; each: boolean; pile: boolean }>;
  variables: Record<string, { words: string; each: boolean; kept: boolean; secret: boolean }>;
  deck: string;
  hands: string[];
  rules: Record<string, RuleText>;
}

export interface Legal {
  move: [number, number, number];
  words: string;
  act: string;
  card: string | null;
  value: string | null;
  opponent: number | null;
  rule: string;
}

export interface Entry {
  number: number;
  seat: number;
  words: string;
  rule: string | null;
  card: string | null;
  fired: string[];
  notes: [text: string, cards: string[]][];
  ended: [what: string, winners: string[]][];
  rounds: number;
}

export interface Position {
  made: number;
  view: View;
  legal: Legal[];
  waits: number[];
  log: Entry[];
  here: boolean[];
  bots: boolean[];
  over: boolean;
  stopped: string;
  undo: { seat: number; words: string; moves: number; agreed: number[] } | null;
}

export interface Update extends Position {
  type: "table";
}

export interface Welcome extends Position {
  type: "welcome";
  match: string;
  seat: number;
  table: TableText;
}

export interface Refused {
  type: "refused";
  why: string;
  final?: boolean;
}

export interface Frame {
  words: string;
  line: number;
  view: View;
  fired: string[];
  notes: string[];
}

export interface Story {
  title: string;
  frames: Frame[];
  table: TableText;
  message: string;
}

export interface SpotInFile {
  file: string;
  line: number;
  own: boolean;
  label?: string;
}

export interface Fix extends SpotInFile {
  text: string;
  description: string;
  verified: boolean;
}

export interface Finding {
  id: string;
  code: string;
  name: string;
  severity: "error" | "warning" | "note";
  message: string;
  rules: string[];
  options: string[];
  evidence: "witnessed" | "proved" | "bounded";
  basis: string;
  witness: string | null;
  scene: string;
  sides: { label: string; rule: string; facts: string[] }[];
  locations: SpotInFile[];
  fixes: Fix[];
  suppressed: string | null;
  of_the_game_itself: boolean;
}

export interface Cell {
  options: [string, string];
  verdict: string;
  codes: string[];
}

export interface Report {
  verdict: string;
  cut_short: boolean;
  findings: Finding[];
  combinations: { matrix: Cell[] } | null;
  summary: { seconds: number; clean_proved: number; seen_in_play: number; closed_uncertified: number; open_bounded: number };
}

export interface FileText {
  name: string;
  text: string;
  mark: string;
  shipped: boolean;
  writable: boolean;
}

export interface SeatLink {
  seat: number;
  kind: "person" | "bot";
  link: string | null;
  code: string | null;
}
