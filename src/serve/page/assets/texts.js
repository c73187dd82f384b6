/* Every word of the page. The texts contain no HTML. */

import { MOST_LOSS, worded, writing } from "./writing.js";

/** @import { Kinds } from "./page.d.ts" */
/** @import { AnswerEffect, Color, Deed, Fact, Reason } from "./types.d.ts" */

const { date, plural, signed, tenths, whole } = writing("en-GB");
/** A share of people, from 0 to 1. */
const ofTen = (share) =>
  share >= 0.95
    ? "nearly all"
    : share >= 0.05
      ? `${Math.max(1, Math.round(10 * share))} of 10`
      : share >= 0.005
        ? `${Math.round(100 * share)} of 100`
        : "hardly any";
/** The loss of a move. */
const given = (value) => (value < MOST_LOSS ? `${tenths(value)} discs` : `${MOST_LOSS} discs or more`);
/* During a search the numbers are on the board. */
const byFar = (ahead, exact) =>
  exact ? `${plural(Math.round(ahead), "disc", "discs")} better than any other move` : "clearly better than any other move";
/** The word for a side, given by name or as 1 and -1. @type {(of: string | number) => string} */
const side = (of) => (of === "black" || +of > 0 ? "Black" : "White");
/** The other side. @type {(of: Color) => Color} */
const other = (of) => (of === "black" ? "white" : "black");

/**
 * The effects of a move, or those that a better one would have had. `again` is true if the same was just said about the
 * other move.
 * @type {(would: boolean, you: string | null, again: boolean) => Kinds<Fact>}
 */
function facts(would, you, again) {
  const [keep, leave, open, turn, end] = would
    ? ["kept", "left", "opened", "turned", "ended"]
    : ["keeps", "leaves", "opens", "turns", "ends"];
  const who = (name) => (name === you ? "you" : side(name));
  const behind = (square) => (square ? ` after ${square}` : "");
  const does = (side, effect) => (effect && !would ? `, which ${worded(effects(who, side), effect)}` : "");
  const which = (squares, moves) => (squares.length ? ` (${squares.join(", ")}${squares.length < moves ? " \u2026" : ""})` : "");
  const some = (count, one) => (again ? whole(count) : count ? plural(count, one, `${one}s`) : `no ${one}`);
  const leaves =
    (one) =>
    ({ side, moves, squares = /** @type {any} */ ([]), after }) =>
      `${leave} ${who(side)} ${some(moves, one)}${which(squares, moves)}${behind(after)}`;
  return {
    takes: ({ side, corner, ply, after }) =>
      !would
        ? `lets ${who(side)} take ${corner}${behind(after)}`
        : ply === 1
          ? "taken the corner"
          : `won ${corner}${behind(after)}`,
    "wipes-out": ({ side, square }) =>
      `${would ? "turned every disc, which would have ended the game" : `lets ${who(side)} turn every disc with ${square}, which ends the game`}`,
    "keeps-out": ({ side, corner }) => `${keep} ${who(side)} out of ${corner} for now`,
    passes: ({ side, after }) => `${leave} ${who(side)} without a move${behind(after)}`,
    safe: leaves("safe move"),
    moves: leaves("move"),
    opens: ({ side, square, effect }) => `${open} ${square} to ${who(side)}${does(side, effect)}`,
    closes: ({ side, square }) => `${keep} ${who(side)} out of ${square} for now`,
    turns: ({ discs }) => `${turn} ${some(discs, "disc")}`,
    "last-move": ({ side, square }) =>
      would ? `kept the last move, ${square}` : `lets ${who(side)} make the last move of a region, ${square} (parity)`,
    enters: ({ squares, answer }) =>
      `${would ? "begun" : "begins"} ${squares % 2 ? "an odd" : "an even"} region of ${whole(squares)}${answer ? `, where ${answer} follows (parity)` : ""}`,
    wall: ({ side, moves, squares }) =>
      would && !moves
        ? "been a quiet move"
        : `${open} ${some(moves, "safe move")}${again ? "" : ` to ${who(side)} in a wall`}${which(squares, moves)}`,
    leaves: ({ side, moves, squares }) =>
      `lets ${who(side)} keep ${whole(moves)} of ${side === you ? "your" : "its"} safe moves${which(squares, moves)}`,
    denies: () => "taken them away",
    yields: ({ side, square }) => `lets ${who(side)} play ${square} first`,
    spoils: ({ square, corner }) =>
      `spoils the next good move, ${square}: ${corner ? `it would now give ${corner} away` : "it is illegal now"}`,
    spares: ({ square }) => `kept ${square} for later`,
    edge: ({ side, square, discs }) =>
      `${would ? "let" : "lets"} ${who(side)} ${discs ? `break the edge with ${square} (${plural(discs, "disc", "discs")})` : `wedge into the edge at ${square}`}`,
    costs: ({ side, square, squares }) => `made ${square} open ${listed(squares)} to ${who(side)}`,
    beside: ({ corner }) => `is beside the empty corner ${corner}`,
    waits: () => "could have waited: for now the other side cannot play there, so it loses a tempo",
    gone: ({ square, answer }) =>
      would ? `come before ${answer}, which takes it away` : `gives up ${square}, which is gone after ${answer}`,
    contested: ({ side }) => `come first, as ${who(side)} can play there, too`,
    loses: ({ side, squares }) => `makes ${listed(squares)} illegal for ${who(side)}`,
    alone: ({ side, square, discs }) =>
      `lets ${who(side)} play ${square}, ${plural(discs, "disc", "discs")} better than any other answer`,
    "quiet-moves": leaves("quiet move"),
    plays: ({ side, square, effect }) => `${would ? "let" : "lets"} ${who(side)} play ${square}${does(side, effect)}`,
    keeps: () => "kept them",
    later: ({ plies }) =>
      `${would ? "been" : "is"} better, but for no simple reason within ${plural(plies, "move", "moves")}: play its line through`,
    ends: ({ lead, same }) =>
      `${would || !same || !lead ? end : lead > 0 ? "still wins," : "loses as the other move does,"} ${lead ? `${Math.abs(lead)} ${lead > 0 ? "ahead" : "behind"}` : "even"}`,
  };
}

