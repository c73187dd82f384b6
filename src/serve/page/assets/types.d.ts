/* What the page asks and is told: see src/serve/page/tell, from which this is made. */

/**
 * A file whose games were added.
 */
export type Added = { file: number, name: string, player: string, games: number, };

/**
 * A request of the page. `do` names it.
 */
export type Ask = { "do": "hello" } | { "do": "new-game", start: string | null, 
/**
 * Moves of an opening that the opponent plays as long as the person lets it.
 */
line: string | null, who: Who, color: Choice, rule: Rule, pace: Pace, clock: TimeControl | null, } | { "do": "place", color: Choice, pace: Pace, } | { "do": "move", game: number, ply: number, square: string, } | { "do": "undo", game: number, } | { "do": "resign", game: number, } | { "do": "close", game: number, } | { "do": "leave", game: number, } | { "do": "go-on", game: number, } | { "do": "xot" } | { "do": "settings" } & Settings | { "do": "review", of: GameRef, } | { "do": "why", of: GameRef, ply: number, } | { "do": "lens", of: GameRef, ply: number, } | { "do": "study", start: string | null, moves: string, rule: Rule, } | { "do": "stop-study", key: string, } | { "do": "explore", start: string | null, moves: string, of: Source, } | { "do": "games", of: Source, from: number, count: number, find: string, } | { "do": "game", of: GameRef, } | { "do": "share", of: GameRef, format: ShareFormat, } | { "do": "import", file: number, player: string, } | { "do": "take-out", what: Taken, } | { "do": "put-back" } | { "do": "stop-measuring" } | { "do": "make-rivals", keep: Array<string>, } | { "do": "stop-making" } | { "do": "find-exercises" } | { "do": "exercise", from: Exercising, } | { "do": "solve", id: number, square: string, } | { "do": "forget-placement" } | { "do": "pack" };

/**
 * The certainty of a value: the kind of a [`Valuation`], the least sure one first.
 */
export type Certainty = { "depth": number } | { "likely": { 
/**
 * The plies of the estimate.
 */
depth: number, 
/**
 * The probability of the result, in hundredths.
 */
percent: number, } } | "win-loss-draw" | "exact";

/**
 * The person's colour.
 */
export type Choice = "black" | "white" | "either";

/**
 * A fact with the move whose line it is about.
 */
export type Clause = { move: Move, fact: Fact, };

/**
 * Black moves first from the normal start.
 */
export type Color = "black" | "white";

/**
 * A played move with the results of its player.
 */
export type Continued = { square: string, games: number, 
/**
 * Of the games whose results are known.
 */
won: number, drawn: number, lost: number, 
/**
 * The mean result in discs.
 */
discs: number, };

/**
 * Discs, as an evaluation counts them.
 */
export type Discs = number;

/**
 * The end of a game.
 */
export type Ended = { 
/**
 * Discs ahead for Black.
 */
score: number, how: Ending, };

/**
 * The end of a game.
 */
export type Ending = "played" | "resigned" | "time" | "agreed";

/**
 * The person's strength.
 */
export type Estimate = { 
/**
 * In a few words: "a weak tournament player".
 */
words: string, 
/**
 * Games, moves, results.
 */
rests_on: Statement<RestsOn>, rating: Rating, 
/**
 * Parts of the game, in order; only those that were measured.
 */
parts: Array<Part>, 
/**
 * The largest differences from others of that strength, in plain words.
 */
habits: Array<Statement<Habit>>, 
/**
 * The rating after each game.
 */
history: Array<Rating>, };

/**
 * A position with one right move.
 */
export type Exercise = { id: number, start: string, 
/**
 * The square of the move before.
 */
last: string | null, 
/**
 * Half of the people with this rating find the move.
 */
half: PeopleElo, 
/**
 * It was tried before.
 */
again: boolean, 
/**
 * From a game of the person: against whom, when, the number of the move.
 */
game: [string, string, number] | null, 
/**
 * The move played in that game, told after the answer.
 */
mistake: string | null, tried: Tried | null, };

/**
 * Exercises: how many there are, how the person does, and the one in hand.
 */
export type Exercises = { 
/**
 * The numbers of open exercises: from the person's own mistakes, and from other people's games.
 */
mine: number, people: number, solving: Solving | null, now: Exercise | null, };

/**
 * A source of exercises.
 */
export type Exercising = "mine" | "people";

/**
 * The moves played in a position.
 */
export type Explored = { 
/**
 * The files that are open: numbers and names.
 */
files: Array<[number, string]>, 
/**
 * Games that came to the position.
 */
games: number, 
/**
 * The moves played there, the most frequent first.
 */
moves: Array<Continued>, };

