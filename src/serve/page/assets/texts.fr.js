/* Tous les mots de la page en français : voir texts.js. */

import { translator } from "./texts.phrases.js";
import { MOST_LOSS, worded, writing } from "./writing.js";

/** @import { Kinds } from "./page.d.ts" */
/** @import { AnswerEffect, Color, Deed, EvidenceCounts, Fact, Habit, Liking, MoveComment, Reason, Statement } from "./types.d.ts" */

const { date, plural, signed, tenths, whole } = writing("fr");
/** A share of people, from 0 to 1. */
const ofTen = (share) =>
  share >= 0.95
    ? "presque tous"
    : share >= 0.05
      ? `${Math.max(1, Math.round(10 * share))} sur 10`
      : share >= 0.005
        ? `${Math.round(100 * share)} sur 100`
        : "presque personne";
const pions = (count) => plural(count, "pion", "pions");
/** A number with one decimal, and its word: in French the plural begins at 2. */
const withTenths = (value, word) => `${tenths(value)} ${word}${Math.abs(Math.round(10 * value)) < 20 ? "" : "s"}`;
const pionsTenths = (value) => withTenths(value, "pion");
/** The loss of a move. */
const given = (value) => (value < MOST_LOSS ? pionsTenths(value) : `${MOST_LOSS} pions ou plus`);
const byFar = (ahead, exact) =>
  exact ? `meilleur de ${pions(Math.round(ahead))} que tout autre coup` : "nettement meilleur que tout autre coup";
/** The word for a side, given by name or as 1 and -1. @type {(of: string | number) => string} */
const side = (of) => (of === "black" || +of > 0 ? "Noir" : "Blanc");
/** The other side. @type {(of: Color) => Color} */
const other = (of) => (of === "black" ? "white" : "black");
const parties = (count) => plural(count, "partie", "parties");
/** The verb for the person or for somebody else. */
const does = (who, you, other) => `${who} ${who === T.you ? you : other}`;

/**
 * The effects of a move, or those that a better one would have had. `again` is true if the same was just said about the
 * other move.
 * @type {(would: boolean, you: string | null, again: boolean) => Kinds<Fact>}
 */
function facts(would, you, again) {
  const verb = (present, past) => (would ? `aurait ${past}` : present);
  const leave = verb("laisse", "laissé");
  const behind = (square) => (square ? ` après ${square}` : "");
  const does = (side, effect) => (effect && !would ? `, un coup qui ${worded(effects(you, give, side), effect)}` : "");
  const which = (squares, moves) => (squares.length ? ` (${squares.join(", ")}${squares.length < moves ? " \u2026" : ""})` : "");
  /** Gives something to a side: "vous laisse tant", "laisse tant à Blanc". */
  const give = (name, verb, what) => (name === you ? `vous ${verb} ${what}` : `${verb} ${what} à ${side(name)}`);
  /** Leaves something to a side: "vous laisse tant", "laisse à Blanc tant". */
  const leaveTo = (name, what) => (name === you ? `vous ${leave} ${what}` : `${leave} à ${side(name)} ${what}`);
  /** Lets a side do something: "vous laisse prendre h1", "laisse Blanc prendre h1". */
  const allow = (name, what) => (name === you ? `vous ${leave} ${what}` : `${leave} ${side(name)} ${what}`);
  const count = (name, number, one, many) => {
    const [vous, to] = name === you ? ["vous ", ""] : ["", ` à ${side(name)}`];
    const ne = !vous && (again || would) ? "n’" : "ne ";
    const verb = `${vous}${again ? "en " : ""}${leave}`;
    if (number) return `${verb} ${again ? whole(number) : plural(number, one, many)}${to}`;
    return `${ne}${verb} aucun${again ? "" : ` ${one}`}${to}`;
  };
  const leaves =
    (one, many) =>
    ({ side, moves, squares = /** @type {any} */ ([]), after }) =>
      `${count(side, moves, one, many)}${which(squares, moves)}${behind(after)}`;
  const open = verb("ouvre", "ouvert");
  const bar = verb("interdit", "interdit");
  const turn = verb("retourne", "retourné");
  const end = verb("finit", "fini");
  return {
    takes: ({ side, corner, ply, after }) =>
      !would
        ? `${allow(side, `prendre ${corner}`)}${behind(after)}`
        : ply === 1
          ? "aurait pris le coin"
          : `aurait gagné ${corner}${behind(after)}`,
    "wipes-out": ({ side, square }) =>
      would
        ? "aurait retourné tous les pions adverses, ce qui aurait fini la partie"
        : `${allow(side, `retourner tous les pions par ${square}`)}, ce qui finit la partie`,
    "keeps-out": ({ side, corner }) => `${give(side, bar, corner)} pour l’instant`,
    passes: ({ side, after }) => `${allow(side, "sans coup")}${behind(after)}`,
    safe: leaves("coup sûr", "coups sûrs"),
    moves: leaves("coup", "coups"),
    opens: ({ side, square, effect }) => `${give(side, open, square)}${does(side, effect)}`,
    closes: ({ side, square }) => `${give(side, bar, square)} pour l’instant`,
    turns: ({ discs }) => (again ? `en ${turn} ${whole(discs)}` : `${turn} ${pions(discs)}`),
    "last-move": ({ side, square }) =>
      would
        ? `aurait gardé le dernier coup de la zone, ${square}`
        : `${leaveTo(side, `le dernier coup d’une zone, ${square}`)} (parité)`,
    enters: ({ squares, answer }) =>
      `${verb("entame", "entamé")} une zone ${squares % 2 ? "impaire" : "paire"} de ${plural(squares, "case", "cases")}${answer ? `, où ${answer} suit (parité)` : ""}`,
    wall: ({ side, moves, squares }) =>
      would && !moves
        ? "aurait été un coup tranquille"
        : `${count(side, moves, "nouveau coup sûr", "nouveaux coups sûrs")}${again ? "" : " dans un mur"}${which(squares, moves)}`,
    leaves: ({ side: name, moves, squares }) =>
      `${leaveTo(name, `${whole(moves)} de ${name === you ? "vos" : "ses"} coups sûrs`)}${which(squares, moves)}`,
    denies: () => "les aurait retirés",
    yields: ({ side, square }) => allow(side, `jouer ${square} d’abord`),
    spoils: ({ square, corner }) =>
      `gâche le bon coup suivant, ${square}\u00a0: ${corner ? `il donnerait maintenant ${corner}` : "il n’est plus possible"}`,
    spares: ({ square }) => `aurait gardé ${square} pour plus tard`,
    edge: ({ side, square, discs }) =>
      discs
        ? `${allow(side, `casser le bord par ${square}`)} (${pions(discs)})`
        : allow(side, `s’insérer dans le bord en ${square}`),
    costs: ({ side, square, squares }) =>
      `aurait obligé ${square} à ${give(side, "ouvrir", listed(squares))}`,
    beside: ({ corner }) => `est à côté du coin vide ${corner}`,
    waits: () => "pouvait attendre\u00a0: pour l’instant l’autre camp ne peut pas y jouer, c’est un temps perdu",
    gone: ({ square, answer }) =>
      would ? `serait venu avant ${answer}, qui le retire` : `renonce à ${square}, impossible après ${answer}`,
    contested: ({ side: name }) =>
      `serait venu d’abord, car ${name === you ? "vous pouvez" : `${side(name)} peut`} y jouer aussi`,
    loses: ({ side: name, squares }) =>
      `rend ${listed(squares)} impossible${squares.length > 1 ? "s" : ""} pour ${name === you ? "vous" : side(name)}`,
    alone: ({ side, square, discs }) =>
      `${allow(side, `jouer ${square}`)}, ${pions(discs)} de mieux que toute autre réponse`,
    "quiet-moves": leaves("coup tranquille", "coups tranquilles"),
    plays: ({ side, square, effect }) => `${allow(side, `jouer ${square}`)}${does(side, effect)}`,
    keeps: () => "les aurait gardés",
    later: ({ plies }) =>
      `${verb("est", "été")} meilleur, mais sans raison simple avant ${plural(plies, "coup", "coups")}\u00a0: déroulez sa suite`,
    ends: ({ lead, same }) =>
      `${would || !same || !lead ? end : lead > 0 ? "gagne quand même," : "perd comme l’autre coup,"} ${lead ? `avec ${pions(Math.abs(lead))} ${lead > 0 ? "d’avance" : "de retard"}` : "à égalité"}`,
  };
}