/** What an answer of this side does. @type {(who: (name: string) => string, side: Color) => Kinds<AnswerEffect>} */
const effects = (who, side) => ({
  takes: ({ squares }) => `takes ${listed(squares)} away from ${who(other(side))}`,
  quiet: () => `gives ${who(other(side))} no new safe move`,
  prepares: ({ squares }) => `opens ${listed(squares)} to ${who(side)}`,
});

/** What a move of the opponent did. @type {Kinds<Deed>} */
const deeds = {
  corner: () => "takes the corner",
  passes: () => "leaves you without a move",
  gives: ({ corner }) => `lets you take ${corner}`,
  edge: ({ discs }) => `turns ${plural(discs, "disc", "discs")} of your edge`,
  "last-move": () => "makes the last move of its region (parity)",
  safe: ({ moves, squares }) =>
    moves ? `leaves you ${plural(moves, "safe move", "safe moves")}, ${squares.join(" and ")}` : "leaves you no safe move",
  closes: ({ squares }) => `opens no safe move to you and takes ${listed(squares)} away from you`,
  quiet: () => "is a quiet move: it opens no safe move to you",
  opens: ({ moves }) => `opens ${plural(moves, "new safe move", "new safe moves")} to you`,
};
/** A result with the discs, or with the way in which the game ended. */
function ended(word, { score, how }) {
  if (how === "unknown") return word;
  if (how === "resigned") return `${word}, resignation`;
  if (how === "time") return `${word} on time`;
  if (how === "forfeited") return `${word}, forfeit`;
  return score ? `${word} by ${Math.abs(score)}` : word;
}
const listed = (squares) => (squares.length > 1 ? `${squares.slice(0, -1).join(", ")} and ${squares.at(-1)}` : squares[0]);