/**
 * A fact about a line.
 */
export type Fact = { "kind": "takes", side: Color, corner: Square, ply: number, 
/**
 * The side has a whole edge at that corner at the end of the line, and had not before.
 */
edge: boolean, } | { "kind": "keeps-out", side: Color, corner: Square, } | { "kind": "passes", side: Color, } | { "kind": "safe", side: Color, moves: number, } | { "kind": "moves", side: Color, moves: number, } | { "kind": "opens", side: Color, square: Square, } | { "kind": "closes", side: Color, square: Square, } | { "kind": "turns", discs: number, } | { "kind": "stable", side: Color, discs: number, } | { "kind": "ends", lead: number, };

/**
 * A file that was opened.
 */
export type File = { 
/**
 * Its number.
 */
file: number, name: string, games: number, 
/**
 * Players with their numbers of games, the most first.
 */
players: Array<[string, number]>, 
/**
 * Games that cannot be read, and what is wrong with the first.
 */
unreadable: number, problem: string | null, 
/**
 * Games beyond those that are kept.
 */
more: number, };

/**
 * A game to look at.
 */
export type Game = { black: string, white: string, date: string, place: string, rule: Rule, 
/**
 * The start in 66 characters, if it is not the normal one.
 */
start: string | null, 
/**
 * Two characters each.
 */
moves: string, result: Ended | null, 
/**
 * The mover's value of each move, in discs.
 */
evals: Array<number | null>, 
/**
 * The person's side and the opponent in one of the person's own games.
 */
you: Color | null, opponent: string | null, };

/**
 * A game in a list.
 */
export type GameLine = { ref: GameRef, black: string, white: string, date: string, result: Ended | null, moves: number, 
/**
 * The person's side in one of the person's own games.
 */
you: Color | null, };

/**
 * One game.
 */
export type GameRef = { "in": "mine", id: number, } | { "in": "file", file: number, number: number, };

/**
 * A part of a list of games, and how many the whole list has.
 */
export type Games = { total: number, games: Array<GameLine>, };

/**
 * A habit: something that a person does more or less often than people of the same strength. It is data for words in
 * any language, and displays in English.
 */
export type Habit = { 
/**
 * The name of the family of features.
 */
feature: string, 
/**
 * True if the person does it more often, or has more of it.
 */
more: boolean, 
/**
 * The number of times that the person did it, and the number expected of people of this strength; `None` if it
 * cannot be counted.
 */
times: [number, number] | null, };

/**
 * The facts that stay the same while the page is open.
 */
export type Hello = { version: string, opponents: Array<Opponent>, strengths: Strengths, 
/**
 * Games of a placement.
 */
placement: number, 
/**
 * The files that a browser offers to open: extensions, divided by commas.
 */
files: string, };

/**
 * The judge's values of a position.
 */
export type Judged = { 
/**
 * Discs, for Black.
 */
black: number, 
/**
 * The least certainty of these values.
 */
certainty: Certainty, moves: Array<[string, number]>, 
/**
 * The discs that each of them gives away.
 */
losses: Array<number>, 
/**
 * Why the move that was played here lost, if it did and something is to be seen.
 */
reason: Reason | null, };

/**
 * The game that has ended last, and how it has changed what is known of the person's strength.
 */
export type LastGame = { game: number, 
/**
 * It counts towards the strength.
 */
counts: boolean, before: Rating | null, 
/**
 * As soon as the game is measured.
 */
after: Rating | null, };

/**
 * Seconds on the clocks.
 */
export type Left = { black: number | null, white: number | null, };

/**
 * A game that was left for later.
 */
export type LeftGame = { game: number, opponent: string, 
/**
 * The number of its moves.
 */
moves: number, date: string, };

/**
 * The moves that people play in a position.
 */
export type Lens = { 
/**
 * As strong as the person, or an average tournament player; and 200 above.
 */
ratings: [PeopleElo, PeopleElo], 
/**
 * Each move with its share among both.
 */
moves: Array<[string, [number, number]]>, };

/**
 * A feature that a human-like player likes. Displays as "to turn few discs: here 1".
 */
export type Liking = { 
/**
 * The name of the family of features.
 */
feature: string, 
/**
 * True if it likes more of it; false if it likes less, or moves without it.
 */
more: boolean, 
/**
 * The number of it in the move, if the words show a number.
 */
count: number | null, };

/**
 * The facts about the person, and the work that finds them out.
 */
