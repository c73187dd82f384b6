/* The words of teachers that a reason uses, and what they mean. */

import { language } from "./language.js";
import { fold, h } from "./parts.js";

/**
 * A question about a word, and its answer, for sentences that use the word.
 * @typedef {{word: RegExp, asks: string, means: string}} Term
 */

/** @type {{[language: string]: Term[]}} */
export const TERMS = {
  en: [
    {
      word: /safe moves?/,
      asks: "What is a safe move?",
      means: "One that lets no corner be taken at once, and is not diagonally beside an empty corner. A side without a safe move has to give something away.",
    },
    {
      word: /quiet moves?/,
      asks: "What is a quiet move?",
      means: "A safe move that opens no new safe move to the other side.",
    },
    {
      word: /\bwall\b/,
      asks: "What is a wall?",
      means: "A row of discs of one side with empty squares behind it. The other side can play there, and gets new moves.",
    },
    {
      word: /tempo/,
      asks: "What is a tempo?",
      means: "A turn. A move that only one side can play is kept for later: when the others are gone, it makes the other side play first.",
    },
    {
      word: /parity/,
      asks: "What is parity?",
      means: "Whether a region has an even or an odd number of empty squares. The last move there is good, as nobody can answer it; the side that enters an even region first mostly leaves it to the other.",
    },
    {
      word: /wedges? into/,
      asks: "What is a wedge?",
      means: "A disc between two of the other side on an edge. It is hard to turn, and may win a corner.",
    },
  ],
  fr: [
    {
      word: /coups? sûrs?/,
      asks: "Qu’est-ce qu’un coup sûr\u00a0?",
      means: "Un coup qui ne donne aucun coin tout de suite et qui n’est pas en diagonale d’un coin vide. Un camp sans coup sûr doit donner quelque chose.",
    },
    {
      word: /coups? tranquilles?/,
      asks: "Qu’est-ce qu’un coup tranquille\u00a0?",
      means: "Un coup sûr qui n’ouvre aucun nouveau coup sûr à l’autre camp.",
    },
    {
      word: /\bmur\b/,
      asks: "Qu’est-ce qu’un mur\u00a0?",
      means: "Une rangée de pions d’un camp devant des cases vides. L’autre camp peut y jouer et gagne de nouveaux coups.",
    },
    {
      word: /temps perdu/,
      asks: "Qu’est-ce qu’un temps\u00a0?",
      means: "Un tour de jeu. On garde pour plus tard un coup qu’un seul camp peut jouer\u00a0: quand les autres manquent, il oblige l’autre camp à jouer d’abord.",
    },
    {
      word: /parité/,
      asks: "Qu’est-ce que la parité\u00a0?",
      means: "Le fait qu’une zone ait un nombre pair ou impair de cases vides. Le dernier coup y est bon, car personne ne peut y répondre\u00a0; le camp qui entre le premier dans une zone paire le laisse en général à l’autre.",
    },
    {
      word: /s’insérer dans/,
      asks: "Qu’est-ce que s’insérer\u00a0?",
      means: "Placer un pion entre deux pions adverses sur un bord. Il est difficile à retourner et peut gagner un coin.",
    },
  ],
  ja: [
    {
      word: /安全な(新しい)?手|手詰まり/,
      asks: "安全な手とは？",
      means: "すぐに隅を取られず、空いた隅の斜め隣（X）でもない手です。安全な手がなくなること（手詰まり）は、何かを与えるしかないということです。",
    },
    { word: /静かな手/, asks: "静かな手とは？", means: "相手に新しい安全な手を与えない、安全な手です。" },
    { word: /壁/, asks: "壁とは？", means: "空きマスに面して並んだ一方の石です。相手はそこに打てるので、打てる手が増えます。" },
    {
      word: /手損/,
      asks: "手損とは？",
      means: "一手を無駄にすることです。自分だけが打てる手は後に残します。ほかの手がなくなったとき、相手に先に打たせることができます。",
    },
    {
      word: /偶数理論|手止まり/,
      asks: "偶数理論、手止まりとは？",
      means: "手止まりは一つの空き領域の最後の手で、応じられないので得です。偶数空きに先に打つと、ふつう手止まりは相手のものになります。これが偶数理論です。",
    },
    { word: /割り込/, asks: "割り込みとは？", means: "辺で相手の石の間に打つことです。その石は返されにくく、隅を取れることがあります。" },
  ],
};

/** What the words of this text mean, each folded. @param {string} text */
export const termsOf = (text) =>
  TERMS[language]
    .filter(({ word }) => word.test(text))
    .map(({ asks, means }) => fold("term", asks, h("p", {}, means)));
