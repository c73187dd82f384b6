/* What the page's scripts hand each other. What comes from the server is in types.d.ts. */

import type { Ask, Choice, Exercises, Exploration, Game, Games, Hello, Lens, Me, MoveComment, OpeningLine, Pace, Play, Refusal, Review, Rule, Settings, Statement, Study } from "./types.d.ts";

/** Everything that the server has told: a topic each, and `hello`. */
export interface State {
  hello: Hello;
  settings: Settings;
  play?: Play | null;
  /** The time at which `play` came from the server, in milliseconds since 1970. */
  playCame: number;
  study?: Study | null;
  me?: Me;
  exercises?: Exercises;
  trouble?: string | null;
  ended?: boolean;
  /** The part of the engine and its data that is loaded, in a page without the program. */
  loading?: number;
  [review: `review-${number}`]: Review | null;
}

export interface Page {
  state: State;
  /** Goes to another view. */
  go(to: string): void;
}

/** A button's words, and its work. */
export type Act = [string, () => void] | null;

export interface View {
  element: HTMLElement;
  /** A topic has changed. */
  hear?(topic: string): void;
  leave?(): void;
}

/** What is answered to each request. */
export interface Answers {
  hello: Hello;
  "new-game": number;
  place: number;
  move: null;
  undo: null;
  hint: null;
  resign: null;
  close: null;
  leave: null;
  /** Its number. */
  "go-on": number;
  /** Eight moves. */
  xot: string;
  explore: Exploration;
  repertoire: OpeningLine[];
  /** The number of the removal, to put it back. */
  "take-out": number;
  "put-back": null;
  "forget-tournaments": null;
  settings: null;
  review: Game;
  /** The reason, if it is known; otherwise it comes with the review. */
  why: Statement<MoveComment> | null;
  lens: Lens;
  /** The key of the position. */
  study: string;
  "stop-study": null;
  games: Games;
  /** GGF. */
  export: string;
  game: Game;
  share: string;
  /** The number of games; 0 if the same were added before. */
  import: number;
  "stop-measuring": null;
  "make-rivals": null;
  "stop-making": null;
  "find-exercises": null;
  /** Its number; 0 if there is none now. */
  exercise: number;
  daily: number;
  /** 1 if it is right. */
  solve: number;
  "forget-placement": null;
  /** Base64. */
  pack: string;
}

/** What comes back: what was asked for, or why not. */
export interface Reply {
  ok?: any;
  refused?: Refusal | { error: "gone" | "key" | "large" | "broken" };
}

type Fields<K> = Omit<Extract<Ask, { do: K }>, "do">;
/** What a request has beside its name. */
export type Beside<K> = keyof Fields<K> extends never ? [] : [Fields<K>];

/** The same in other words. */
type Reworded<T> = T extends string
  ? string
  : T extends Function
    ? (...given: any[]) => string
    : T extends string[]
      ? string[]
      : { [K in keyof T]: Reworded<T[K]> };
/** Words for every kind of what the program tells as data. */
export type Kinds<T extends { kind: string }> = { [K in T["kind"]]: (told: Extract<T, { kind: K }>) => string };
/** The page's texts in some language. */
export type Texts = Reworded<typeof import("./texts.js").T>;

/** 1 black, -1 white, 0 empty, row by row from a1. */
export type Cells = number[];

export interface Position {
  cells: Cells;
  /** Who is to move: 1 black, -1 white. */
  side: number;
  legal: number[];
  mustPass: boolean;
  over: boolean;
  /** The square of the move before. */
  last: number | null;
  turned: number[];
  /** The move before was a pass. */
  passed: boolean;
}

/** What is shown of a move that gave something away. */
export interface Mark {
  kind: "mistake" | "inaccuracy" | "slight";
  sign: string;
  words: string;
}

/** What is studied: a start in 66 characters (none for the normal one), moves, and the move that is looked at. */
export interface Studied {
  start: string | null;
  moves: string;
  ply: number;
  rule: Rule;
  /** The names of Black and White, if it is a game of a file. */
  names: [string, string] | null;
}

/** What was chosen for the next game. */
export interface Chosen {
  /** A position in 66 characters. */
  start: string | null;
  /** The moves of the named opening that `start` comes from, or nothing. */
  opening: string;
  opponent: "strength" | "player" | "map";
  /** 0 is the person's own. */
  rating: number;
  player: string;
  color: Choice;
  rule: Rule;
  pace: Pace;
  /** Of the list. */
  clock: number;
  /** The opponent plays the opening; the game begins as usual. */
  line: boolean;
  /** Numbers of the person's own map. */
  map: string;
}