export type Me = { measuring: Progress | null, making: Progress | null, finding: Progress | null, 
/**
 * Why the last work failed.
 */
failed: { [key in Task]?: string }, placement: Placement, 
/**
 * The game that has ended last since the program was started.
 */
last: LastGame | null, files: Array<Added>, 
/**
 * Games that were left for later, the last first.
 */
left: Array<LeftGame>, 
/**
 * It was read.
 */
known: boolean, estimate: Estimate | null, rivals: Array<Rival>, 
/**
 * Of the person against everybody: won, drawn, lost, by the names of the opponents.
 */
scores: { [key in string]: [number, number, number] }, 
/**
 * Files that cannot be read, in a line each, which begins with the name.
 */
damaged: Array<string>, };

/**
 * A disc on a square, or a pass. JSON has the displayed form.
 */
export type Move = string;

/**
 * Why no result counts.
 */
export type NoResult = "unfinished" | "apart" | "unknown";

/**
 * An opponent that can be chosen.
 */
export type Opponent = { who: Who, name: string, 
/**
 * One line that says how it plays.
 */
summary: string, 
/**
 * The rule it plays by; one that plays by none is listed for both.
 */
rule: Rule, 
/**
 * Its strength among people, if that was measured.
 */
rating: PeopleElo | null, };

/**
 * Another judge's values: Black's value by the number of moves before.
 */
export type Other = { judge: string, black: Array<number | null>, };

/**
 * The opponent's speed.
 */
export type Pace = "at-once" | "human";

/**
 * A part of the game.
 */
export type Part = { stage: Stage, 
/**
 * The loss of a move, on average.
 */
loss: Discs, moves: number, };

/**
 * A rating in Elo among people: the average tournament player has 1500. What users see is on this scale.
 */
export type PeopleElo = number;

/**
 * The progress of the person's placement.
 */
export type Placement = { games: number, of: number, done: boolean, 
/**
 * Its last game is being measured.
 */
pending: boolean, };

/**
 * The game in hand.
 */
export type Play = { id: number, 
/**
 * The opponent's strength, where it is known and the name does not say it.
 */
rating: PeopleElo | null, over: boolean, start: string | null, moves: string, turn: Color, yourTurn: boolean, left: Left | null, 
/**
 * The values of the person's moves, as far as they are known: squares and discs.
 */
hints: Array<[string, number]>, canUndo: boolean, 
/**
 * The opponent has failed and plays no more.
 */
broken: boolean, result: Ended | null, who: Who, 
/**
 * Its name in the game.
 */
opponent: string, 
/**
 * The person's side.
 */
you: Color, rule: Rule, pace: Pace, clock: TimeControl | null, 
/**
 * It belongs to a placement.
 */
placement: boolean, 
/**
 * Moves of an opening that the opponent plays as long as the person lets it.
 */
line: string | null, };

/**
 * A portrait: a round board with 64 discs.
 */
export type Portrait = { 
/**
 * Its traits: names, each from -1 (avoids) to 1 (likes).
 */
traits: Array<[string, number]>, 
/**
 * The hue of the ground in degrees, and its lightness in percent.
 */
ground: [number, number], 
/**
 * Radii of the discs row by row, in thousandths of the picture's width; those above 23 are light.
 */
discs: Array<number>, };

/**
 * The progress of work.
 */
export type Progress = { done: number, of: number, 
/**
 * One word for the present step, or empty.
 */
what: string, 
/**
 * It is to end soon.
 */
stopping: boolean, };

/**
 * A rating with its 95 % interval.
 */
export type Rating = { value: PeopleElo, low: PeopleElo, high: PeopleElo, };

/**
 * One or two clauses, as data for words in any language. Displays as "g2 lets White take h1; h7 would have left Black
 * 3 safe moves".
 */
export type Reason = { 
/**
 * The clause about the played move.
 */
played: Clause | null, 
/**
 * The clause about the better move.
 */
better: Clause | null, };

/**
 * Why a request is not done. The page has the words for each.
 */
export type Refusal = { "error": "stale" } | { "error": "illegal" } | { "error": "no-undo" } | { "error": "unknown" } | { "error": "range", what: string, } | { "error": "busy" } | { "error": "failed", why: string, };

/**
 * The evidence of an estimate, as data for words in any language; displayed in English: "84 moves of 3 games, and 3
 * results against players of known strength".
 */
export type RestsOn = { 
/**
 * The number of moves with a choice.
 */
moves: number, 
/**
 * The number of games.
 */
games: number, 
/**
 * The number of results against players of known strength.
 */
results: number, 
/**
 * Why there is no such result.
 */
none: NoResult | null, };

/**
 * A game under review, as far as it is judged.
 */
