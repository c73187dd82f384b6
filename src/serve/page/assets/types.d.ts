/* What the page asks and is told: see src/serve/page/tell, from which this is made. */

/**
 * A file whose games were added.
 */
export type AddedGames = { file: number, name: string, player: string, games: number, };

/**
 * The effect of an answer.
 */
export type AnswerEffect = { "kind": "takes", squares: FewSquares, } | { "kind": "quiet" } | { "kind": "prepares", squares: FewSquares, };

/**
 * A request of the page. The field `do` names it.
 */
export type Ask = { "do": "hello" } | { "do": "new-game", start: string | null, 
/**
 * The moves of an opening that the opponent plays until the person leaves it.
 */
line: string | null, who: OpponentChoice, color: Choice, rule: Rule, pace: Pace, clock: TimeControl | null, } | { "do": "place", color: Choice, pace: Pace, } | { "do": "move", game: number, ply: number, square: string, } | { "do": "undo", game: number, } | { "do": "hint", game: number, ply: number, } | { "do": "resign", game: number, } | { "do": "close", game: number, } | { "do": "leave", game: number, } | { "do": "go-on", game: number, } | { "do": "xot" } | { "do": "settings" } & Settings | { "do": "review", of: GameRef, } | { "do": "why", of: GameRef, ply: number, } | { "do": "lens", of: GameRef, ply: number, } | { "do": "study", start: string | null, moves: string, rule: Rule, } | { "do": "stop-study", key: string, } | { "do": "explore", start: string | null, moves: string, of: Source, } | { "do": "repertoire" } | { "do": "forget-tournaments" } | { "do": "games", of: Source, from: number, count: number, 
/**
 * A part of a player's name or of the date.
 */
find: string, 
/**
 * Names of players that the page shows in other words, which have the text.
 */
names: Array<string>, 
/**
 * The openings whose names have the text, as moves.
 */
openings: Array<string>, 
/**
 * The result of the person's game.
 */
ended: Finish | null, } | { "do": "export", of: Source, find: string, names: Array<string>, openings: Array<string>, ended: Finish | null, } | { "do": "game", of: GameRef, } | { "do": "share", of: GameRef, format: ShareFormat, } | { "do": "import", file: number, player: string, } | { "do": "take-out", what: EvidenceRef, } | { "do": "put-back", number: number, } | { "do": "stop-measuring" } | { "do": "make-rivals", keep: Array<string>, } | { "do": "stop-making" } | { "do": "find-exercises" } | { "do": "exercise", from: Exercising, 
/**
 * The theme, if the person chose one of the dearest.
 */
theme: Theme | null, } | { "do": "daily", day: number, } | { "do": "solve", id: number, square: string, } | { "do": "forget-placement" } | { "do": "pack" };

/**
 * The certainty of a value: the kind of a [`Valuation`], in order from the least certain.
 */
export type Certainty = { "depth": number } | { "likely": { 
/**
 * The depth of the estimate in plies.
 */
depth: number, 
/**
 * The probability of the result in percent.
 */
percent: number, } } | "win-loss-draw" | "exact";

/**
 * The person's colour.
 */
export type Choice = "black" | "white" | "either";

/**
 * A fact, with the move whose line it describes.
 */
export type Clause = { move: Move, fact: Fact, };

/**
 * Black moves first from the normal start.
 */
export type Color = "black" | "white";

/**
 * The most important effect of a move, told to its opponent.
 */
export type Deed = { "kind": "corner", corner: Square, } | { "kind": "passes" } | { "kind": "gives", corner: Square, } | { "kind": "edge", discs: number, } | { "kind": "last-move" } | { "kind": "safe", moves: number, squares: Array<Square>, } | { "kind": "closes", squares: Array<Square>, } | { "kind": "quiet" } | { "kind": "opens", moves: number, };

/**
 * Discs, as an evaluation counts them.
 */
export type Discs = number;

/**
 * The way in which a game ended.
 */
export type Ending = "played" | "resigned" | "time" | "agreed" | "adjudicated" | "forfeited" | "unknown";

/**
 * The person's strength.
 */
export type Estimate = { 
/**
 * The strength in a few words: "a weak tournament player".
 */
words: string, 
/**
 * The evidence: numbers of games, moves and results.
 */
rests_on: Statement<EvidenceCounts>, rating: Rating, 
/**
 * The measured parts of the game, in order.
 */
parts: Array<Part>, 
/**
 * The largest differences from people of equal strength, in plain words.
 */
habits: Array<Statement<Habit>>, 
/**
 * The rating after each game.
 */
history: Array<Rating>, };