/**
 * What an answer of this side does.
 * @type {(you: string | null, give: (name: Color, verb: string, what: string) => string, side: Color) => Kinds<AnswerEffect>}
 */
const effects = (you, give, name) => ({
  takes: ({ squares }) => give(other(name), "retire", listed(squares)),
  quiet: () => (other(name) === you ? "ne vous ouvre aucun coup sûr" : `n’ouvre aucun coup sûr à ${side(other(name))}`),
  prepares: ({ squares }) => give(name, "ouvre", listed(squares)),
});

/** What a move of the opponent did. @type {Kinds<Deed>} */
const deeds = {
  corner: () => "prend le coin",
  passes: () => "vous laisse sans coup",
  gives: ({ corner }) => `vous laisse prendre ${corner}`,
  edge: ({ discs }) => `retourne ${pions(discs)} de votre bord`,
  "last-move": () => "joue le dernier coup de sa zone (parité)",
  safe: ({ moves, squares }) =>
    moves ? `vous laisse ${plural(moves, "coup sûr", "coups sûrs")}, ${squares.join(" et ")}` : "ne vous laisse aucun coup sûr",
  closes: ({ squares }) => `ne vous ouvre aucun coup sûr et vous retire ${listed(squares)}`,
  quiet: () => "est un coup tranquille\u00a0: il ne vous ouvre aucun coup sûr",
  opens: ({ moves }) => `vous ouvre ${plural(moves, "nouveau coup sûr", "nouveaux coups sûrs")}`,
};
const listed = (squares) => (squares.length > 1 ? `${squares.slice(0, -1).join(", ")} et ${squares.at(-1)}` : squares[0]);

/** @type {Kinds<MoveComment>} */
const told = {
  only: () => "Le seul coup possible",
  book: () => "Il connaît cette ouverture par son livre",
  "took-for-best": () => "Il a pris ce coup pour le meilleur",
  "nothing-better": () => "Il ne voit rien de meilleur",
  equal: ({ moves }) => `Un de ${plural(moves, "coup", "coups")} qu’il juge égaux`,
  corner: ({ left_out }) => `Il prend toujours un coin\u00a0; il laisse de côté ${left_out}`,
  gift: ({ left_out }) => `Il laisse de côté ${left_out}, qui donne un coin`,
  aimed: ({ better, unit, lost, due }) =>
    `${better ? `Il juge ${better} meilleur et perd exprès` : "Il prend ce coup pour le meilleur"}\u00a0: ${withTenths(lost, unit === "discs" ? "pion" : "point")} jusqu’ici, ${tenths(due)} prévus`,
  overlooked: ({ better }) => `${better} lui a échappé, comme cela lui arrive`,
  human: ({ better, saw, likes, times }) => {
    const often = times === 0 ? "joue rarement ce coup" : times === 10 ? "joue presque toujours ce coup" : `joue ce coup ${times} fois sur 10`;
    const liked = likes && `il aime ${liking(likes)}`;
    if (better && liked) return saw ? `Il a vu ${better}, mais ${liked}` : `Il n’a pas vu ${better}\u00a0; ${liked}`;
    if (better) return `Il ${saw ? "a vu" : "n’a pas vu"} ${better}\u00a0; il ${often}`;
    return liked ? `Il aime ${liking(likes)}\u00a0; il ${often}` : `Il ${often}`;
  },
  first: ({ next }) => `Sa case vient en premier${next ? `, avant ${next}` : ""}`,
  drawn: ({ moves }) => `Tiré au sort parmi ${plural(moves, "coup", "coups")}`,
  playouts: ({ games, discs }) =>
    `Sur ${parties(games)} au hasard, c’est le coup le plus joué, en moyenne avec ${pionsTenths(Math.abs(discs))} ${discs < 0 ? "de retard" : "d’avance"}`,
  another: ({ choice, equal }) => `Il jouerait ${choice}${equal ? ", qu’il juge égal" : ""}`,
};

/** @type {{[reason: string]: string}} */
const NO_RESULT = {
  unfinished: "aucune partie n’a été jouée jusqu’au bout",
  apart: "aucune partie finie comptée n’est contre un joueur de force connue",
  unknown: "la force d’aucun adversaire n’est connue",
};

/** Words for each feature of moves: more than others, and less. @type {{[feature: string]: string[]}} */
const HABITS = {
  corner: ["prend plus souvent des coins", "prend moins souvent des coins"],
  "x-square": ["joue plus souvent sur les cases X", "joue moins souvent sur les cases X"],
  "c-square": ["joue plus souvent sur les cases C", "joue moins souvent sur les cases C"],
  "gives-corner": ["laisse plus souvent un coin à l’adversaire", "laisse moins souvent un coin à l’adversaire"],
  edge: ["va plus souvent au bord", "va moins souvent au bord"],
  replies: ["laisse plus de coups à l’adversaire", "laisse moins de coups à l’adversaire"],
  mobility: ["garde plus de coups pour plus tard", "garde moins de coups pour plus tard"],
  frontier: ["retourne des pions plus exposés", "retourne des pions moins exposés"],
  flips: ["retourne plus de pions", "retourne moins de pions"],
  distance: ["joue plus loin du dernier coup adverse", "joue plus près du dernier coup adverse"],
  passes: ["fait plus souvent passer l’adversaire", "fait moins souvent passer l’adversaire"],
  odd: [
    "joue plus souvent dans les zones impaires en finale",
    "joue moins souvent dans les zones impaires en finale",
  ],
  threat: ["attaque plus souvent les coins", "attaque moins souvent les coins"],
  straight: ["retourne plus de pions en ligne et en colonne", "retourne moins de pions en ligne et en colonne"],
  diagonal: ["retourne plus de pions en diagonale", "retourne moins de pions en diagonale"],
  trade: ["répond plus souvent à un bord par un autre", "répond moins souvent à un bord par un autre"],
};