export const T = {
  /* Words for the frame. */
  title: (view) => `${view} \u00b7 rival`,
  views: { play: "Play", review: "Games", exercises: "Exercises", me: "Me", study: "Study" },
  skip: "Skip to the content",
  connecting: "Connecting\u2026",
  loading: "Loading the engine",
  lost: "The program does not answer. If you have ended it, start it again: it opens a new page.",
  ended: "Rival has ended. Start it again when you like: it opens a new page.",
  locked: "This browser has no key",
  lockedWhy:
    "Rival shows your games only to a browser that was opened with its key. The key is new at each start: an earlier page or a bookmark lacks it.",
  lockedWays: [
    "Start Rival once more: that opens a page that has the key.",
    "Or open the address that it printed in the terminal, with everything behind the #.",
    "If a page of Rival is open in another browser or window, go on there.",
  ],
  trouble: (why) =>
    `Nothing can be kept now (${why}). You can play on, but the game may be lost.`,
  damaged: (line, more) =>
    `This file cannot be read, and is left out: ${line}${more ? ` (and ${more} more)` : ""}`,
  close: "Close",
  language: "Language",
  said: (text) =>
    text.replace(/^people-0*(\d+)$/, "Player $1").replace(/^agent$/, "Your agent").replace(/^own map$/, "Your map"),
  refused: {
    stale: "The game has gone on in the meantime.",
    illegal: "That is not possible here.",
    "no-undo": "There is nothing to take back in this game.",
    unknown: "That is not there any more.",
    "no-player": "No player of that name is in this file.",
    range: "That is not a usable value.",
    busy: "The program is busy with that.",
    "no-games": (detail) => `No game can be read here: ${detail.why}`,
    broken: "A part of the page has failed and begins again. Try once more.",
    failed: (detail) => `That did not work: ${detail.why}`,
    gone: "The program does not answer.",
    key: "This browser has no key for the program. Open the address that it printed.",
    large: "That file is too large: 32 MB is the most.",
  },

  /* Words for board and sides. */
  board: "Board",
  cell: (cell) => (cell > 0 ? "black" : cell < 0 ? "white" : "empty"),
  legal: "legal",
  lastMove: "last move",
  turned: "just turned",
  side,
  discsOf: (count) => plural(count, "disc", "discs"),
  you: "You",
  value: signed,
  date,

  /* Words for beginning a game. */
  lookingBack: "An earlier position",
  lookNow: "Back to the game",
  fromPosition: "It begins with the position on the board, and does not count for your strength.",
  playAbout: (rating) => `Play (about ${rating})`,
  options: "Options",
  newHere: "I am new: show me the rules",
  stillPlaying: "Finish the game in hand first, or resign it.",
  opponent: "Opponent",
  level: "By strength",
  levelLabel: "Strength",
  levelIs: (rating, words) => `${rating}: ${words}`,
  placement: "Find out how strong I am",
  placementGo: (done, of) => `Find out how strong I am: game ${done + 1} of ${of}`,
  otherPlayer: "A player of the collection",
  player: "Player",
  ownMap: "A map of your own",
  mapHint: "64 numbers, from a1 to h8: it plays the legal square with the highest",
  mapWrong: (numbers) => `${plural(numbers, "number", "numbers")} found, 64 are needed.`,
  knownPlayers: "From weak to strong",
  otherPlayers: "All others",
  color: "Your colour",
  colors: { black: "Black (begins)", white: "White", either: "By chance" },
  rule: "Who wins",
  rules: { most: "Most discs", fewest: "Fewest discs" },
  pace: "The opponent answers",
  paces: { human: "like a person", "at-once": "at once" },
  clock: "Clock",
  clocks: (minutes, increment) => (minutes ? `${minutes} min${increment ? ` + ${increment} s a move` : ""}` : "None"),
  start: "Start",

  /* Words for playing. */
  yourMove: "Your move",
  theirMove: (name) => `${name} is thinking\u2026`,
  broken: (name) => `${name} has failed. You can resign, and play somebody else.`,
  youMustPass: "You have no legal move: you must pass.",
  pass: "Pass",
  theyPassed: (name) => `${name} has no legal move and passes. Your move.`,
  undo: "Take back",
  resign: "Resign",
  resignSure: "Really resign?",
  yes: "Yes, resign",
  no: "Play on",
  hints: "Show what moves are worth",
  markers: "Mark legal moves",
  hint: "Show a hint",
  openingField: "Opening",
  openingLine: "Only the opponent keeps to it; the game counts",
  startXot: "XOT: eight moves by chance, about even",
  leaveGame: "Leave for later",
  leftGames: "Games that you have left",
  goOn: (opponent, moves) => `Go on against ${opponent}: ${plural(moves, "move", "moves")} played`,
  startNormal: "None: the normal start",
  opening: (name) => `Opening: ${name}`,
  openingName: (name) => name,
  looks: "Board and sound",
  boardColours: "Board",
  colours: { green: "Green", wood: "Wood", dark: "Dark", blue: "Blue and orange" },
  turnRound: "Turn the board round",
  sound: "A sound for each move",
  typeMove: "Type a move",
  typeHint: "d3, or \u201cpass\u201d",
  play: "Play",
  moves: "Moves",
  illegalSquare: (square) => `${square} is not a legal move.`,
  notYourTurn: "It is not your turn.",
  hintsOff: "No hints in a placement.",
  noJudge: "Nobody here judges games in which the fewest discs win.",
  hintedGame: "A game with hints or moves taken back does not count towards your strength.",
  moveSaid: (who, square, turned) => `${who}: ${square}, ${plural(turned, "disc", "discs")} turned.`,
  passSaid: (who) => `${who} passed.`,
  result: (own, theirs, won) =>
    won === 0
      ? `A draw, ${own} to ${theirs}`
      : won > 0
        ? `You win ${own} to ${theirs}`
        : `You lose ${own} to ${theirs}`,
  resigned: (you) => (you ? "You resigned" : "Your opponent resigned"),
  timeOut: (you) => (you ? "Your time ran out" : "Your opponent ran out of time: you win"),
  emptyCount: (count, by) =>
    `${plural(count, "empty square goes", "empty squares go")} to the winner: the difference is ${by}.`,
  keyMoments: "Key moments",
  tryMoments: (count) => (count === 1 ? "Try it again" : `Try these ${count} again`),
  notCounted: "This game does not count towards your strength.",
  strengthWait: "Your strength is being measured\u2026",
  strengthChange: (before, after, low, high) => `Your strength: ${before} before, ${after} now, between ${low} and ${high}.`,
  movesCount: "Your moves count too, not the result alone.",
  strengthFirst: (now, low, high) => `Your strength: about ${now}, between ${low} and ${high}.`,
  review: "Review the game",
  again: "Again, colours swapped",
  otherGame: "Another game",
  placementWait: "Your game is being judged: it decides whom you play next.",
  placementDone: "The placement is over. See how strong you are",

  /* Words for reviews. */
  graph: "Who is ahead",
  graphUnit: "discs; above 0 Black is",
  graphMove: "move",
  exactNote: "In the shaded part the judge\u2019s values are exact.",
  graphSummary: (black) => `Worth of the position for Black after each move; at the end ${signed(black)} discs.`,
  judgeName: (name) =>
    ({ master: "the judge (master)", classic: "a second opinion, by mobility and edges (classic)" })[name] ?? name,
  ownView: (name) => `what ${name} thought`,
  judging: (done, of) => `Judging\u2026 ${done} of ${of} positions`,
  deepening: (judge) => `Judged by ${judge}. Looking more closely\u2026`,
  judged: (judge) => `Judged by ${judge}.`,
  first: "To the start",
  back: "One move back",
  forward: "One move on",
  last: "To the end",
  nextMistake: "Next mistake",
  previousMistake: "Previous mistake",
  whose: "Mistakes of",
  whoseAll: "Mistakes of both sides",
  whoseMine: "Your mistakes",
  noMistakes: (own) => `${own ? "None of your moves" : "No move"} gave away 6 discs or more.`,
  lastMistake: (last) => (last ? "That was the last one." : "That was the first one."),
  choiceCounts: (who, best, good, slips, mistakes) =>
    `${who === T.you ? "Your choices" : `The choices of ${who}`}: ${best} best, ${good} good, ${slips} inaccurate, ${plural(mistakes, "mistake", "mistakes")}.`,
  tenths,
  hardCurve: (rating) => `Discs that people rated ${rating} give away here`,
  oneCurve: "One curve",
  allCurves: "All curves",
  atStart: "The start of the game.",
  cost: (number, value) => `move ${number} (${given(value)})`,
  comma: ", ",
  summary: (who, moves, worst) =>
    moves === 0
      ? `${who} made no mistake.`
      : moves === 1
        ? `${who} gave discs away with ${worst}.`
        : `${who} gave discs away in ${moves} moves, most with ${worst}.`,
  moveNumber: (number) => `Move ${number}.`,
  period: ".",
  space: " ",
  played: (who, square) => `${who} played ${square}.`,
  passedIn: (who) => `${who} had to pass.`,
  forced: "It was the only legal move.",
  lossNone: (sure) => (sure ? "Nothing is better." : "Nothing is clearly better."),
  loss: (value) => `It gave away ${given(value)}.`,
  better: (square) => `Better: ${square}.`,
  mistakeAt: (who, value) => `Here ${who === T.you ? "you" : who} gave away ${given(value)}.`,
  tryIt: "Try again",
  tryHint: "Choose a better move on the board.",
  tryGood: (square, sure) => `${square}: nothing is ${sure ? "" : "clearly "}better. Well done.`,
  tryBetter: (square, value) =>
    `${square} is better than the move of the game, but it gives away ${given(value)}. Try again.`,
  tryBad: (square, value) => `${square} gives away ${given(value)}. Try again.`,
  showBest: "Show the best move",
  reply: (move, square) => `The answer to ${move} is ${square}.`,
  bestLine: "The best line",
  bestLineGo: "Play the best line",
  lostLine: "What the move allowed",
  lostLineGo: "Play what the move allowed",
  bestLineStop: "Back to the game",
  why: (name) => `Why did ${name} play this?`,
  whyWait: "Asking\u2026",
  whyNone: "It gives no reasons.",
  lensMove: (square, own, few, stronger, many) =>
    `${square}: ${ofTen(few)} rated ${own} play it, ${ofTen(many)} rated ${stronger}.`,
  hardHere: (own, good, loss) =>
    `A move within 2 discs of the best: ${ofTen(good)} rated ${own} find one. On average they give away ${given(loss)} here.`,
  share: "Share",
  copyGgf: "Copy as GGF",
  copyLink: "Copy a link",
  copyTranscript: "Copy the moves",
  saveGgf: "Save as GGF",
  saveSgf: "Save as SGF",
  savePicture: "Save a picture",
  copied: "Copied.",
  copyFailed: "The browser does not allow copying. Here it is:",
  studyThis: "Study this position",
  playOn: "Play on from here",
  details: "Details",
  gameList: "Moves of the game",
  inaccuracy: "inaccuracy",
  mistake: "mistake",

  /* Words for the person's page. */
  strength: "How strong you are",
  strengthNone: "Nothing is known of your strength yet. Play a placement, or add games played elsewhere.",
  restsOn: ({ words }) => `This rests on ${words}.`,
  scale: "1500 is the average tournament player. With 100 more one wins 64 games of 100.",
  habit: ({ words }) => words,
  /** @type {(reason: Reason, you: string | null) => string} */
  whyLost: ({ played, better, price, close }, you) => {
    const [own, other] = [played?.fact, better?.fact];
    const taken = other?.kind === "closes" && other.square === better?.move;
    const would = other && (taken ? "come first" : worded(facts(true, you, own?.kind === other.kind), other));
    const clauses = [
      own && `${played?.move} ${worded(facts(false, you, false), own)}`,
      other && `${better?.move} would have ${would}`,
    ];
    const gives = price ? ` ${better?.move} gives ${price} away and is still better.` : "";
    return `${clauses.filter(Boolean).join("; ")}.${gives}${close ? " The winner stays the same." : ""}`;
  },
  did: (move, deed) => `${move} ${worded(deeds, deed)}.`,
  whyIt: ({ words }) => words,
  between: (low, high) => `Most probably between ${low} and ${high}.`,
  history: "Your strength over games, as judged today",
  game: "game",
  parts: "Where you give discs away",
  stages: { opening: "Opening", middle: "Middle game", end: "Endgame" },
  partLoss: (value) => `${tenths(value)} discs a move`,
  habits: "What is typical of you",
  themesTitle: "What to practise",
  themesHint: (games) =>
    `In your last ${games === 1 ? "game" : `${games} games`}, beside what people of your strength would probably give away in these positions.`,
  themes: {
    corners: "Corners and edges given away",
    mobility: "Running out of safe moves",
    walls: "Moves opened or left to the opponent (walls)",
    discs: "Too many discs taken",
    passes: "Having to pass",
    order: "Good moves put off or spoiled",
    parity: "Last moves left to the opponent (parity)",
    results: "Wins and draws thrown away",
    margins: "Discs lost at the end",
  },
  themeCost: (own, usual) => `${tenths(own)} discs a game; people of your strength ${tenths(usual)}`,
  themeSteps: (steps, of) => `${steps} of ${of} steps`,
  themeIs: (name) => `Theme: ${name}.`,
  themeLink: (name) => `Exercises: ${name}`,
  mastered: (names) => `Mastered: ${names.join("; ")}.`,
  measuring: (done, of) => `Measuring your games\u2026 ${done} of ${of}`,
  placementState: (done, of) => `Placement: ${plural(done, "game counts", "games count")} so far, of ${of}.`,
  placementAgain: "Begin a new placement",
  placementGoOn: "Go on with the placement",
  rivals: "Your rivals",
  rivalsNone:
    "Rivals are opponents of your strength, each with its own character, made from what is known of you.",
  rivalsNeed: "Play some games first, or add games of yours.",
  makeRivals: "Make my rivals",
  remakeAsk: "The present rivals go, with your score against them.",
  keepOne: "This one stays:",
  keepNone: "none",
  keepRivals: "Keep them",
  reviewThem: "Review them",
  remakeRivals: "Make new rivals",
  making: "Making your rivals",
  makingWhat: (step, name) =>
    ({
      agent: "Finding the strength of your agent, which plays as you do",
      positions: "Collecting positions in which players differ",
      choices: "Watching how your agent chooses",
    })[step] ?? (name ? `Making ${name} as strong as you` : "Beginning"),
  minutesLeft: (minutes) => (minutes === 1 ? "About a minute left" : `About ${minutes} minutes left`),
  playAgent: "Play your agent meanwhile",
  makingLeft: (ends) =>
    `You can play meanwhile${ends ? ", and close this page: it goes on while the program runs" : ". If you close this page, it goes on next time"}.`,
  stop: "Stop",
  stopping: "Stopping\u2026",
  scoreSoFar: ([won, drawn, lost]) =>
    won + drawn + lost ? `${won} won, ${lost} lost${drawn ? `, ${drawn} drawn` : ""}` : "Not played yet",
  rivalsPlayAt: (rating, own) =>
    rating === own
      ? `They play at your strength, about ${rating}.`
      : `They play at about ${rating}, not at your ${own}: they follow who wins when you play here.`,
  challenge: (name) => `Play ${name}`,
  portraitOf: (name) => `Portrait of ${name}`,
  addGames: "Add games",
  addHint:
    "Games played elsewhere: Othello Quest, GGF, SGF, PGN, WTHOR with its file of names (WTH.JOU), or lists of moves. Drop or choose files.",
  chooseFiles: "Choose files",
  pasteGames: "Or paste games here",
  pastedGames: "Pasted games",
  readGames: "Read",
  whoAreYou: (file) => `Which player in ${file} are you?`,
  fileGames: (count) => plural(count, "game", "games"),
  unreadable: (count, problem) => `${plural(count, "game", "games")} could not be read. The first: ${problem}`,
  moreGames: (count) => `${plural(count, "game", "games")} beyond these were left out.`,
  filesOne: (count) => `${count} files`,
  add: "Add my games",
  addedBefore: "These games were added before.",
  added: (count) => `${plural(count, "game", "games")} added.`,
  takeOut: "Remove",
  putBack: "Undo",
  fileOut: (name) => `${name} was removed. Its games no longer count.`,
  gameOut: (opponent) => `The game against ${opponent} was removed.`,
  addedFile: ({ name, player, games }) => `${name}: ${plural(games, "game", "games")} of ${player}`,
  repertoire: "Your openings",
  repertoireHint: "The lines that your games share. In a game from here your opponent keeps to the line while you do; the game counts.",
  asSide: { black: "As Black", white: "As White" },
  playLine: "Play",
  lineGames: (games) => plural(games, "game", "games"),
  noGames: "No finished game yet.",
  noneFits: "No game fits.",
  showMore: "Show more",
  saveGames: "Save these games (GGF)",
  aboutMistakes: (count) => (count ? `about ${plural(count, "mistake", "mistakes")}` : "no mistake at a first look"),
  findGame: "Player, date or opening",
  ending: "Result",
  endings: { "": "All results", won: "Won", drawn: "Drawn", lost: "Lost" },
  yourName: "Your name in your games",
  data: "Everything of yours",
  dataHint: "Games, strength and rivals in one file, for another machine: rival page --import rival.zip.",
  dataHere:
    "This browser may clear it when the page is not opened for weeks. Save it now and then: any browser takes the file, and so does rival page --import rival.zip.",
  saveAll: "Save all",
  takeIn: "Take in a file",
  takeInSure: "The file replaces everything here.",
  takeInYes: "Replace everything",
  takeInNo: "Leave it",
  end: "End Rival",
  endHint: "Everything is kept, also a game that is not over.",
  endNow: "End the program",
  save: "Save",
  saved: "Saved.",
  nameWrong: "A name has 1 to 40 characters and no brackets.",
  against: (name) => `against ${name}`,
  resultShort: (result, you) => {
    const own = you === "white" ? -result.score : result.score;
    return ended(own > 0 ? "won" : own < 0 ? "lost" : "draw", result);
  },
  resultPlain: (result) => ended(result.score ? `${side(result.score)} won` : "draw", result),
  traits: {
    discs: ["keeps few discs", "takes many discs"],
    frontier: ["stays outside", "burrows inside"],
    moves: ["does not count moves", "wants many moves"],
    room: ["leaves you few moves", "leaves you many moves"],
    edges: ["avoids the edges", "loves the edges"],
    corners: ["leaves corners", "wants corners"],
    far: ["stays close to your last disc", "plays far from your last disc"],
    straight: ["not along rows", "along rows and columns"],
    diagonal: ["not along diagonals", "along diagonals"],
    attack: ["leaves corners alone", "attacks corners"],
    trade: ["", "trades edges"],
    trap: ["", "sets traps"],
    beside: ["stays away from empty corners", "plays beside empty corners"],
    usual: ["leaves known openings", "keeps to known openings"],
    begin: ["begins weakly", "begins strongly"],
    finish: ["ends weakly", "ends strongly"],
  },

  /* Words for exercises. */
  exercisesFrom: "From",
  exercisesDaily: "the exercise of the day",
  exercisesRun: "three minutes against the clock",
  exercisesMine: (count) => `your own games (${count})`,
  exercisesThemes: (count) => `what to practise (${count})`,
  exercisesPeople: (count) => `other people\u2019s games (${count})`,
  findBest: (who) => `${who} to move. Find the best move.`,
  halfFind: (rating) => `Half of the people rated ${rating} find it.`,
  exerciseGame: (who, day, number) => `From your game against ${who || "somebody"}${day ? `, ${date(day)}` : ""}: move ${number}.`,
  triedBefore: "You have tried this one before.",
  foundIt: ({ answer, ahead, exact }) => `Right: ${answer} is ${byFar(ahead, exact)}.`,
  missedIt: ({ square, answer, ahead, exact }) => `${square} is not it: ${answer} is right, ${byFar(ahead, exact)}.`,
  playedThen: (square) => `In the game you played ${square}.`,
  streak: (days) => (days === 1 ? "The first day in a row." : `${days} days in a row.`),
  dayDone: "Tomorrow there is another one.",
  runState: (time, right, tried) => `${time} left: ${right} of ${tried} found`,
  runOver: (right, tried, best) => `Time is up: ${right} of ${tried} found. Your best run: ${best}.`,
  runAgain: "Three minutes more",
  nextExercise: "Next",
  otherExercise: "Another one",
  finding: "Looking through your games for exercises\u2026",
  noneMine:
    "Nothing here now. Exercises come from mistakes of yours that somebody a little stronger makes less often; missed ones come back.",
  nonePeople: "Nothing here now. Missed exercises come back.",
  noneThemes:
    "Nothing here now. The themes come from your last games; missed exercises come back.",
  solving: ({ tried, found, rating, low, high }) =>
    `${plural(tried, "exercise", "exercises")}, ${found} found at the first try: your strength in exercises is about ${rating}, between ${low} and ${high}.`,

  /* Words for studies. */
  analysisOn: "Show what every move is worth",
  certaintyIs: (sure) => {
    if (sure.depth) return `Looked ${plural(sure.depth, "move", "moves")} ahead`;
    if (sure.likely) return `Win or loss ${sure.likely.percent}% likely`;
    return sure === "exact" ? "Exact" : "Win or loss certain";
  },
  explore: "What was played here",
  exploreIn: "Games to look at",
  exploreMine: "Your games",
  exploreTournaments: (files) => `Tournament games (${plural(files, "file", "files")})`,
  forgetTournaments: "Remove the tournament games",
  exploreGames: (games) => (games ? `${plural(games, "game", "games")} came to this position.` : "No game came to this position."),
  exploreMove: "Move",
  exploreCount: "Games",
  exploreResults: (of) => `${side(of)} won / drawn / lost`,
  exploreMean: "Mean discs",
  exploreWorth: "Worth",
  searching: "searching\u2026",
  bestIs: "Best line:",
  edit: "Set up a position",
  editDone: "Done",
  palette: { black: "Black disc", white: "White disc", empty: "Empty square" },
  toMove: "To move",
  clearBoard: "Empty board",
  startBoard: "Normal start",
  flipSides: "Swap the colours",
  paste: "Paste moves, a position or a game",
  pasteHint: "f5d6c3\u2026, 64 squares and the side to move, with moves behind them or not, GGF, SGF",
  load: "Load",
  openFile: "Open a file of games",
  filesGames: (name, total) => `${name}: ${plural(total, "game", "games")}`,
  over: "The game is over.",
  mustPassStudy: (who) => `${who} must pass.`,
  toMoveStudy: (who) => `${who} to move.`,

  /* Words for the first visit. */
  howTo: "The rules",
  rulesText: [
    "Black begins, and you take turns to place one disc on an empty square.",
    "Your disc must trap a line of the opponent\u2019s discs between it and another of yours: along a row, a column or a diagonal.",
    "Every trapped disc turns to your colour, in all directions at once.",
    "If you have no such move you pass, and if you have one you must make it.",
    "A disc in a corner can never be turned again.",
    "When nobody can move, the one with more discs wins.",
  ],
};