/**
 * The evidence of an estimate, as data for any language. It is displayed in English: "84 moves of 3 games, and 3
 * results against players of known strength".
 */
export type EvidenceCounts = { 
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
 * The reason why there is no such result.
 */
none: NoResult | null, };

/**
 * Evidence that can be removed.
 */
export type EvidenceRef = { "kind": "game", game: number, } | { "kind": "added", file: number, };

/**
 * A position with one right move.
 */
export type Exercise = { id: number, start: string, 
/**
 * The square of the move before this position.
 */
last: string | null, 
/**
 * The theme that a wrong move belongs to, if it is known.
 */
theme: Theme | null, 
/**
 * The rating at which half of the people find the move.
 */
half: PeopleElo, 
/**
 * True if it was tried before.
 */
again: boolean, 
/**
 * For a game of the person: the opponent, the date, and the number of the move.
 */
game: [string, string, number] | null, 
/**
 * The move played in that game. It is shown after the answer.
 */
mistake: string | null, tried: ExerciseAnswer | null, 
/**
 * For the exercise of a day: the number of days in a row on which it was answered.
 */
streak: number | null, };

/**
 * The person's answer, and the right move.
 */
export type ExerciseAnswer = { square: string, answer: string, right: boolean, 
/**
 * The lead of the right move over any other, in discs.
 */
ahead: Discs, 
/**
 * True if the lead is exact.
 */
exact: boolean, 
/**
 * The reason why the answer is wrong, once it is known.
 */
reason: Reason | null, 
/**
 * The values of all moves, once they are known.
 */
moves: Array<[string, number]>, 
/**
 * The certainty of the least certain of them.
 */
certainty: Certainty | null, };

/**
 * Exercises: their number, the person's results, and the present one.
 */
export type Exercises = { 
/**
 * The numbers of unsolved exercises: from the person's own mistakes, and from other people's games.
 */
mine: number, people: number, 
/**
 * The number of those of the dearest themes.
 */
themes: number, 
/**
 * The themes that cost the person most and are not mastered, the dearest first.
 */
dearest: Array<ThemeCost>, mastered: Array<Theme>, 
/**
 * The number of the person's last games that the themes come from.
 */
games: number, solving: Solving | null, now: Exercise | null, };

/**
 * A source of exercises.
 */
export type Exercising = "mine" | "themes" | "people" | "run";

/**
 * The moves played in a position.
 */
export type Exploration = { 
/**
 * The open files: numbers and names.
 */
files: Array<[number, string]>, 
/**
 * The names of the kept files of tournament games.
 */
tournaments: Array<string>, 
/**
 * The number of games that reached the position.
 */
games: number, 
/**
 * The moves played there, the most frequent first.
 */
moves: Array<PlayedMove>, };

/**
 * A fact about a line.
 */
export type Fact = { "kind": "takes", side: Color, corner: Square, 
/**
 * The number of the move in the line. The first move of the line is the lost one.
 */
ply: number, 
/**
 * The moves between, if there are some.
 */
after: Sequel | null, } | { "kind": "wipes-out", side: Color, square: Square, } | { "kind": "keeps-out", side: Color, corner: Square, } | { "kind": "passes", side: Color, after: Sequel | null, } | { "kind": "safe", side: Color, moves: number, squares: FewSquares, after: Sequel | null, } | { "kind": "moves", side: Color, moves: number, after: Sequel | null, } | { "kind": "last-move", side: Color, square: Square, } | { "kind": "enters", squares: number, answer: Square | null, } | { "kind": "wall", side: Color, moves: number, squares: FewSquares, } | { "kind": "spoils", square: Square, corner: Square | null, } | { "kind": "spares", square: Square, } | { "kind": "edge", side: Color, square: Square, discs: number, } | { "kind": "waits", square: Square, } | { "kind": "contested", side: Color, square: Square, } | { "kind": "loses", side: Color, squares: FewSquares, } | { "kind": "beside", corner: Square, } | { "kind": "yields", side: Color, square: Square, } | { "kind": "gone", square: Square, answer: Square, } | { "kind": "opens", side: Color, square: Square, effect: AnswerEffect | null, } | { "kind": "leaves", side: Color, moves: number, squares: FewSquares, } | { "kind": "denies" } | { "kind": "closes", side: Color, square: Square, } | { "kind": "turns", discs: number, } | { "kind": "alone", side: Color, square: Square, discs: number, } | { "kind": "ends", lead: number, same: boolean, } | { "kind": "keeps" } | { "kind": "quiet-moves", side: Color, moves: number, squares: FewSquares, after: Sequel | null, } | { "kind": "plays", side: Color, square: Square, effect: AnswerEffect, } | { "kind": "costs", side: Color, square: Square, squares: FewSquares, } | { "kind": "later", plies: number, };