/** Words for what a player likes, by feature. @type {{[feature: string]: string[]}} */
const LIKES = {
  corner: ["prendre un coin", "garder les coins pour plus tard"],
  "x-square": ["jouer à côté d’un coin vide", "rester loin des coins vides"],
  "c-square": ["jouer à côté d’un coin vide", "rester loin des coins vides"],
  "gives-corner": ["laisser un coin", "ne donner aucun coin"],
  edge: ["jouer au bord", "éviter le bord"],
  replies: ["laisser beaucoup de coups", "laisser peu de coups"],
  mobility: ["garder beaucoup de coups", "garder peu de coups"],
  frontier: ["retourner des pions exposés", "retourner des pions bien entourés"],
  flips: ["retourner beaucoup de pions", "retourner peu de pions"],
  distance: ["jouer loin du dernier pion", "jouer près du dernier pion"],
  passes: ["ne laisser aucun coup", "laisser un coup"],
  odd: ["jouer dans une zone impaire", "jouer dans une zone paire"],
  threat: ["attaquer un coin", "laisser les coins tranquilles"],
  straight: ["retourner en ligne et en colonne", "retourner peu en ligne et en colonne"],
  diagonal: ["retourner en diagonale", "retourner peu en diagonale"],
  trade: ["répondre à un bord par un autre", "ne pas répondre à un bord par un autre"],
  trap: ["tendre des pièges", "jouer simplement"],
  usual: ["jouer ce qui est usuel", "jouer ce qui est rare"],
};
/** @type {(liking: Liking) => string} */
const liking = ({ feature, more, count }) =>
  `${LIKES[feature][more ? 0 : 1]}${count === null ? "" : ` (ici ${whole(count)})`}`;

/** The openings that players name in their own language. */
const OPENINGS = {
  Diagonal: "Diagonale",
  Perpendicular: "Perpendiculaire",
  Parallel: "Parallèle",
  Tiger: "Tigre",
  Cow: "Vache",
};

/** A result with the discs, or with the way in which the game ended. */
function ended(word, { score, how }) {
  if (how === "unknown") return word;
  if (how === "resigned") return `${word}, abandon`;
  if (how === "time") return `${word} au temps`;
  if (how === "forfeited") return `${word}, forfait`;
  return score ? `${word} de ${whole(Math.abs(score))}` : word;
}