export type Review = { of: GameRef, 
/**
 * Nobody, if none judges games by this rule.
 */
judge: string | null, 
/**
 * By the number of moves before.
 */
positions: Array<Judged | null>, others: Array<Other>, 
/**
 * Why the opponent played, as far as that was asked, by the number of moves before; no reason if it gave none.
 */
reasons: { [key in number]: Statement<Told> | null }, passes: number, 
/**
 * Passes that are done.
 */
pass: number, };

/**
 * One of the person's rivals.
 */
export type Rival = { name: string, 
/**
 * Its likings, in one line.
 */
likes: string, portrait: Portrait, 
/**
 * Of the person against it: won, drawn, lost.
 */
score: [number, number, number], };

/**
 * An [`Objective`] as the page writes it.
 */
export type Rule = "most" | "fewest";

/**
 * The panels that the person wants to see, and the name in the person's games.
 */
export type Settings = { name: string, 
/**
 * Legal moves are marked.
 */
markers: boolean, 
/**
 * The values of the moves are shown.
 */
hints: boolean, };

export type ShareFormat = "ggf" | "sgf" | "transcript";

/**
 * The rating estimated from first tries.
 */
export type Solving = { 
/**
 * The number of tried exercises.
 */
tried: number, 
/**
 * The number of exercises found at the first try.
 */
found: number, 
/**
 * The most likely rating.
 */
rating: PeopleElo, 
/**
 * The lower end of the 95 % interval.
 */
low: PeopleElo, 
/**
 * The upper end of the interval.
 */
high: PeopleElo, };

/**
 * A source of games.
 */
export type Source = { "in": "mine" } | { "in": "file", file: number, };

/**
 * One of the 64 squares; its index is always below 64. JSON has its name.
 */
export type Square = string;

export type Stage = "opening" | "middle" | "end";

/**
 * A statement in English, and its parts for other languages.
 */
export type Statement<T> = { words: string, says: T, };

/**
 * The strengths that can be played against.
 */
export type Strengths = { low: number, high: number, step: number, 
/**
 * The strength that is offered while the person's is unknown.
 */
first: number, 
/**
 * The meaning of the numbers, from beginner to master: a number and a word.
 */
words: Array<[number, string]>, };

/**
 * A position that is studied.
 */
export type Study = { key: string, judge: string | null, moves: Array<[string, number]>, searching: boolean, 
/**
 * The least certainty of these values.
 */
certainty: Certainty, };

/**
 * A thing that can be taken back.
 */
export type Taken = { "kind": "game", game: number, } | { "kind": "added", file: number, };

/**
 * Long work.
 */
export type Task = "measure" | "rivals" | "exercises";

/**
 * A clock for each side.
 */
export type TimeControl = { 
/**
 * Of main time, 1 to 180.
 */
minutes: number, 
/**
 * Added after each move, 0 to 60.
 */
increment: number, };

/**
 * The player's comment on a move after the game, as data for words in any language. Displays in English, in at most
 * two clauses. Values are the player's own opinion.
 */
export type Told = { "kind": "only" } | { "kind": "book" } | { "kind": "took-for-best" } | { "kind": "nothing-better" } | { "kind": "equal", moves: number, } | { "kind": "corner", left_out: Move, } | { "kind": "gift", left_out: Move, } | { "kind": "aimed", better: Move | null, unit: Unit, lost: number, due: number, } | { "kind": "overlooked", better: Move, } | { "kind": "human", 
/**
 * A better move, if the reader sees one, and whether the player saw it.
 */
better: Move | null, saw: boolean, likes: Liking | null, 
/**
 * The number of times in 10 that it plays this; shown if `better` or the liking is missing.
 */
times: number, } | { "kind": "first", next: Move | null, } | { "kind": "drawn", moves: number, } | { "kind": "playouts", games: number, discs: number, } | { "kind": "another", choice: Move, equal: boolean, };

/**
 * An answer, and what is right.
 */
export type Tried = { square: string, answer: string, right: boolean, 
/**
 * By how much the right move is better than any other, in discs.
 */
ahead: Discs, 
/**
 * That is certain.
 */
exact: boolean, 
/**
 * Why the answer is wrong, as soon as it is known.
 */
reason: Reason | null, 
/**
 * The values of all moves, as soon as they are known.
 */
moves: Array<[string, number]>, };

/**
 * The unit of an evaluation's values.
 */
export type Unit = "points" | "discs";

/**
 * The opponent of a game.
 */
export type Who = { "kind": "shipped", name: string, } | { "kind": "rival", name: string, } | { "kind": "strength", rating: number, } | { "kind": "map", map: string, };