/**
 * A few squares of a set.
 */
export type FewSquares = string[];

/**
 * An opened file.
 */
export type File = { 
/**
 * The number of the file.
 */
file: number, name: string, games: number, 
/**
 * The players with their numbers of games, the largest number first.
 */
players: Array<[string, number]>, 
/**
 * The number of unreadable games, and the error of the first.
 */
unreadable: number, problem: string | null, 
/**
 * The number of games beyond the limit.
 */
more: number, };

/**
 * The result of a game of the person.
 */
export type Finish = "won" | "drawn" | "lost";

/**
 * A game to view.
 */
export type Game = { black: string, white: string, date: string, place: string, rule: Rule, 
/**
 * The start position in 66 characters, if it is not the normal one.
 */
start: string | null, 
/**
 * The moves, two characters each.
 */
moves: string, result: GameEnd | null, 
/**
 * The mover's value of each move in discs.
 */
evals: Array<number | null>, 
/**
 * The person's side and the opponent, if it is one of the person's own games.
 */
you: Color | null, opponent: string | null, };

/**
 * The end of a game.
 */
export type GameEnd = { 
/**
 * The lead for Black in discs.
 */
score: number, how: Ending, };

/**
 * A game in a list.
 */
export type GameLine = { ref: GameRef, black: string, white: string, date: string, result: GameEnd | null, moves: number, 
/**
 * The number of the person's mistakes, by the judge of the person's strength; `None` if it was not measured.
 */
mistakes: number | null, 
/**
 * The first moves, two characters each.
 */
begin: string, rule: Rule, 
/**
 * The person's side, if it is one of the person's own games.
 */
you: Color | null, };

/**
 * One game.
 */
export type GameRef = { "in": "mine", id: number, } | { "in": "added", file: number, number: number, } | { "in": "file", file: number, number: number, };

/**
 * A part of a list of games, and the number of games in the whole list.
 */
export type Games = { total: number, games: Array<GameLine>, };

/**
 * A habit: what a person does more or less often than equally strong people. It is data for any language, and is
 * displayed in English.
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
 * The number of times that the person did it, and the number expected of equally strong people; `None` if it
 * cannot be counted.
 */
times: [number, number] | null, };

/**
 * The facts that stay the same while the page is open.
 */
export type Hello = { version: string, opponents: Array<Opponent>, strengths: Strengths, 
/**
 * The number of games in a placement.
 */
placement: number, 
/**
 * The extensions of files that a browser offers to open, separated by commas.
 */
files: string, };

/**
 * The judge's values of a position.
 */
export type JudgedPosition = { 
/**
 * The value in discs for Black.
 */
black: number, 
/**
 * The certainty of the least certain value.
 */
certainty: Certainty, moves: Array<[string, number]>, 
/**
 * The loss of each of these moves in discs.
 */
losses: Array<number>, 
/**
 * The reason why the played move lost discs, if it did and the reason is visible.
 */
reason: Reason | null, 
/**
 * The played move's effect on the board, if it is worth saying.
 */
did: Deed | null, };

/**
 * The last ended game, and its effect on the person's estimated strength.
 */
export type LastGame = { game: number, 
/**
 * True if the game counts towards the strength.
 */
counts: boolean, before: Rating | null, 
/**
 * The strength after the game, once it is measured.
 */
after: Rating | null, };

/**
 * A game kept for later.
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
 * Two ratings: that of the person, or the first one to choose if it is unknown; and 200 above.
 */
ratings: [PeopleElo, PeopleElo], 
/**
 * Each move with its share at both ratings.
 */
moves: Array<[string, [number, number]]>, };

/**
 * A feature that a human-like player likes. It is displayed like "to turn few discs: here 1".
 */
export type Liking = { 
/**
 * The name of the family of features.
 */
feature: string, 
/**
 * True if it likes more of the feature; false if it likes less, or moves without it.
 */
more: boolean, 
/**
 * The feature's count in the move, if the words show a number.
 */
count: number | null, };

/**
 * The facts about the person, and the work that computes them.
 */