/** @type {import("./page.d.ts").Texts} */
export const T = {
  /* Words for the frame. */
  title: (view) => `${view} \u00b7 rival`,
  views: { play: "Jouer", review: "Parties", exercises: "Exercices", me: "Moi", study: "Étude" },
  skip: "Aller au contenu",
  connecting: "Connexion…",
  loading: "Chargement du moteur",
  lost: "Le programme ne répond pas. Si vous l’avez arrêté, relancez-le\u00a0: il ouvre une nouvelle page.",
  ended: "Rival est arrêté. Relancez-le quand vous voulez\u00a0: il ouvre une nouvelle page.",
  locked: "Ce navigateur n’a pas de clé",
  lockedWhy:
    "Rival fonctionne sur cette machine et ne montre vos parties qu’à un navigateur ouvert avec sa clé. La clé change à chaque démarrage\u00a0: un signet, ou une page d’avant, ne l’a pas. Une adresse que Rival a ouverte pour vous ne sert qu’une fois.",
  lockedWays: [
    "Lancez Rival encore une fois, depuis le menu ou par un double clic\u00a0: une page qui a la clé s’ouvre.",
    "Ou, si vous l’avez lancé dans un terminal, ouvrez l’adresse qu’il y a affichée, avec tout ce qui suit le #. Elle est valable dans tout navigateur de cette machine.",
    "Si une page de Rival est ouverte dans un autre navigateur ou une autre fenêtre, continuez là-bas.",
  ],
  trouble: (why) =>
    `Rien ne peut être enregistré pour le moment (${why}). Vous pouvez continuer à jouer, mais ce qui se passe entre-temps peut être perdu.`,
  damaged: (line, more) =>
    `Ce fichier est illisible, et il est laissé de côté\u00a0: ${line}${more ? ` (et ${more} de plus)` : ""}`,
  close: "Fermer",
  language: "Langue",
  said: (text) => said(text.replace(/^people-0*/, "people-")),
  refused: {
    stale: "La partie a continué entre-temps.",
    illegal: "Ce n’est pas possible ici.",
    "no-undo": "Il n’y a rien à reprendre dans cette partie.",
    unknown: "Cela n’existe plus.",
    "no-player": "Aucun joueur de ce nom n’est dans ce fichier.",
    range: "Cette valeur n’est pas utilisable.",
    busy: "Le programme s’en occupe déjà.",
    "no-games": (detail) => `Aucune partie ne peut être lue ici\u00a0: ${said(detail.why)}`,
    broken: "Une partie de la page a échoué et recommence. Essayez encore une fois.",
    failed: (detail) => `Cela n’a pas marché\u00a0: ${said(detail.why)}`,
    gone: "Le programme ne répond pas.",
    key: "Ce navigateur n’a pas la clé du programme. Ouvrez l’adresse qu’il a affichée.",
    large: "Ce fichier est trop grand\u00a0: 32\u00a0Mo au plus.",
  },

  /* Words for board and sides. */
  board: "Plateau",
  cell: (cell) => (cell > 0 ? "noir" : cell < 0 ? "blanc" : "vide"),
  legal: "coup possible",
  lastMove: "dernier coup",
  turned: "vient d’être retourné",
  side,
  discsOf: pions,
  you: "Vous",
  value: signed,
  date,

  /* Words for beginning a game. */
  lookingBack: "Une position précédente",
  lookNow: "Revenir à la partie",
  fromPosition: "La partie commence par la position du plateau et ne compte pas pour votre force.",
  playAbout: (rating) => `Jouer (environ ${rating})`,
  options: "Réglages",
  newHere: "Je débute\u00a0: montrez-moi les règles",
  stillPlaying: "Terminez d’abord la partie en cours, ou abandonnez-la.",
  opponent: "Adversaire",
  level: "Selon la force",
  levelLabel: "Force",
  levelIs: (rating, words) => `${rating}\u00a0: ${words}`,
  placement: "Mesurer ma force",
  placementGo: (done, of) => `Mesurer ma force\u00a0: partie ${done + 1} sur ${of}`,
  otherPlayer: "Un joueur de la collection",
  player: "Joueur",
  ownMap: "Une carte à vous",
  mapHint: "64 nombres, de a1 à h8\u00a0: il joue la case possible qui a le plus grand",
  mapWrong: (numbers) => `${plural(numbers, "nombre trouvé", "nombres trouvés")}, il en faut 64.`,
  knownPlayers: "Du plus faible au plus fort",
  otherPlayers: "Tous les autres",
  color: "Votre couleur",
  colors: { black: "Noir (commence)", white: "Blanc", either: "Au hasard" },
  rule: "Qui gagne",
  rules: { most: "Le plus de pions", fewest: "Le moins de pions" },
  pace: "L’adversaire répond",
  paces: { human: "comme un humain", "at-once": "tout de suite" },
  clock: "Pendule",
  clocks: (minutes, increment) => (minutes ? `${minutes}\u00a0min${increment ? ` + ${increment}\u00a0s par coup` : ""}` : "Aucune"),
  start: "Commencer",

  /* Words for playing. */
  yourMove: "À vous de jouer",
  theirMove: (name) => `${name} réfléchit…`,
  broken: (name) => `${name} est en panne et ne joue plus. Vous pouvez abandonner et choisir un autre adversaire.`,
  youMustPass: "Vous n’avez aucun coup\u00a0: vous devez passer.",
  pass: "Passer",
  theyPassed: (name) => `${name} n’a aucun coup et passe. À vous de jouer.`,
  undo: "Annuler le coup",
  resign: "Abandonner",
  resignSure: "Vraiment abandonner\u00a0?",
  yes: "Oui, abandonner",
  no: "Continuer",
  hints: "Montrer ce que valent les coups",
  markers: "Marquer les coups possibles",
  hint: "Une aide",
  openingField: "Ouverture",
  openingLine: "Seul l’adversaire la suit\u00a0; la partie compte",
  startXot: "XOT\u00a0: huit coups au hasard, à peu près équilibrés",
  leaveGame: "Laisser pour plus tard",
  leftGames: "Parties laissées pour plus tard",
  goOn: (opponent, moves) => `Reprendre contre ${opponent}\u00a0: ${plural(moves, "coup joué", "coups joués")}`,
  startNormal: "Aucune\u00a0: le début normal",
  opening: (name) => `Ouverture\u00a0: ${name}`,
  openingName: (name) => OPENINGS[name] ?? name,
  looks: "Plateau et son",
  boardColours: "Plateau",
  colours: { green: "Vert", wood: "Bois", dark: "Sombre", blue: "Bleu et orange" },
  turnRound: "Tourner le plateau",
  sound: "Un son à chaque coup",
  typeMove: "Taper un coup",
  typeHint: "d3 ou pass",
  play: "Jouer",
  moves: "Coups",
  illegalSquare: (square) => `${square} n’est pas un coup possible.`,
  notYourTurn: "Ce n’est pas à vous de jouer.",
  hintsOff: "Pas d’aide pendant la mesure.",
  noJudge: "Personne ici ne juge les parties où gagne celui qui a le moins de pions.",
  hintedGame: "Une partie avec aide ou coup annulé ne compte pas pour votre force.",
  moveSaid: (who, square, turned) => `${who}\u00a0: ${square}, ${plural(turned, "pion retourné", "pions retournés")}.`,
  passSaid: (who) => `${does(who, "passez", "passe")}.`,
  result: (own, theirs, won) =>
    won === 0
      ? `Nulle, ${own} à ${theirs}`
      : won > 0
        ? `Vous gagnez ${own} à ${theirs}`
        : `Vous perdez ${own} à ${theirs}`,
  resigned: (you) => (you ? "Vous avez abandonné" : "Votre adversaire a abandonné"),
  timeOut: (you) => (you ? "Votre temps est écoulé" : "Le temps de votre adversaire est écoulé\u00a0: vous gagnez"),
  emptyCount: (count, by) =>
    `${plural(count, "case vide revient", "cases vides reviennent")} au gagnant\u00a0: l’écart est de ${by}.`,
  keyMoments: "Moments clés",
  tryMoments: (count) => (count === 1 ? "Le rejouer" : `Rejouer ces ${count} coups`),
  notCounted: "Cette partie ne compte pas pour votre force.",
  strengthWait: "Votre force est en cours de mesure…",
  strengthChange: (before, after, low, high) => `Votre force\u00a0: ${before} avant, ${after} maintenant, entre ${low} et ${high}.`,
  movesCount: "Vos coups comptent aussi, et pas seulement le résultat.",
  strengthFirst: (now, low, high) => `Votre force\u00a0: environ ${now}, entre ${low} et ${high}.`,
  review: "Analyser la partie",
  again: "Rejouer, couleurs échangées",
  otherGame: "Une autre partie",
  placementWait: "Votre partie est examinée\u00a0: elle décide de votre prochain adversaire.",
  placementDone: "La mesure est terminée. Voir votre force",

  /* Words for reviews. */
  graph: "Qui mène",
  graphUnit: "pions\u00a0; au-dessus de 0, Noir mène",
  graphMove: "coup",
  exactNote: "Dans la zone ombrée, les valeurs du juge sont exactes.",
  graphSummary: (black) => `Valeur de la position pour Noir après chaque coup\u00a0; à la fin ${signed(black)} ${Math.abs(black) < 2 ? "pion" : "pions"}.`,
  judgeName: (name) =>
    ({ master: "le juge (master)", classic: "un second avis, par la mobilité et les bords (classic)" })[name] ?? name,
  ownView: (name) => `ce que pensait ${name}`,
  judging: (done, of) => `Évaluation… ${done} positions sur ${of}`,
  deepening: (judge) => `Évalué par ${judge}. Examen plus approfondi…`,
  judged: (judge) => `Évalué par ${judge}.`,
  first: "Au début",
  back: "Un coup en arrière",
  forward: "Un coup en avant",
  last: "À la fin",
  nextMistake: "Erreur suivante",
  previousMistake: "Erreur précédente",
  whose: "Erreurs",
  whoseAll: "Erreurs des deux camps",
  whoseMine: "Vos erreurs",
  noMistakes: (own) => `${own ? "Aucun de vos coups" : "Aucun coup"} n’a coûté 6 pions ou plus.`,
  lastMistake: (last) => (last ? "C’était la dernière." : "C’était la première."),
  choiceCounts: (who, best, good, slips, mistakes) =>
    `${who === T.you ? "Vos choix" : `Choix de ${who}`}\u00a0: ${plural(best, "meilleur", "meilleurs")}, ${plural(good, "bon", "bons")}, ${plural(slips, "imprécis", "imprécis")}, ${plural(mistakes, "erreur", "erreurs")}.`,
  tenths,
  hardCurve: (rating) => `Pions que perdent ici des joueurs classés ${rating}`,
  oneCurve: "Une seule courbe",
  allCurves: "Toutes les courbes",
  atStart: "Le début de la partie.",
  cost: (number, value) => `au coup ${number} (${given(value)})`,
  comma: ", ",
  summary: (who, moves, worst) =>
    moves === 0
      ? `${does(who, "n’avez pas fait", "n’a pas fait")} d’erreur.`
      : moves === 1
        ? `${does(who, "avez perdu", "a perdu")} des pions ${worst}.`
        : `${does(who, "avez perdu", "a perdu")} des pions en ${moves} coups, surtout ${worst}.`,
  moveNumber: (number) => `Coup ${number}.`,
  period: ".",
  space: " ",
  played: (who, square) => `${does(who, "avez joué", "a joué")} ${square}.`,
  passedIn: (who) => `${does(who, "avez dû", "a dû")} passer.`,
  forced: "C’était le seul coup possible.",
  lossNone: (sure) => (sure ? "Rien n’est meilleur." : "Rien n’est nettement meilleur."),
  loss: (value) => `Ce coup a coûté ${given(value)}.`,
  better: (square) => `Meilleur\u00a0: ${square}.`,
  mistakeAt: (who, value) => `Ici, ce coup ${who === T.you ? "vous a" : `de ${who} lui a`} coûté ${given(value)}.`,
  tryIt: "Essayez encore",
  tryHint: "Choisissez un meilleur coup sur le plateau.",
  tryGood: (square, sure) => `${square}\u00a0: rien n’est ${sure ? "" : "nettement "}meilleur. Bravo.`,
  tryBetter: (square, value) =>
    `${square} est meilleur que le coup de la partie, mais coûte ${given(value)}. Essayez encore.`,
  tryBad: (square, value) => `${square} coûte ${given(value)}. Essayez encore.`,
  showBest: "Montrer le meilleur coup",
  reply: (move, square) => `La réponse à ${move} est ${square}.`,
  bestLine: "La meilleure suite",
  bestLineGo: "Voir la meilleure suite",
  lostLine: "Ce que le coup a permis",
  lostLineGo: "Voir ce que le coup a permis",
  bestLineStop: "Revenir à la partie",
  why: (name) => `Pourquoi ${name} a-t-il joué ce coup\u00a0?`,
  whyWait: "Question posée…",
  whyNone: "Il ne donne pas de raison.",
  lensMove: (square, own, few, stronger, many) =>
    `${square}\u00a0: joué par ${ofTen(few)} à ${own}, par ${ofTen(many)} à ${stronger}.`,
  hardHere: (own, good, loss) =>
    `Un coup à 2 pions au plus du meilleur\u00a0: trouvé par ${ofTen(good)} à ${own}. En moyenne, à cette force, on perd ici ${given(loss)}.`,
  share: "Partager",
  copyGgf: "Copier en GGF",
  copyLink: "Copier un lien",
  copyTranscript: "Copier les coups",
  saveGgf: "Enregistrer en GGF",
  saveSgf: "Enregistrer en SGF",
  savePicture: "Enregistrer une image",
  copied: "Copié.",
  copyFailed: "Le navigateur ne permet pas de copier. Voici le texte\u00a0:",
  studyThis: "Étudier cette position",
  playOn: "Jouer à partir d’ici",
  details: "Détails",
  gameList: "Coups de la partie",
  inaccuracy: "imprécision",
  mistake: "erreur",

  /* Words for the person's page. */
  strength: "Votre force",
  strengthNone:
    "On ne sait encore rien de votre force. Faites-la mesurer, ou ajoutez des parties que vous avez jouées ailleurs.",
  /** @type {(grounds: {says: EvidenceCounts}) => string} */
  restsOn: ({ says: { moves, games, results, none } }) =>
    `Cela repose sur ${plural(moves, "coup", "coups")} de ${parties(games)}, et ${
      none
        ? `aucun résultat\u00a0: ${NO_RESULT[none]}`
        : `${plural(results, "résultat", "résultats")} contre des joueurs de force connue`
    }.`,
  /** @type {(usually: {says: Habit}) => string} */
  habit: ({ says: { feature, more, times } }) =>
    times
      ? `${HABITS[feature][more ? 0 : 1]}\u00a0: ${whole(times[0])} fois, contre ${whole(times[1])} pour des joueurs de cette force`
      : `${HABITS[feature][more ? 0 : 1]} que les joueurs de cette force`,
  /** @type {(reason: Reason, you: string | null) => string} */
  whyLost: ({ played, better, price, close }, you) => {
    const [own, other] = [played?.fact, better?.fact];
    const taken = other?.kind === "closes" && other.square === better?.move;
    const would = other && (taken ? "serait venu d’abord" : worded(facts(true, you, own?.kind === other.kind), other));
    const clauses = [own && `${played?.move} ${worded(facts(false, you, false), own)}`, other && `${better?.move} ${would}`];
    const gives = price ? ` ${better?.move} donne ${price} et reste meilleur.` : "";
    return `${clauses.filter(Boolean).join("\u00a0; ")}.${gives}${close ? " Le gagnant reste le même." : ""}`;
  },
  did: (move, deed) => `${move} ${worded(deeds, deed)}.`,
  /** @type {(meant: Statement<MoveComment>) => string} */
  whyIt: ({ says }) => worded(told, says),
  scale:
    "1500 est le joueur de tournoi moyen. Avec 100 points de plus, on gagne 64 parties sur 100.",
  between: (low, high) => `Très probablement entre ${low} et ${high}.`,
  history: "Votre force au fil des parties, jugée aujourd’hui",
  game: "partie",
  parts: "Où vous perdez des pions",
  stages: { opening: "Ouverture", middle: "Milieu", end: "Finale" },
  partLoss: (value) => `${pionsTenths(value)} par coup`,
  habits: "Ce qui est typique de vous",
  themesTitle: "À travailler",
  themesHint: (games) =>
    `Dans ${games === 1 ? "votre dernière partie" : `vos ${games} dernières parties`}, à côté d’une estimation de ce que des joueurs de votre force perdraient dans les mêmes positions.`,
  themes: {
    corners: "Coins et bords donnés",
    mobility: "À court de coups sûrs",
    walls: "Coups ouverts ou laissés à l’adversaire (murs)",
    discs: "Trop de pions pris",
    passes: "Devoir passer",
    order: "Bons coups remis à plus tard ou gâchés",
    parity: "Derniers coups laissés à l’adversaire (parité)",
    results: "Gains et nulles gâchés",
    margins: "Pions perdus à la fin",
  },
  themeCost: (own, usual) => `${pionsTenths(own)} par partie\u00a0; joueurs de votre force\u00a0: ${tenths(usual)}`,
  themeSteps: (steps, of) => `${plural(steps, "étape", "étapes")} sur ${of}`,
  themeIs: (name) => `Thème\u00a0: ${name}.`,
  themeLink: (name) => `Exercices\u00a0: ${name}`,
  mastered: (names) => `Maîtrisé\u00a0: ${names.join("\u00a0; ")}.`,
  measuring: (done, of) => `Examen de vos parties… ${done} sur ${of}`,
  placementState: (done, of) => `Mesure\u00a0: ${plural(done, "partie compte", "parties comptent")} déjà, sur ${of}.`,
  placementAgain: "Commencer une nouvelle mesure",
  placementGoOn: "Continuer la mesure",
  rivals: "Vos rivaux",
  rivalsNone:
    "Les rivaux sont des adversaires de votre force, chacun avec son caractère. Ils sont faits de ce que l’on sait de vous.",
  rivalsNeed: "Il faut d’abord savoir quelque chose de vous\u00a0: jouez quelques parties, ou ajoutez les vôtres.",
  makeRivals: "Créer mes rivaux",
  remakeAsk: "Les rivaux actuels disparaissent, avec votre score contre eux.",
  keepOne: "Celui-ci reste\u00a0:",
  keepNone: "aucun",
  keepRivals: "Les garder",
  reviewThem: "Les analyser",
  remakeRivals: "Créer de nouveaux rivaux",
  making: "Création de vos rivaux",
  makingWhat: (step, name) =>
    ({
      agent: "On cherche la force de votre double, qui joue comme vous",
      positions: "On rassemble des positions où les joueurs diffèrent",
      choices: "On regarde ce que choisit votre double",
    })[step] ?? (name ? `On rend ${name} aussi fort que vous` : "Cela commence"),
  minutesLeft: (minutes) => (minutes === 1 ? "Encore une minute environ" : `Encore ${minutes} minutes environ`),
  playAgent: "Jouer contre votre double en attendant",
  makingLeft: (ends) =>
    ends
      ? "Vous pouvez jouer entre-temps et fermer cette page\u00a0: cela continue tant que le programme fonctionne."
      : "Vous pouvez jouer entre-temps. Si vous fermez cette page, cela continuera la prochaine fois.",
  stop: "Arrêter",
  stopping: "Arrêt…",
  scoreSoFar: ([won, drawn, lost]) =>
    won + drawn + lost
      ? `${plural(won, "gagnée", "gagnées")}, ${plural(lost, "perdue", "perdues")}${drawn ? `, ${plural(drawn, "nulle", "nulles")}` : ""}`
      : "Pas encore joué",
  rivalsPlayAt: (rating, own) =>
    rating === own
      ? `Ils jouent à votre force, environ ${rating}.`
      : `Ils jouent à environ ${rating} au lieu de ${own}\u00a0: ils s’adaptent à vos résultats ici.`,
  challenge: (name) => `Jouer contre ${name}`,
  portraitOf: (name) => `Portrait de ${name}`,
  addGames: "Ajouter des parties",
  addHint:
    "Des parties que vous avez jouées ailleurs\u00a0: Othello Quest, GGF, SGF, PGN, WTHOR avec son fichier de noms (WTH.JOU), ou listes de coups. Déposez les fichiers ici, ou choisissez-les.",
  chooseFiles: "Choisir des fichiers",
  pasteGames: "Ou collez des parties ici",
  pastedGames: "Parties collées",
  readGames: "Lire",
  whoAreYou: (file) => `Quel joueur de ${file} êtes-vous\u00a0?`,
  fileGames: parties,
  unreadable: (count, problem) =>
    `${plural(count, "partie n’a pas pu être lue", "parties n’ont pas pu être lues")}. La première\u00a0: ${said(problem)}`,
  moreGames: (count) => `${plural(count, "partie de plus a été laissée", "parties de plus ont été laissées")} de côté.`,
  add: "Ajouter mes parties",
  filesOne: (count) => `${count} fichiers`,
  addedBefore: "Ces parties ont déjà été ajoutées.",
  added: (count) => `${plural(count, "partie ajoutée", "parties ajoutées")}.`,
  takeOut: "Retirer",
  putBack: "Annuler",
  fileOut: (name) => `${name} a été retiré. Ses parties ne comptent plus.`,
  gameOut: (opponent) => `La partie contre ${opponent} a été retirée.`,
  addedFile: ({ name, player, games }) => `${name}\u00a0: ${parties(games)} de ${player}`,
  repertoire: "Vos ouvertures",
  repertoireHint:
    "Les débuts que vos parties ont en commun. Dans une partie lancée d’ici, l’adversaire suit ce début tant que vous le suivez ; la partie compte.",
  asSide: { black: "Avec les noirs", white: "Avec les blancs" },
  playLine: "Jouer",
  lineGames: (games) => parties(games),
  noGames: "Pas encore de partie terminée.",
  noneFits: "Aucune partie ne correspond.",
  showMore: "Montrer plus",
  saveGames: "Enregistrer ces parties (GGF)",
  aboutMistakes: (count) => (count ? `environ ${plural(count, "erreur", "erreurs")}` : "aucune erreur à première vue"),
  findGame: "Joueur, date ou ouverture",
  ending: "Résultat",
  endings: { "": "Tous les résultats", won: "Gagnées", drawn: "Nulles", lost: "Perdues" },
  yourName: "Votre nom dans vos parties",
  data: "Tout ce qui est à vous",
  dataHint:
    "Parties, force et rivaux dans un seul fichier, pour la page d’une autre machine\u00a0: rival page --import rival.zip.",
  dataHere:
    "Cela est gardé dans ce navigateur, qui peut l’effacer si la page n’est pas ouverte pendant des semaines. Enregistrez-le de temps en temps\u00a0: le fichier est valable dans tout navigateur, et pour le programme\u00a0: rival page --import rival.zip.",
  saveAll: "Tout enregistrer",
  takeIn: "Importer un fichier",
  takeInSure: "Tout ce qui est ici cède la place à ce que contient le fichier.",
  takeInYes: "Tout remplacer",
  takeInNo: "Ne rien changer",
  end: "Arrêter Rival",
  endHint: "Tout est gardé. Une partie en cours reprend la prochaine fois.",
  endNow: "Arrêter le programme",
  save: "Enregistrer",
  saved: "Enregistré.",
  nameWrong: "Un nom a de 1 à 40 caractères, sans crochets.",
  against: (name) => `contre ${name}`,
  resultShort: (result, you) => {
    const own = you === "white" ? -result.score : result.score;
    return ended(own > 0 ? "gagnée" : own < 0 ? "perdue" : "nulle", result);
  },
  resultPlain: (result) => ended(result.score ? `${side(result.score)} gagne` : "nulle", result),
  traits: {
    discs: ["garde peu de pions", "prend beaucoup de pions"],
    frontier: ["reste à l’extérieur", "se glisse à l’intérieur"],
    moves: ["ne compte pas ses coups", "veut beaucoup de coups"],
    room: ["vous laisse peu de coups", "vous laisse beaucoup de coups"],
    edges: ["évite les bords", "aime les bords"],
    corners: ["laisse les coins", "veut les coins"],
    far: ["reste près de votre dernier pion", "joue loin de votre dernier pion"],
    straight: ["pas en ligne ni en colonne", "en ligne et en colonne"],
    diagonal: ["pas en diagonale", "en diagonale"],
    attack: ["laisse les coins tranquilles", "attaque les coins"],
    trade: ["", "échange les bords"],
    trap: ["", "tend des pièges"],
    beside: ["reste loin des coins vides", "joue à côté des coins vides"],
    usual: ["quitte les ouvertures connues", "garde les ouvertures connues"],
    begin: ["débute faiblement", "débute fort"],
    finish: ["finit faiblement", "finit fort"],
  },

  /* Words for exercises. */
  exercisesFrom: "Source",
  exercisesDaily: "exercice du jour",
  exercisesRun: "trois minutes contre la montre",
  exercisesMine: (count) => `vos parties (${count})`,
  exercisesThemes: (count) => `à travailler (${count})`,
  exercisesPeople: (count) => `parties d’autres joueurs (${count})`,
  findBest: (who) => `${who} a le trait. Trouvez le meilleur coup.`,
  halfFind: (rating) => `La moitié des joueurs à ${whole(rating)} le trouvent.`,
  exerciseGame: (who, day, number) =>
    `De votre partie contre ${who || "quelqu’un"}${day ? `, ${date(day)}` : ""}\u00a0: coup ${number}.`,
  triedBefore: "Vous l’avez déjà essayé.",
  foundIt: ({ answer, ahead, exact }) => `Juste\u00a0: ${answer} est ${byFar(ahead, exact)}.`,
  missedIt: ({ square, answer, ahead, exact }) =>
    `Ce n’est pas ${square}, c’est ${answer}\u00a0: ${byFar(ahead, exact)}.`,
  playedThen: (square) => `Dans la partie, vous avez joué ${square}.`,
  streak: (days) => (days === 1 ? "Le premier jour d’affilée." : `${days} jours d’affilée.`),
  dayDone: "Demain, il y en aura un autre.",
  runState: (time, right, tried) => `Encore ${time}\u00a0: ${plural(right, "trouvé", "trouvés")} sur ${tried}`,
  runOver: (right, tried, best) =>
    `Temps écoulé\u00a0: ${plural(right, "trouvé", "trouvés")} sur ${tried}. Votre meilleur résultat\u00a0: ${best}.`,
  runAgain: "Encore trois minutes",
  nextExercise: "Suivant",
  otherExercise: "Un autre",
  finding: "Recherche d’exercices dans vos parties…",
  noneMine:
    "Rien ici pour le moment. Les exercices viennent d’erreurs de vos parties que quelqu’un d’un peu plus fort fait moins souvent\u00a0; ceux que vous avez manqués reviennent après un moment.",
  nonePeople: "Rien ici pour le moment. Ceux que vous avez manqués reviennent après un moment.",
  noneThemes:
    "Rien ici pour le moment. Les thèmes viennent de vos dernières parties\u00a0; les exercices que vous avez manqués reviennent après un moment.",
  solving: ({ tried, found, rating, low, high }) =>
    `${plural(tried, "exercice", "exercices")}, ${plural(found, "réussi", "réussis")} du premier coup\u00a0: votre force en exercices est d’environ ${whole(rating)}, entre ${whole(low)} et ${whole(high)}.`,

  /* Words for studies. */
  analysisOn: "Montrer ce que vaut chaque coup",
  certaintyIs: (sure) => {
    if (sure.depth) return `Calculé ${plural(sure.depth, "coup", "coups")} à l’avance`;
    if (sure.likely) return `Gain ou perte probables à ${sure.likely.percent}\u00a0%`;
    return sure === "exact" ? "Exact" : "Gain ou perte certains";
  },
  explore: "Ce qui a été joué ici",
  exploreIn: "Parties à regarder",
  exploreMine: "Vos parties",
  exploreTournaments: (files) => `Parties de tournoi (${plural(files, "fichier", "fichiers")})`,
  forgetTournaments: "Retirer les parties de tournoi",
  exploreGames: (games) =>
    games
      ? `${plural(games, "partie est arrivée", "parties sont arrivées")} à cette position.`
      : "Aucune partie n’est arrivée à cette position.",
  exploreMove: "Coup",
  exploreCount: "Parties",
  exploreResults: (of) => `${side(of)}\u00a0: gagnées / nulles / perdues`,
  exploreMean: "Pions en moyenne",
  exploreWorth: "Valeur",
  searching: "calcul…",
  bestIs: "Meilleure suite\u00a0:",
  edit: "Composer une position",
  editDone: "Terminé",
  palette: { black: "Pion noir", white: "Pion blanc", empty: "Case vide" },
  toMove: "Au trait",
  clearBoard: "Plateau vide",
  startBoard: "Début normal",
  flipSides: "Échanger les couleurs",
  paste: "Coller des coups, une position ou une partie",
  pasteHint: "f5d6c3…, 64 cases et le trait, suivis de coups ou non, GGF, SGF",
  load: "Charger",
  openFile: "Ouvrir un fichier de parties",
  filesGames: (name, total) => `${name}\u00a0: ${parties(total)}`,
  over: "La partie est finie.",
  mustPassStudy: (who) => `${who} doit passer.`,
  toMoveStudy: (who) => `${who} a le trait.`,

  /* Words for the first visit. */
  howTo: "Les règles",
  rulesText: [
    "Noir commence, et chacun à son tour pose un pion sur une case vide.",
    "Votre pion doit encadrer, en ligne droite, des pions adverses entre lui et un autre de vos pions\u00a0: sur une ligne, une colonne ou une diagonale.",
    "Tous les pions encadrés prennent votre couleur, dans toutes les directions à la fois.",
    "Si vous n’avez aucun coup de ce genre, vous passez\u00a0; si vous en avez un, vous devez le jouer.",
    "Un pion dans un coin ne peut plus être retourné.",
    "Quand personne ne peut plus jouer, celui qui a le plus de pions gagne.",
  ],
};

/* The program's English phrases. */
const said = translator({
  "people-#": "Joueur #",
  "own map": "votre carte",
  "hardly better than chance": "guère mieux que le hasard",
  "a beginner in the first games": "un débutant dans ses premières parties",
  "a beginner": "un débutant",
  "an occasional player": "un joueur occasionnel",
  "a weak tournament player": "un joueur de tournoi faible",
  "an average tournament player": "un joueur de tournoi moyen",
  "a strong tournament player": "un fort joueur de tournoi",
  "a master": "un maître",
  "a strong master": "un très fort maître",

  "likes the middle better than the edges": "préfère le centre aux bords",
  "likes to turn many discs": "aime retourner beaucoup de pions",
  "likes to play close to your last disc": "aime jouer près de votre dernier pion",
  "likes to play far from your last disc": "aime jouer loin de votre dernier pion",
  "likes to leave you ten moves or more": "aime vous laisser dix coups ou plus",
  "likes to keep ten moves or more for itself": "aime garder dix coups ou plus pour lui",
  "goes to the edges early": "va tôt aux bords",
  "likes to have few discs, and turns few": "aime avoir peu de pions, et en retourne peu",
  "keeps the position closed: turns discs that lie deep among others":
    "garde la position fermée\u00a0: retourne des pions bien entourés",
  "opens the position: turns discs at the border": "ouvre la position\u00a0: retourne des pions de la frontière",
  "likes to leave you four moves or fewer": "aime vous laisser quatre coups ou moins",
  "leaves the known openings early": "quitte tôt les ouvertures connues",
  "keeps to the openings that everybody plays": "joue les ouvertures de tout le monde",
  "likes to play beside empty corners": "aime jouer à côté des coins vides",
  "stays away from empty corners": "reste loin des coins vides",
  "attacks corners early": "attaque tôt les coins",
  "takes another edge when you take one": "prend un autre bord quand vous en prenez un",
  "sets traps: plays moves after which you are likely to err":
    "tend des pièges\u00a0: joue des coups après lesquels on se trompe souvent",
  "likes to turn discs along rows and columns, not along diagonals":
    "aime retourner en ligne et en colonne, pas en diagonale",
  "likes to turn discs along diagonals, not along rows and columns":
    "aime retourner en diagonale, pas en ligne ni en colonne",
  "plays the end of the game better than the beginning": "joue mieux la fin que le début",
  "plays the beginning of the game better than the end": "joue mieux le début que la fin",
  "begins badly and recovers": "commence mal et se reprend",
  "agent": "votre double",
  "edge-lover": "Bordier",
  "inlander": "Centriste",
  "collector": "Collectionneur",
  "miser": "Avare",
  "shadow": "Ombre",
  "nomad": "Vagabond",
  "burrower": "Taupe",
  "pioneer": "Pionnier",
  "squeezer": "Étau",
  "host": "Aubergiste",
  "hoarder": "Écureuil",
  "wanderer": "Promeneur",
  "theorist": "Théoricien",
  "daredevil": "Casse-cou",
  "guard": "Gardien",
  "raider": "Pillard",
  "rook": "Tour",
  "bishop": "Fou",
  "trader": "Marchand",
  "swindler": "Filou",
  "finisher": "Finisseur",
  "sprinter": "Sprinteur",
  "slow-starter": "Diesel",

  "plays as people rated # do: *": "joue comme des joueurs à #\u00a0: *",
  '"Reversi in *", advanced: # plies, exact from # empties':
    "«\u00a0Reversi in *\u00a0», avancé\u00a0: # coups, exact à # cases vides",
  '"Reversi in *", beginner: # plies, exact from # empties':
    "«\u00a0Reversi in *\u00a0», débutant\u00a0: # coups, exact à # cases vides",
  '"Reversi in *", expert: # plies, exact from # empties':
    "«\u00a0Reversi in *\u00a0», expert\u00a0: # coups, exact à # cases vides",
  '"Reversi in *", intermediate: # plies, exact from # empties':
    "«\u00a0Reversi in *\u00a0», moyen\u00a0: # coups, exact à # cases vides",
  "a hand-made symmetric board, three plies": "un tableau de valeurs symétrique fait à la main, trois coups",
  "trained by the recipe *": "entraîné par la recette *",
  "a map trained against many other maps": "une carte entraînée contre beaucoup d’autres",
  "eight maps, one drawn for each game":
    "huit cartes de priorités, une tirée au sort pour chaque partie",
  "table 1: disc-square values, one ply": "table 1\u00a0: valeurs des cases, un coup",
  "table 1: few replies, one ply": "table 1\u00a0: peu de réponses, un coup",
  "table 1: stable edge discs, one ply": "table 1\u00a0: pions définitifs au bord, un coup",
  "table 1: *, one ply": "table 1\u00a0: *, un coup",
  "mobility, frontier, edges and corners by hand, # s a move, exact from # empties":
    "mobilité, frontière, bords et coins réglés à la main, #\u00a0s par coup, exact à # cases vides",
  "takes every corner it can, and any other move at random": "prend tout coin possible, et joue au hasard sinon",
  "learned patterns, # ply, exact from # empties, the same on every machine":
    "motifs appris, # coup, exact à # cases vides, pareil sur toute machine",
  "learned patterns, # plies, exact from # empties, the same on every machine":
    "motifs appris, # coups, exact à # cases vides, pareil sur toute machine",
  "a network over learned patterns, # plies, exact from # empties, the same on every machine":
    "réseau sur des motifs appris, # coups, exact à # cases vides, pareil sur toute machine",
  "a network over learned patterns, # ms a move": "réseau sur des motifs appris, #\u00a0ms par coup",
  "a network over learned patterns, # s a move, the strongest":
    "réseau sur des motifs appris, #\u00a0s par coup, le plus fort",
  "plays ten games at your strength as it finds it, and says how strong you are":
    "joue dix parties à votre force telle qu’il la trouve, et dit quelle est votre force",
  "classic with # ms a move, exact from # empties": "classic avec #\u00a0ms par coup, exact à # cases vides",
  "plays every legal move with the same probability": "joue tout coup possible avec la même probabilité",
  "rung # of the ladder: # plies, noise of # points": "barreau # de l’échelle\u00a0: # coups, bruit de # points",
  "mobility and corner shapes, # ms a move, exact from # empties":
    "mobilité et formes de coin, #\u00a0ms par coup, exact à # cases vides",
  "the published priority map for fewest discs": "la carte de priorités publiée, pour le moins de pions",
  "the published priority map for most discs": "la carte de priorités publiée, pour le plus de pions",
  "what strength is measured by: the weights of expert, # plies":
    "ce qui mesure la force\u00a0: les poids d’expert, # coups",
  "Monte-Carlo tree search, # random games a move": "recherche Monte-Carlo, # parties au hasard par coup",

  "game #, line #: *": "partie #, ligne #\u00a0: *",
  "game #: *": "partie #\u00a0: *",
  "line #, column #: *": "ligne #, colonne #\u00a0: *",
  "line #: *": "ligne #\u00a0: *",
  "column #: *": "colonne #\u00a0: *",
  "move #: *": "coup #\u00a0: *",
  "found *, expected *": "trouvé\u00a0: *\u00a0; attendu\u00a0: *",
  "found *": "trouvé\u00a0: *",
  "a square from a1 to h8 or a pass: --, pa, ps": "une case de a1 à h8, ou passer\u00a0: --, pa, ps",
  "no known kind of file": "aucun type de fichier connu",
  "games for the fewest discs do not count": "les parties au moins de pions ne comptent pas",
  "the file is damaged, or not a WTHOR file": "le fichier est endommagé, ou n’est pas un fichier WTHOR",
  "the file of names is damaged, or not a WTHOR file": "le fichier de noms est endommagé, ou n’est pas un fichier WTHOR",
  "one of *": "l’un de ceux-ci\u00a0: *",
  "GGF, SGF, PGN, Othello Quest, transcripts, *": "GGF, SGF, PGN, Othello Quest, listes de coups, *",
  "no game": "aucune partie",
  "one or more": "une ou plusieurs",
  "a comment without an end": "un commentaire sans fin",
  "no move, because the game is over": "rien, car la partie est finie",
  "a legal move of black: *": "un coup possible de Noir\u00a0: *",
  "a legal move of white: *": "un coup possible de Blanc\u00a0: *",
  "a property like *": "une propriété comme *",
  "* in the game": "* dans la partie",
  "the end of the text": "la fin du texte",
  "* or *": "* ou *",
  "* for black": "* pour Noir",
  "* for white": "* pour Blanc",
});