export type Me = { measuring: Progress | null, making: Progress | null, finding: Progress | null, 
/**
 * The reason why each kind of work last failed.
 */
failed: { [key in Task]?: string }, placement: Placement, 
/**
 * The last game that ended since the program started.
 */
last: LastGame | null, files: Array<AddedGames>, 
/**
 * Games kept for later, the last first.
 */
left: Array<LeftGame>, 
/**
 * True once the facts were read.
 */
known: boolean, estimate: Estimate | null, rivals: Array<Rival>, 
/**
 * The strength at which rivals and the agent play, among people: the estimate, corrected by who won.
 */
rivals_rating: number | null, 
/**
 * The person's wins, draws and losses by the opponent's name.
 */
scores: { [key in string]: [number, number, number] }, 
/**
 * Unreadable files, each as a line that begins with the name.
 */
damaged: Array<string>, };

/**
 * A disc on a square, or a pass. JSON has the displayed form.
 */
export type Move = string;

/**
 * The player's comment on a move after the game, as data for any language. It is displayed in English, in at most two
 * clauses. Values are the player's own.
 */
export type MoveComment = { "kind": "only" } | { "kind": "book" } | { "kind": "took-for-best" } | { "kind": "nothing-better" } | { "kind": "equal", moves: number, } | { "kind": "corner", left_out: Move, } | { "kind": "gift", left_out: Move, } | { "kind": "aimed", better: Move | null, unit: Unit, lost: number, due: number, } | { "kind": "overlooked", better: Move, } | { "kind": "human", 
/**
 * A better move that the reader sees, and whether the player saw it; `None` without one.
 */
better: Move | null, saw: boolean, likes: Liking | null, 
/**
 * The number of times in 10 that the player chooses this move. It is shown if `better` or the liking is
 * missing.
 */
times: number, } | { "kind": "first", next: Move | null, } | { "kind": "drawn", moves: number, } | { "kind": "playouts", games: number, discs: number, } | { "kind": "another", choice: Move, equal: boolean, };

/**
 * The reason why no result counts.
 */
export type NoResult = "unfinished" | "apart" | "unknown";

/**
 * A line that the person plays: some games that begin alike, and their results.
 */
export type OpeningLine = { 
/**
 * The moves that they share, two characters each, turned so that the first one is f5.
 */
moves: string, 
/**
 * The person's side.
 */
you: Color, games: number, won: number, drawn: number, lost: number, };

/**
 * An opponent that can be chosen.
 */
export type Opponent = { who: OpponentChoice, name: string, 
/**
 * Its way of playing, in one line.
 */
summary: string, 
/**
 * The rule that it plays by. A player for both rules is listed for each.
 */
rule: Rule, 
/**
 * Its strength among people, if it was measured.
 */
rating: PeopleElo | null, };

/**
 * The opponent of a game.
 */
export type OpponentChoice = { "kind": "shipped", name: string, } | { "kind": "rival", name: string, } | { "kind": "agent" } | { "kind": "strength", rating: number, } | { "kind": "map", map: string, };

/**
 * Another judge's values for Black, by the number of moves before.
 */
export type OtherJudge = { judge: string, black: Array<number | null>, };

/**
 * The opponent's speed.
 */
export type Pace = "at-once" | "human";

/**
 * A part of the game.
 */
export type Part = { stage: Stage, 
/**
 * The mean loss of a move.
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
 * True if its last game is being measured.
 */
pending: boolean, };

/**
 * The present game.
 */
export type Play = { id: number, 
/**
 * The opponent's strength, if it is known and not part of the name.
 */
rating: PeopleElo | null, over: boolean, start: string | null, moves: string, turn: Color, yourTurn: boolean, left: SecondsLeft | null, 
/**
 * The known values of the person's moves: squares and discs.
 */
hints: Array<[string, number]>, 
/**
 * True if values of moves were shown in the game, or a move was taken back. It then does not count.
 */
hinted: boolean, canUndo: boolean, 
/**
 * The opponent has failed and plays no more.
 */
broken: boolean, result: GameEnd | null, who: OpponentChoice, 
/**
 * The opponent's name in the game.
 */
opponent: string, 
/**
 * The person's side.
 */
you: Color, rule: Rule, pace: Pace, clock: TimeControl | null, 
/**
 * True if the game belongs to a placement.
 */
placement: boolean, 
/**
 * The moves of an opening that the opponent plays until the person leaves it.
 */
line: string | null, };

/**
 * A played move with the results of its player.
 */
export type PlayedMove = { square: string, games: number, 
/**
 * The results among games with a known result.
 */
won: number, drawn: number, lost: number, 
/**
 * The mean result in discs of the games that were played out; `None` if there is none.
 */
discs: number | null, };

/**
 * A portrait: a round board with 64 discs.
 */
export type Portrait = { 
/**
 * Its traits by name, each from -1 (avoids) to 1 (likes).
 */
traits: Array<[string, number]>, 
/**
 * The background: its hue in degrees and its lightness in percent.
 */
ground: [number, number], 
/**
 * Radii of the discs row by row, in thousandths of the picture's width; discs above 23 are light.
 */
discs: Array<number>, };

/**
 * The progress of work.
 */
export type Progress = { done: number, of: number, 
/**
 * A word for the present step; may be empty.
 */
what: string, 
/**
 * True if the work is about to stop.
 */
stopping: boolean, };

/**
 * A rating with its 95 % interval.
 */
export type Rating = { value: PeopleElo, low: PeopleElo, high: PeopleElo, };

/**
 * One or two clauses, as data for any language. They are displayed as "g2 lets White take h1; h7 would have left Black
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
better: Clause | null, 
/**
 * The corner that the opponent can take at once after the better move, and could not before.
 */
price: Square | null, 
/**
 * True if both moves have the same winner and little is lost. It is false if a clause says so.
 */
close: boolean, };

/**
 * The reason why a request is refused. The page has words for each.
 */
export type Refusal = { "error": "stale" } | { "error": "illegal" } | { "error": "no-undo" } | { "error": "unknown" } | { "error": "no-player" } | { "error": "range", what: string, } | { "error": "busy" } | { "error": "no-games", why: string, } | { "error": "failed", why: string, };

/**
 * A game under review, with its judged positions so far.
 */
export type Review = { of: GameRef, 
/**
 * The judge's name; `None` if no judge plays by this rule.
 */
judge: string | null, 
/**
 * The judged positions, by the number of moves before.
 */
positions: Array<JudgedPosition | null>, others: Array<OtherJudge>, 
/**
 * The opponent's requested reasons, by the number of moves before. There is no reason if it gave none.
 */
reasons: { [key in number]: Statement<MoveComment> | null }, passes: number, 
/**
 * The number of finished passes.
 */
pass: number, };

/**
 * One of the person's rivals.
 */
export type Rival = { name: string, 
/**
 * Its likings in one line.
 */
likes: string, portrait: Portrait, 
/**
 * The person's wins, draws and losses against it.
 */
score: [number, number, number], };

/**
 * An [`Objective`] as the page writes it.
 */
export type Rule = "most" | "fewest";

/**
 * The seconds left on both clocks.
 */
export type SecondsLeft = { black: number | null, white: number | null, };

/**
 * The next moves of a line, up to the board on which a fact is seen: the opponent's answer first. A pass is left out.
 */
export type Sequel = string;

/**
 * The panels to show, and the person's name in games.
 */
export type Settings = { name: string, 
/**
 * True if legal moves are marked.
 */
markers: boolean, 
/**
 * True if the values of moves are shown.
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
 * The number of exercises solved at the first try.
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
export type Source = { "in": "mine" } | { "in": "all" } | { "in": "tournaments" } | { "in": "file", file: number, };

/**
 * One of the 64 squares; its index is always below 64. JSON has its name.
 */
export type Square = string;

export type Stage = "opening" | "middle" | "end";

/**
 * A statement in English, with its parts for other languages.
 */
export type Statement<T> = { words: string, says: T, };

/**
 * The strengths to choose from.
 */
export type Strengths = { low: number, high: number, step: number, 
/**
 * The first choice while the person's strength is unknown.
 */
first: number, 
/**
 * The classes of strength from beginner to master: the lowest rating and a word.
 */
words: Array<[number, string]>, };

/**
 * A studied position.
 */
export type Study = { key: string, judge: string | null, moves: Array<[string, number]>, searching: boolean, 
/**
 * The certainty of the least certain value.
 */
certainty: Certainty, };

/**
 * A kind of long work.
 */
export type Task = "measure" | "rivals" | "exercises" | "themes";

/**
 * A theme of mistakes.
 */
export type Theme = "corners" | "mobility" | "walls" | "discs" | "passes" | "order" | "parity" | "results" | "margins";

/**
 * The cost of a theme for the person, and the progress in its exercises.
 */
export type ThemeCost = { theme: Theme, 
/**
 * The discs that the person gives away in it in a game.
 */
own: Discs, 
/**
 * The discs that people of the person's strength would give away in it in the same positions.
 */
usual: Discs, 
/**
 * The number of steps to mastery that were made, and of all steps.
 */
steps: number, of: number, };

/**
 * A clock for each side.
 */
export type TimeControl = { 
/**
 * Minutes of main time, 1 to 180.
 */
minutes: number, 
/**
 * Seconds added after each move, 0 to 60.
 */
increment: number, };

/**
 * The unit of an evaluation's values.
 */
export type Unit = "points" | "discs";
