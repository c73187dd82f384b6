/* このページの日本語のすべて。texts.js を参照。 */

import { translator } from "./texts.phrases.js";
import { MOST_LOSS, worded, writing } from "./writing.js";

/** @import { Kinds } from "./page.d.ts" */
/** @import { AnswerEffect, Color, Deed, EvidenceCounts, Fact, Habit, Liking, MoveComment, Reason, Statement } from "./types.d.ts" */

const { date, signed, tenths, whole } = writing("ja");
/** A share of people, from 0 to 1. */
const ofTen = (share) =>
  share >= 0.95
    ? "ほぼ全員"
    : share >= 0.05
      ? `10人中${Math.max(1, Math.round(10 * share))}人`
      : share >= 0.005
        ? `100人中${Math.round(100 * share)}人`
        : "ほとんどいない";
const stones = (count) => `${whole(count)}石`;
/** The loss of a move. */
const given = (value) => (value < MOST_LOSS ? `${tenths(value)}石` : `${MOST_LOSS}石以上`);
const byFar = (ahead, exact) =>
  exact ? `ほかのどの手よりも${stones(Math.round(ahead))}よい手です` : "ほかの手よりはっきりよい手です";
/** The word for a side, given by name or as 1 and -1. @type {(of: string | number) => string} */
const side = (of) => (of === "black" || +of > 0 ? "黒" : "白");
/** The other side. @type {(of: Color) => Color} */
const other = (of) => (of === "black" ? "white" : "black");

/**
 * The effects of a move, or those that a better one would have had. `again` is true if the same was just said about the
 * other move.
 * @type {(would: boolean, you: string | null, again: boolean) => Kinds<Fact>}
 */
function facts(would, you, again) {
  const verb = (present, past) => (would ? past : present);
  const who = (name) => (name === you ? "あなた" : side(name));
  const behind = (square) => (square ? `${square}のあと、` : "");
  const which = (squares, moves) => (squares.length ? `（${squares.join("、")}${squares.length < moves ? "など" : ""}）` : "");
  const count = (what, number, unit) => {
    if (again) return `${whole(number)}${unit}でした`;
    return number ? `${what}が${whole(number)}${unit}${verb("になります", "でした")}` : `${what}が${verb("なくなります", "なくなりました")}`;
  };
  const leaves =
    (what) =>
    ({ side, moves, squares = /** @type {any} */ ([]), after }) =>
      `${behind(after)}${count(`${who(side)}の${what}`, moves, "手")}${which(squares, moves)}`;
  return {
    takes: ({ side, corner, ply, after }) =>
      !would
        ? `${behind(after)}${who(side)}に${corner}を取らせます`
        : ply === 1
          ? "隅を取れました"
          : `${behind(after)}${corner}を取れました`,
    "keeps-out": ({ side, corner }) => `当面${who(side)}に${corner}を${verb("取らせません", "取らせずに済みました")}`,
    passes: ({ side, after }) => `${behind(after)}${who(side)}の打つ手を${verb("なくします", "なくせました")}`,
    safe: (fact) =>
      fact.moves || again
        ? leaves("安全な手")(fact)
        : `${behind(fact.after)}${who(fact.side)}の安全な手をなくし、手詰まりに${verb("します", "できました")}`,
    moves: leaves("打てる手"),
    "wipes-out": ({ side, square }) =>
      would ? "相手の石を全滅させて終局にできました" : `${who(side)}に${square}と打たれて全滅し、終局になります`,
    opens: ({ side, square, effect }) =>
      effect && !would
        ? `${who(side)}が${square}に打てるようになり、${worded(effects(who, side), effect)}`
        : `${who(side)}が${square}に${verb("打てるようになります", "打てるようになりました")}`,
    closes: ({ side, square }) => `当面${who(side)}に${square}を${verb("打たせません", "打たせずに済みました")}`,
    turns: ({ discs }) => (again ? `${whole(discs)}石でした` : `${stones(discs)}${verb("返します", "返しました")}`),
    "last-move": ({ side, square }) =>
      would ? `手止まりの${square}を打てました` : `${who(side)}に手止まりの${square}を打たれます（偶数理論）`,
    enters: ({ squares, answer }) =>
      `${whole(squares)}マスの${squares % 2 ? "奇数" : "偶数"}空きに${verb("先に打ちます", "打てました")}${answer ? `（続いて${answer}と打たれる。偶数理論）` : ""}`,
    wall: ({ side, moves, squares }) =>
      would && !moves
        ? "静かな手でした"
        : `${again ? "" : "壁ができて、"}${count(`${who(side)}の安全な新しい手`, moves, "手")}${which(squares, moves)}`,
    leaves: ({ side, moves, squares }) =>
      `${who(side)}の安全な手のうち${whole(moves)}手を残します${which(squares, moves)}`,
    denies: () => "それらを打たせずに済みました",
    yields: ({ side, square }) => `${who(side)}に先に${square}を打たれます`,
    spoils: ({ square, corner }) =>
      `次のよい手${square}を失います（${corner ? `打つと${corner}を取られる` : "打てなくなる"}）`,
    spares: ({ square }) => `${square}を残せました`,
    edge: ({ side, square, discs }) =>
      discs
        ? `${who(side)}に${square}から辺の${stones(discs)}を${verb("返されます", "返されました")}`
        : `${who(side)}に辺の${square}へ${verb("割り込まれます", "割り込まれました")}`,
    costs: ({ side, square, squares }) =>
      `${square}と打たれても、${who(side)}は${squares.join("、")}に打てるようになりました`,
    beside: ({ corner }) => `空いた隅${corner}の隣です`,
    waits: () => "後回しにできます（相手は当面打てないので、手損です）",
    gone: ({ square, answer }) =>
      would ? `${answer}と打たれて打てなくなる前に間に合いました` : `${answer}と打たれると${square}に打てなくなります`,
    contested: ({ side }) => `${who(side)}も打てるので、先に打つ手でした`,
    loses: ({ side, squares }) => `${who(side)}が${squares.join("、")}に打てなくなる手です`,
    alone: ({ side, square, discs }) =>
      `${who(side)}に${square}と打たれます（ほかのどの応手より${stones(discs)}よい手）`,
    "quiet-moves": leaves("静かな手"),
    plays: ({ side, square, effect }) =>
      would
        ? `${who(side)}に${square}と打たれました`
        : `${who(side)}に${square}と打たれ、${worded(effects(who, side), effect)}`,
    keeps: () => "それらを残せました",
    later: ({ plies }) =>
      `${verb("よりよい手です", "よくなっていました")}。ただし${whole(plies)}手先までに簡単な理由はありません（手順を進めて見てください）`,
    ends: ({ lead, same }) =>
      `${would || !same || !lead ? "" : lead > 0 ? "それでも" : "どちらにしても"}${lead ? `${stones(Math.abs(lead))}${lead > 0 ? "勝ち" : "負け"}` : "引き分け"}${verb("になります", "でした")}`,
  };
}

/** What an answer of this side does. @type {(who: (name: string) => string, side: Color) => Kinds<AnswerEffect>} */
const effects = (who, side) => ({
  takes: ({ squares }) => `${who(other(side))}は${squares.join("、")}に打てなくなります`,
  quiet: () => `${who(other(side))}の安全な手は増えません`,
  prepares: ({ squares }) => `${who(side)}は${squares.join("、")}に打てるようになります`,
});

/** What a move of the opponent did. @type {Kinds<Deed>} */
const deeds = {
  corner: () => "隅を取ります",
  passes: () => "あなたの打つ手をなくします",
  gives: ({ corner }) => `あなたに${corner}を取らせます`,
  edge: ({ discs }) => `あなたの辺の石を${stones(discs)}返します`,
  "last-move": () => "手止まりです（偶数理論）",
  safe: ({ moves, squares }) =>
    moves ? `あなたの安全な手を${whole(moves)}手（${squares.join("、")}）にします` : "あなたを手詰まりにします",
  closes: ({ squares }) => `新しい安全な手を与えず、あなたが${squares.join("、")}に打てないようにします`,
  quiet: () => "静かな手です（あなたに新しい安全な手を与えません）",
  opens: ({ moves }) => `あなたに安全な新しい手を${whole(moves)}手与えます`,
};

/** @type {Kinds<MoveComment>} */
const told = {
  only: () => "打てるところはここだけでした",
  book: () => "この定石は定石集にあります",
  "took-for-best": () => "これを最善手だと思いました",
  "nothing-better": () => "これよりよい手は見えていません",
  equal: ({ moves }) => `同じ評価の${whole(moves)}手のうちの一つです`,
  corner: ({ left_out }) => `隅は必ず取り、${left_out}は考えません`,
  gift: ({ left_out }) => `隅を取らせる${left_out}は考えません`,
  aimed: ({ better, unit, lost, due }) => {
    const what = unit === "discs" ? "石" : "点";
    const why = better ? `${better}のほうがよいと思いながら、わざと損をしています` : "これを最善手だと思っています";
    return `${why}（ここまで${tenths(lost)}${what}、予定は${tenths(due)}${what}）`;
  },
  overlooked: ({ better }) => `ときどきあるように、${better}を見落としました`,
  human: ({ better, saw, likes, times }) => {
    const often = times === 0 ? "めったにこう打ちません" : times === 10 ? "ほとんどいつもこう打ちます" : `10回中${times}回こう打ちます`;
    const liked = likes && liking(likes);
    if (better && liked) return saw ? `${better}は見えていましたが、${liked}` : `${better}は見えていませんでした。${liked}`;
    if (better) return `${better}は${saw ? "見えていました" : "見えていませんでした"}。${often}`;
    return liked ? `${liked}。${often}` : often;
  },
  first: ({ next }) => `${next ? `${next}より` : ""}このマスの順番が先です`,
  drawn: ({ moves }) => `${whole(moves)}手から無作為に選びました`,
  playouts: ({ games, discs }) =>
    `${whole(games)}回のランダム対局のうち、ほかのどの手よりも多くがこの手を通り、平均${tenths(Math.abs(discs))}石の${discs < 0 ? "負け" : "勝ち"}でした`,
  another: ({ choice, equal }) => `${equal ? "同じ評価の" : ""}${choice}に打つところです`,
};

/** @type {{[reason: string]: string}} */
const NO_RESULT = {
  unfinished: "最後まで打った対局がありません",
  apart: "数に入る対局に、強さのわかっている相手とのものがありません",
  unknown: "相手の強さがわかりません",
};

/** Words for each feature of moves: more than others, and less. @type {{[feature: string]: string[]}} */
const HABITS = {
  corner: ["隅を取ることが多い", "隅を取ることが少ない"],
  "x-square": ["X打ちが多い", "X打ちが少ない"],
  "c-square": ["C打ちが多い", "C打ちが少ない"],
  "gives-corner": ["隅を取らせることが多い", "隅を取らせることが少ない"],
  edge: ["辺に打つことが多い", "辺に打つことが少ない"],
  replies: ["相手に多くの手を残す", "相手に残す手が少ない"],
  mobility: ["打てる手を多く残す", "残す手が少ない"],
  frontier: ["開放度の高い手が多い", "開放度の低い手が多い"],
  flips: ["多くの石を返す", "返す石が少ない"],
  distance: ["相手の直前の手から離れて打つ", "相手の直前の手の近くに打つ"],
  passes: ["相手をパスさせることが多い", "相手をパスさせることが少ない"],
  odd: ["終盤に奇数空きへ打つことが多い", "終盤に奇数空きへ打つことが少ない"],
  threat: ["隅を攻めることが多い", "隅を攻めることが少ない"],
  straight: ["縦横に多くの石を返す", "縦横に返す石が少ない"],
  diagonal: ["斜めに多くの石を返す", "斜めに返す石が少ない"],
  trade: ["辺に対して別の辺で応じることが多い", "辺に対して別の辺で応じることが少ない"],
};

/** Words for what a player likes, by feature. @type {{[feature: string]: string[]}} */
const LIKES = {
  corner: ["隅を取る", "隅を後回しにする"],
  "x-square": ["空いた隅のそばに打つ", "空いた隅のそばを避ける"],
  "c-square": ["空いた隅のそばに打つ", "空いた隅のそばを避ける"],
  "gives-corner": ["隅を取らせる", "隅を取らせない"],
  edge: ["辺に打つ", "辺を避ける"],
  replies: ["相手の手を多くする", "相手の手を少なくする"],
  mobility: ["自分の手を多く残す", "自分の手を少なくする"],
  frontier: ["開放度の高い手を打つ", "開放度の低い手を打つ"],
  flips: ["石を多く返す", "石を少なく返す"],
  distance: ["直前の石から離れて打つ", "直前の石の近くに打つ"],
  passes: ["相手の打つ手をなくす", "相手に打つ手を残す"],
  odd: ["偶数理論に従う（奇数空きに打つ）", "偶数理論に逆らう（偶数空きに打つ）"],
  threat: ["隅を攻める", "隅をそのままにする"],
  straight: ["縦横に返す", "縦横にはあまり返さない"],
  diagonal: ["斜めに返す", "斜めにはあまり返さない"],
  trade: ["別の辺を取り返す", "別の辺を取り返さない"],
  trap: ["罠を仕掛ける", "単純に打つ"],
  usual: ["よくある手を打つ", "珍しい手を打つ"],
};
/** @type {(liking: Liking) => string} */
const liking = ({ feature, more, count }) =>
  `${LIKES[feature][more ? 0 : 1]}のが好きです${count === null ? "" : `（ここでは${whole(count)}）`}`;

/** The openings that players name in their own language. */
const OPENINGS = {
  Diagonal: "斜め取り",
  Perpendicular: "縦取り",
  Parallel: "並び取り（鼠）",
  Tiger: "虎",
  Rabbit: "兎",
  Cow: "牛",
  Cat: "猫",
  Horse: "馬",
  "Heath / Tobidashi": "飛び出し牛",
  "Buffalo / Kenichi Variation": "バッファロー",
  "Maruoka Buffalo": "丸岡バッファロー",
  "Tanida Buffalo": "谷田バッファロー",
  "Hokuriku Buffalo": "北陸バッファロー",
  Rose: "ローズ",
  "Snake / Peasant": "蛇",
  "Raccoon Dog": "狸",
  Rocket: "ロケット",
  Swallow: "燕",
  Tanida: "谷田",
  Maruoka: "丸岡",
  Mimura: "三村",
  Inoue: "井上",
  Sakaguchi: "坂口",
  Ishii: "石井",
  Tamenori: "為則",
  Stephenson: "ステファンソン",
  "No-Kung": "ノーカン",
  "Comp'Oth": "コンポス",
  Kung: "カン",
  "Leader's Tiger": "リーダーズタイガー",
  Brightwell: "ブライトウェル",
};

/** A result with the discs, or with the way in which the game ended. */
function ended(word, { score, how }, winner = "") {
  const won = winner + word;
  if (how === "unknown") return won;
  if (how === "resigned") return `投了で${won}`;
  if (how === "time") return `時間切れで${won}`;
  if (how === "forfeited") return `反則で${won}`;
  return score ? `${winner}${stones(Math.abs(score))}${word}` : won;
}

/** @type {import("./page.d.ts").Texts} */
export const T = {
  /* Words for the frame. */
  title: (view) => `${view} \u00b7 rival`,
  views: { play: "対局", review: "棋譜", exercises: "問題", me: "自分", study: "研究" },
  skip: "本文へ移動",
  connecting: "接続しています…",
  loading: "エンジンを読み込んでいます",
  lost: "プログラムが応答しません。終了した場合は、もう一度起動してください。新しいページが開きます。",
  ended: "Rivalは終了しました。またいつでも起動できます。新しいページが開きます。",
  locked: "このブラウザには鍵がありません",
  lockedWhy:
    "Rivalはこのコンピューターで動いていて、鍵をもつブラウザにだけあなたの対局を見せます。鍵は起動するたびに新しくなるので、ブックマークや以前から開いているページにはありません。Rivalが開いたアドレスは一度しか使えません。",
  lockedWays: [
    "メニューかダブルクリックでRivalをもう一度起動すると、鍵をもつページが開きます。",
    "端末から起動した場合は、そこに表示されたアドレスを、#より後ろも含めて開いてください。このコンピューターのどのブラウザでも使えます。",
    "Rivalのページが別のブラウザやウィンドウで開いていれば、そちらで続けてください。",
  ],
  trouble: (why) =>
    `今は何も保存できません（${why}）。対局は続けられますが、直るまでの内容は失われるかもしれません。`,
  damaged: (line, more) => `このファイルは読めないため、除いてあります：${line}${more ? `（ほか${more}件）` : ""}`,
  close: "閉じる",
  language: "言語",
  said: (text) => said(text.replace(/^people-0*/, "people-")),
  refused: {
    stale: "その間に対局が進みました。",
    illegal: "ここではできません。",
    "no-undo": "この対局では待ったができません。",
    unknown: "それはもうありません。",
    "no-player": "その名前の人はこのファイルにいません。",
    range: "使えない値です。",
    busy: "プログラムがすでに実行しています。",
    "no-games": (detail) => `ここには読める棋譜がありません：${said(detail.why)}`,
    broken: "ページの一部が止まり、始め直します。もう一度お試しください。",
    failed: (detail) => `うまくいきませんでした：${said(detail.why)}`,
    gone: "プログラムが応答しません。",
    key: "このブラウザにはプログラムの鍵がありません。表示されたアドレスを開いてください。",
    large: "ファイルが大きすぎます。上限は32 MBです。",
  },

  /* Words for board and sides. */
  board: "盤",
  cell: (cell) => (cell > 0 ? "黒" : cell < 0 ? "白" : "空き"),
  legal: "着手可能",
  lastMove: "直前の手",
  turned: "返った石",
  side,
  discsOf: stones,
  you: "あなた",
  value: signed,
  date,

  /* Words for beginning a game. */
  lookingBack: "前の局面",
  lookNow: "対局に戻る",
  fromPosition: "盤上の局面から始まります。棋力の計算には入りません。",
  playAbout: (rating) => `対局する（レート約${rating}）`,
  options: "対局の設定",
  newHere: "初めてです（ルールを見る）",
  stillPlaying: "先に今の対局を終えるか、投了してください。",
  opponent: "相手",
  level: "強さで選ぶ",
  levelLabel: "強さ",
  levelIs: (rating, words) => `${rating}：${words}`,
  placement: "棋力を測る",
  placementGo: (done, of) => `棋力を測る：${of}局中${done + 1}局目`,
  otherPlayer: "一覧から選ぶ",
  player: "対局相手",
  ownMap: "自分の評価表",
  mapHint: "a1からh8まで64個の数。打てるマスのうち最大のところに打ちます",
  mapWrong: (numbers) => `数が${numbers}個あります。64個必要です。`,
  knownPlayers: "弱い順",
  otherPlayers: "そのほか",
  color: "あなたの石の色",
  colors: { black: "黒（先手）", white: "白（後手）", either: "おまかせ" },
  rule: "勝ちになるのは",
  rules: { most: "石が多いほう", fewest: "石が少ないほう" },
  pace: "相手の打ち方",
  paces: { human: "人のように考える", "at-once": "すぐに打つ" },
  clock: "持ち時間",
  clocks: (minutes, increment) => (minutes ? `${minutes}分${increment ? `＋一手${increment}秒` : ""}` : "なし"),
  start: "開始",

  /* Words for playing. */
  yourMove: "あなたの番です",
  theirMove: (name) => `${name && name + "が"}考えています…`,
  broken: (name) => `${name}に問題が起き、もう打てません。投了して別の相手を選んでください。`,
  youMustPass: "打てるところがありません。パスしてください。",
  pass: "パス",
  theyPassed: (name) => `${name}は打てるところがなく、パスしました。あなたの番です。`,
  undo: "待った",
  resign: "投了",
  resignSure: "本当に投了しますか？",
  yes: "はい、投了します",
  no: "続ける",
  hints: "それぞれの手の評価値を表示",
  markers: "打てるところを表示",
  hint: "ヒントを見る",
  openingField: "定石",
  openingLine: "相手だけが定石を守る（棋力の計算に入ります）",
  startXot: "XOT：無作為に選んだ、ほぼ互角の八手",
  leaveGame: "あとで続ける",
  leftGames: "途中の対局",
  goOn: (opponent, moves) => `${opponent}との対局を続ける（${moves}手まで）`,
  startNormal: "なし（通常の初期配置）",
  opening: (name) => `定石：${name}`,
  openingName: (name) => OPENINGS[name] ?? name,
  looks: "盤と音",
  boardColours: "盤",
  colours: { green: "緑", wood: "木目", dark: "黒", blue: "青とオレンジ" },
  turnRound: "盤を反対側から見る",
  sound: "着手のたびに音を鳴らす",
  typeMove: "手を入力",
  typeHint: "d3またはpass",
  play: "打つ",
  moves: "棋譜",
  illegalSquare: (square) => `${square}には打てません。`,
  notYourTurn: "あなたの番ではありません。",
  hintsOff: "棋力測定ではヒントは使えません。",
  noJudge: "石が少ないほうが勝つ対局は評価できません。",
  hintedGame: "ヒントや待ったを使った対局は棋力の計算に入りません。",
  moveSaid: (who, square, turned) => `${who}：${square}、${turned}石返し。`,
  passSaid: (who) => `${who}はパスしました。`,
  result: (own, theirs, won) =>
    won === 0
      ? `${own}対${theirs}で引き分け`
      : won > 0
        ? `${own}対${theirs}であなたの勝ち`
        : `${own}対${theirs}であなたの負け`,
  resigned: (you) => (you ? "あなたが投了しました" : "相手が投了しました"),
  timeOut: (you) => (you ? "あなたの時間切れです" : "相手の時間切れです。あなたの勝ち"),
  emptyCount: (count, by) => `空きマス${count}個は勝者のものになり、差は${by}石です。`,
  keyMoments: "勝負どころ",
  tryMoments: (count) => (count === 1 ? "もう一度考える" : `この${count}手をもう一度考える`),
  notCounted: "この対局は棋力の計算に入りません。",
  strengthWait: "棋力を計算しています…",
  strengthChange: (before, after, low, high) => `棋力：${before}から${after}へ（${low}～${high}）`,
  movesCount: "勝敗だけでなく、一手一手も計算に入ります。",
  strengthFirst: (now, low, high) => `棋力：約${now}（${low}～${high}）`,
  review: "この対局を検討する",
  again: "色を替えてもう一局",
  otherGame: "別の対局",
  placementWait: "対局を調べています。次の相手はその結果で決まります。",
  placementDone: "棋力測定が終わりました。結果を見る",

  /* Words for reviews. */
  graph: "形勢",
  graphUnit: "石差、0より上は黒がよい",
  graphMove: "手目",
  exactNote: "色のついた部分からは、評価役の値は完全読みです。",
  graphSummary: (black) => `各手の後の黒から見た評価値。最後は${signed(black)}石。`,
  judgeName: (name) =>
    ({ master: "評価役（master）", classic: "別の意見：着手可能数と辺による評価（classic）" })[name] ?? name,
  ownView: (name) => `${name}自身の評価`,
  judging: (done, of) => `評価しています… ${of}局面中${done}`,
  deepening: (judge) => `評価：${judge}。さらに深く読んでいます…`,
  judged: (judge) => `評価：${judge}`,
  first: "最初へ",
  back: "一手戻る",
  forward: "一手進む",
  last: "最後へ",
  nextMistake: "次の悪手",
  previousMistake: "前の悪手",
  whose: "悪手の表示",
  whoseAll: "両方の悪手",
  whoseMine: "自分の悪手",
  noMistakes: (own) => `${own ? "あなたの手で、" : ""}6石以上損をした手はありません。`,
  lastMistake: (last) => (last ? "これが最後の悪手でした。" : "これが最初の悪手でした。"),
  choiceCounts: (who, best, good, slips, mistakes) =>
    `${who}の選択：最善手${best}、好手${good}、疑問手${slips}、悪手${mistakes}`,
  tenths,
  hardCurve: (rating) => `レート${rating}の人がここで損をする石数`,
  oneCurve: "グラフを減らす",
  allCurves: "すべてのグラフを見る",
  atStart: "対局の初めです。",
  cost: (number, value) => `${number}手目（${given(value)}）`,
  comma: "、",
  summary: (who, moves, worst) =>
    moves === 0
      ? `${who}に悪手はありませんでした。`
      : moves === 1
        ? `${who}は${worst}で石を損しました。`
        : `${who}は${moves}手で石を損しました。大きいのは${worst}です。`,
  moveNumber: (number) => `${number}手目`,
  period: "。",
  space: "",
  played: (who, square) => `${who}は${square}に打ちました。`,
  passedIn: (who) => `${who}はパスでした。`,
  forced: "打てるところはここだけでした。",
  lossNone: (sure) => (sure ? "これよりよい手はありません。" : "これより明らかによい手はありません。"),
  loss: (value) => `${given(value)}の損でした。`,
  better: (square) => `${square}のほうがよい手でした。`,
  mistakeAt: (who, value) => `ここで${who}は${given(value)}損をしました。`,
  tryIt: "もう一度考える",
  tryHint: "よりよい手を盤上で選んでください。",
  tryGood: (square, sure) => `${square}、これより${sure ? "" : "明らかに"}よい手はありません。お見事です。`,
  tryBetter: (square, value) => `${square}は実戦の手よりよいですが、${given(value)}の損です。もう一度どうぞ。`,
  tryBad: (square, value) => `${square}は${given(value)}の損です。もう一度どうぞ。`,
  showBest: "最善手を見る",
  reply: (move, square) => `${move}をとがめる手は${square}です。`,
  bestLine: "最善の進行",
  bestLineGo: "最善の進行を並べる",
  lostLine: "この手のあとの進行",
  lostLineGo: "この手のあとを並べる",
  bestLineStop: "対局に戻る",
  why: (name) => `${name}はなぜこう打った？`,
  whyWait: "聞いています…",
  whyNone: "理由の説明はありません。",
  lensMove: (square, own, few, stronger, many) =>
    `${square}を打つ人は、レート${own}で${ofTen(few)}、${stronger}で${ofTen(many)}。`,
  hardHere: (own, good, loss) =>
    `最善との差が2石以内の手を打てる人は、レート${own}で${ofTen(good)}。平均では${given(loss)}損をします。`,
  share: "共有",
  copyGgf: "GGFでコピー",
  copyLink: "リンクをコピー",
  copyTranscript: "棋譜をコピー",
  saveGgf: "GGFで保存",
  saveSgf: "SGFで保存",
  savePicture: "画像で保存",
  copied: "コピーしました。",
  copyFailed: "ブラウザがコピーを許可していません。内容はこちらです：",
  studyThis: "この局面を研究する",
  playOn: "ここから打つ",
  details: "詳しく",
  gameList: "対局の棋譜",
  inaccuracy: "疑問手",
  mistake: "悪手",

  /* Words for the person's page. */
  strength: "あなたの棋力",
  strengthNone: "棋力はまだわかっていません。棋力を測るか、ほかで打った対局を追加してください。",
  /** @type {(grounds: {says: EvidenceCounts}) => string} */
  restsOn: ({ says: { moves, games, results, none } }) =>
    `もとになったのは${whole(games)}局の${whole(moves)}手${
      none
        ? `です。勝敗は入っていません（${NO_RESULT[none]}）。`
        : `と、強さのわかっている相手との対局の結果${whole(results)}件です。`
    }`,
  /** @type {(usually: {says: Habit}) => string} */
  habit: ({ says: { feature, more, times } }) =>
    times
      ? `${HABITS[feature][more ? 0 : 1]}（${whole(times[0])}回。同じ強さの人なら${whole(times[1])}回）`
      : `同じ強さの人より${HABITS[feature][more ? 0 : 1]}`,
  /** @type {(reason: Reason, you: string | null) => string} */
  whyLost: ({ played, better, price, close }, you) => {
    const [own, other] = [played?.fact, better?.fact];
    const taken = other?.kind === "closes" && other.square === better?.move;
    const would = other && (taken ? "先にそこへ打てました" : worded(facts(true, you, own?.kind === other.kind), other));
    const clauses = [own && `${played?.move}は${worded(facts(false, you, false), own)}。`, other && `${better?.move}なら${would}。`];
    const gives = price ? `${better?.move}は${price}を取らせますが、それでもよりよい手です。` : "";
    return `${clauses.filter(Boolean).join("")}${gives}${close ? "勝敗は変わりません。" : ""}`;
  },
  did: (move, deed) => `${move}は${worded(deeds, deed)}。`,
  /** @type {(meant: Statement<MoveComment>) => string} */
  whyIt: ({ says }) => worded(told, says),
  scale: "1500は大会参加者の平均で、100高いと100局中64局勝ちます。",
  between: (low, high) => `おそらく${low}から${high}の間です。`,
  history: "棋力の移り変わり（今の判定）",
  game: "局目",
  parts: "石を損しているところ",
  stages: { opening: "序盤", middle: "中盤", end: "終盤" },
  partLoss: (value) => `一手あたり${tenths(value)}石`,
  habits: "あなたの特徴",
  themesTitle: "練習するところ",
  themesHint: (games) => `${games === 1 ? "前の対局" : `最近の${games}局`}での損。同じ局面で同じ棋力の人が損する石数の推定と並べています。`,
  themes: {
    corners: "隅や辺を取らせる",
    mobility: "安全な手がなくなる",
    walls: "相手の打てる手を増やす（壁）",
    discs: "石を取りすぎる",
    passes: "パスになる",
    order: "よい手を後回しにする、つぶす",
    parity: "最後の手を相手に渡す（偶数理論）",
    results: "勝ちや引き分けを逃す",
    margins: "終盤の石損",
  },
  themeCost: (own, usual) => `一局あたり${tenths(own)}石（同じ棋力の人は${tenths(usual)}石）`,
  themeSteps: (steps, of) => `${of}段階中${steps}段階`,
  themeIs: (name) => `テーマ：${name}。`,
  themeLink: (name) => `問題：${name}`,
  mastered: (names) => `習得済み：${names.join("、")}。`,
  measuring: (done, of) => `対局を調べています… ${of}局中${done}`,
  placementState: (done, of) => `棋力測定：${of}局中${done}局が計算に入っています。`,
  placementAgain: "新しい棋力測定を始める",
  placementGoOn: "棋力測定を続ける",
  rivals: "あなたのライバル",
  rivalsNone: "ライバルはあなたと同じ強さの相手で、それぞれに個性があります。あなたについてわかったことから作られます。",
  rivalsNeed: "まずあなたのことを知る必要があります。何局か打つか、自分の対局を追加してください。",
  makeRivals: "ライバルを作る",
  remakeAsk: "今のライバルと、その対戦成績はなくなります。",
  keepOne: "残すライバル：",
  keepNone: "なし",
  keepRivals: "今のままにする",
  reviewThem: "対局を検討する",
  remakeRivals: "新しいライバルを作る",
  making: "ライバルを作っています",
  makingWhat: (step, name) =>
    ({
      agent: "あなたのように打つ分身の強さを調べています",
      positions: "打ち手の違いが出る局面を集めています",
      choices: "分身の手の選び方を調べています",
    })[step] ?? (name ? `${name}をあなたと同じ強さにしています` : "始めています"),
  minutesLeft: (minutes) => (minutes === 1 ? "残り約一分" : `残り約${minutes}分`),
  playAgent: "待つあいだ分身と打つ",
  makingLeft: (ends) =>
    ends
      ? "その間も対局でき、このページを閉じてもプログラムが動いているかぎり続きます。"
      : "その間も対局できます。このページを閉じると、続きは次の機会になります。",
  stop: "中止",
  stopping: "中止しています…",
  scoreSoFar: ([won, drawn, lost]) =>
    won + drawn + lost ? `${won}勝${lost}敗${drawn ? `${drawn}分` : ""}` : "まだ打っていません",
  rivalsPlayAt: (rating, own) =>
    rating === own
      ? `あなたと同じ強さ（約${rating}）で打ちます。`
      : `あなたの棋力（約${own}）ではなく、約${rating}の強さで打ちます。ここでの勝ち負けに合わせています。`,
  challenge: (name) => `${name}と打つ`,
  portraitOf: (name) => `${name}の肖像`,
  addGames: "対局を追加",
  addHint:
    "ほかで打った対局：オセロクエスト、GGF、SGF、PGN、WTHORとその名前ファイル（WTH.JOU）、棋譜の文字列。ここにファイルをドロップするか、選んでください。",
  chooseFiles: "ファイルを選ぶ",
  pasteGames: "または対局をここに貼り付けてください",
  pastedGames: "貼り付けた対局",
  readGames: "読み取る",
  whoAreYou: (file) => `${file}の中であなたはどの人ですか？`,
  fileGames: (count) => `${count}局`,
  unreadable: (count, problem) => `${count}局は読めませんでした。最初の問題：${said(problem)}`,
  moreGames: (count) => `これを超える${count}局は省きました。`,
  add: "自分の対局を追加",
  filesOne: (count) => `${count}個のファイル`,
  addedBefore: "この対局はすでに追加されています。",
  added: (count) => `${count}局を追加しました。`,
  takeOut: "削除",
  putBack: "元に戻す",
  fileOut: (name) => `${name}を削除しました。その対局はもう計算に入りません。`,
  gameOut: (opponent) => `${opponent}との対局を削除しました。`,
  addedFile: ({ name, player, games }) => `${name}：${player}の${games}局`,
  repertoire: "あなたの序盤",
  repertoireHint:
    "あなたの対局に共通する手順です。ここから始めると、あなたが手順どおりに打つあいだ相手も同じ手順で打ちます。棋力の計算に入ります。",
  asSide: { black: "黒番", white: "白番" },
  playLine: "打つ",
  lineGames: (games) => `${games}局`,
  noGames: "終わった対局はまだありません。",
  noneFits: "該当する対局はありません。",
  showMore: "もっと見る",
  saveGames: "この一覧の棋譜を保存（GGF）",
  aboutMistakes: (count) => (count ? `悪手およそ${count}手` : "一見して悪手なし"),
  findGame: "名前、日付、定石で探す",
  ending: "結果",
  endings: { "": "すべての結果", won: "勝ち", drawn: "引き分け", lost: "負け" },
  yourName: "対局でのあなたの名前",
  data: "あなたのデータ",
  dataHint: "対局、棋力、ライバルを一つのファイルに。別のコンピューターのページで使えます：rival page --import rival.zip",
  dataHere:
    "データはこのブラウザの中にあり、何週間も開かないとブラウザが消すことがあります。ときどき保存してください。ファイルはどのブラウザでも、プログラムでも使えます：rival page --import rival.zip",
  saveAll: "すべて保存",
  takeIn: "ファイルを読み込む",
  takeInSure: "ここにあるものはすべて、ファイルの内容に置き換わります。",
  takeInYes: "すべて置き換える",
  takeInNo: "やめる",
  end: "Rivalを終了",
  endHint: "すべて保存されます。途中の対局は次に続けられます。",
  endNow: "プログラムを終了する",
  save: "保存",
  saved: "保存しました。",
  nameWrong: "名前は1文字から40文字までで、角括弧は使えません。",
  against: (name) => `対 ${name}`,
  resultShort: (result, you) => {
    const own = you === "white" ? -result.score : result.score;
    return ended(own > 0 ? "勝ち" : own < 0 ? "負け" : "引き分け", result);
  },
  resultPlain: (result) =>
    result.score ? ended("勝ち", result, `${side(result.score)}の`) : ended("引き分け", result),
  traits: {
    discs: ["石を少なく保つ", "石を多く取る"],
    frontier: ["外側の石を返す", "内側の石を返す"],
    moves: ["手数を気にしない", "打てる手を多く残す"],
    room: ["相手の手を減らす", "相手の手を増やす"],
    edges: ["辺を避ける", "辺を好む"],
    corners: ["隅を後回しにする", "隅を取りたがる"],
    far: ["直前の石の近くに打つ", "直前の石から離れて打つ"],
    straight: ["縦横には返さない", "縦横に返す"],
    diagonal: ["斜めには返さない", "斜めに返す"],
    attack: ["隅を攻めない", "隅を攻める"],
    trade: ["", "辺を取り合う"],
    trap: ["", "罠を仕掛ける"],
    beside: ["空いた隅のそばを避ける", "空いた隅のそばに打つ"],
    usual: ["定石を外れる", "定石を守る"],
    begin: ["序盤が弱い", "序盤が強い"],
    finish: ["終盤が弱い", "終盤が強い"],
  },

  /* Words for exercises. */
  exercisesFrom: "出題元",
  exercisesDaily: "今日の一問",
  exercisesRun: "三分間チャレンジ",
  exercisesMine: (count) => `自分の対局（${count}）`,
  exercisesThemes: (count) => `練習するところ（${count}）`,
  exercisesPeople: (count) => `ほかの人の対局（${count}）`,
  findBest: (who) => `${who}番です。最善手を見つけてください。`,
  halfFind: (rating) => `レート${whole(rating)}の人の半分が見つける手です。`,
  exerciseGame: (who, day, number) => `${who || "ある相手"}との対局${day ? `（${date(day)}）` : ""}の${number}手目。`,
  triedBefore: "前にも挑戦した問題です。",
  foundIt: ({ answer, ahead, exact }) => `正解：${answer}は${byFar(ahead, exact)}。`,
  missedIt: ({ square, answer, ahead, exact }) =>
    `${square}ではありません。正解は${answer}で、${byFar(ahead, exact)}。`,
  playedThen: (square) => `実戦では${square}に打ちました。`,
  streak: (days) => (days === 1 ? "連続記録の一日目です。" : `${days}日連続です。`),
  dayDone: "明日はまた別の問題です。",
  runState: (time, right, tried) => `残り${time}：${tried}問中${right}問正解`,
  runOver: (right, tried, best) => `時間です。${tried}問中${right}問正解。自己最高は${best}問です。`,
  runAgain: "もう三分",
  nextExercise: "次の問題",
  otherExercise: "別の問題",
  finding: "対局から問題を探しています…",
  noneMine:
    "今はここに何もありません。問題は、少し強い人なら打つことが少ないあなたの悪手から作られます。間違えた問題は、しばらくするとまた出ます。",
  nonePeople: "今はここに何もありません。間違えた問題は、しばらくするとまた出ます。",
  noneThemes:
    "今はここに何もありません。テーマは最近の対局から選ばれます。間違えた問題は、しばらくするとまた出ます。",
  solving: ({ tried, found, rating, low, high }) =>
    `${tried}問中${found}問に一度で正解。問題での棋力は約${whole(rating)}（${whole(low)}から${whole(high)}の間）です。`,

  /* Words for studies. */
  analysisOn: "すべての手の評価値を表示",
  certaintyIs: (sure) => {
    if (sure.depth) return `${sure.depth}手読み`;
    if (sure.likely) return `勝敗の見込み${sure.likely.percent}％`;
    return sure === "exact" ? "完全読み" : "勝敗は確定";
  },
  explore: "ここで打たれた手",
  exploreIn: "調べる対局",
  exploreMine: "あなたの対局",
  exploreTournaments: (files) => `大会の棋譜（${files}ファイル）`,
  forgetTournaments: "大会の棋譜を取り除く",
  exploreGames: (games) => (games ? `この局面になった対局は${games}局です。` : "この局面になった対局はありません。"),
  exploreMove: "手",
  exploreCount: "局数",
  exploreResults: (of) => `${side(of)}の勝 / 分 / 負`,
  exploreMean: "平均石差",
  exploreWorth: "評価値",
  searching: "読んでいます…",
  bestIs: "最善の進行：",
  edit: "局面を作る",
  editDone: "完了",
  palette: { black: "黒石", white: "白石", empty: "空きマス" },
  toMove: "手番",
  clearBoard: "盤を空にする",
  startBoard: "初期配置",
  flipSides: "黒白を入れ替える",
  paste: "棋譜、局面、対局を貼り付け",
  pasteHint: "f5d6c3…、64マスと手番（続けて着手も可）、GGF、SGF",
  load: "読み込む",
  openFile: "対局のファイルを開く",
  filesGames: (name, total) => `${name}：${total}局`,
  over: "対局は終わりです。",
  mustPassStudy: (who) => `${who}はパスです。`,
  toMoveStudy: (who) => `${who}番です。`,

  /* Words for the first visit. */
  howTo: "ルール",
  rulesText: [
    "黒が先手です。交互に、空いたマスへ石を一つ置きます。",
    "置いた石と自分の別の石とで、相手の石を縦、横、斜めのどれか一直線にはさまなければなりません。",
    "はさまれた石は、どの方向でも一度にすべて自分の色に返ります。",
    "そのような手がなければパスです。あれば必ず打ちます。",
    "隅の石は二度と返りません。",
    "どちらも打てなくなったら終わりで、石の多いほうが勝ちです。",
  ],
};

/* プログラムが英語で言うこと。 */
const said = translator({
  "people-#": "レート#の人",
  "own map": "自分の評価表",
  "hardly better than chance": "でたらめに近い",
  "a beginner in the first games": "打ち始めたばかりの初心者",
  "a beginner": "初心者",
  "an occasional player": "たまに打つ人",
  "a weak tournament player": "大会では弱いほう",
  "an average tournament player": "大会で平均的",
  "a strong tournament player": "大会で強いほう",
  "a master": "高段者",
  "a strong master": "トップ級の高段者",

  "likes the middle better than the edges": "辺より中央が好き",
  "likes to turn many discs": "石を多く返すのが好き",
  "likes to play close to your last disc": "あなたの直前の石の近くに打つのが好き",
  "likes to play far from your last disc": "あなたの直前の石から離れて打つのが好き",
  "likes to leave you ten moves or more": "あなたに十以上の手を残すのが好き",
  "likes to keep ten moves or more for itself": "自分の手を十以上残すのが好き",
  "goes to the edges early": "早くから辺に打つ",
  "likes to have few discs, and turns few": "石を少なく保ち、少なく返すのが好き",
  "keeps the position closed: turns discs that lie deep among others": "中割りで手を進める（内側の石を返す）",
  "opens the position: turns discs at the border": "盤面を開く（外側の石を返す）",
  "likes to leave you four moves or fewer": "あなたの手を四つ以下にするのが好き",
  "leaves the known openings early": "早くから定石を外れる",
  "keeps to the openings that everybody plays": "よく打たれる定石を守る",
  "likes to play beside empty corners": "空いた隅のそばに打つのが好き",
  "stays away from empty corners": "空いた隅のそばを避ける",
  "attacks corners early": "早くから隅を攻める",
  "takes another edge when you take one": "辺を取られると別の辺を取る",
  "sets traps: plays moves after which you are likely to err": "罠を仕掛ける（あなたが間違えやすい手を打つ）",
  "likes to turn discs along rows and columns, not along diagonals": "縦横に返すのが好きで、斜めは嫌い",
  "likes to turn discs along diagonals, not along rows and columns": "斜めに返すのが好きで、縦横は嫌い",
  "plays the end of the game better than the beginning": "序盤より終盤が強い",
  "plays the beginning of the game better than the end": "終盤より序盤が強い",
  "begins badly and recovers": "出足は悪いが巻き返す",
  "agent": "あなたの分身",
  "edge-lover": "辺好き",
  "inlander": "中央派",
  "collector": "集め屋",
  "miser": "けちん坊",
  "shadow": "影法師",
  "nomad": "旅人",
  "burrower": "もぐら",
  "pioneer": "開拓者",
  "squeezer": "締め屋",
  "host": "もてなし屋",
  "hoarder": "ため込み屋",
  "wanderer": "はぐれ者",
  "theorist": "定石家",
  "daredevil": "命知らず",
  "guard": "番人",
  "raider": "隅荒らし",
  "rook": "飛車",
  "bishop": "角",
  "trader": "商人",
  "swindler": "策士",
  "finisher": "追い込み屋",
  "sprinter": "逃げ切り屋",
  "slow-starter": "のんびり屋",

  "plays as people rated # do: *": "レート#の人のように打つ（*）",
  '"Reversi in *", advanced: # plies, exact from # empties': "「Reversi in *」上級：#手読み、残り#マスから完全読み",
  '"Reversi in *", beginner: # plies, exact from # empties': "「Reversi in *」初級：#手読み、残り#マスから完全読み",
  '"Reversi in *", expert: # plies, exact from # empties':
    "「Reversi in *」エキスパート：#手読み、残り#マスから完全読み",
  '"Reversi in *", intermediate: # plies, exact from # empties':
    "「Reversi in *」中級：#手読み、残り#マスから完全読み",
  "a hand-made symmetric board, three plies": "手作りの対称な評価表、三手読み",
  "trained by the recipe *": "学習の手順「*」で訓練",
  "a map trained against many other maps": "ほかの多くの優先順位表を相手に訓練した優先順位表",
  "eight maps, one drawn for each game":
    "八つの優先順位表から、対局ごとに一つを選ぶ",
  "table 1: disc-square values, one ply": "表1：マスの評価値、一手読み",
  "table 1: few replies, one ply": "表1：相手の手を少なく、一手読み",
  "table 1: stable edge discs, one ply": "表1：辺の確定石、一手読み",
  "table 1: *, one ply": "表1：*、一手読み",
  "mobility, frontier, edges and corners by hand, # s a move, exact from # empties":
    "着手可能数、開放度、辺、隅を手で調整、一手#秒、残り#マスから完全読み",
  "takes every corner it can, and any other move at random": "取れる隅は必ず取り、ほかはでたらめに打つ",
  "learned patterns, # ply, exact from # empties, the same on every machine":
    "学習したパターン、#手読み、残り#マスから完全読み、どの機械でも同じ手",
  "learned patterns, # plies, exact from # empties, the same on every machine":
    "学習したパターン、#手読み、残り#マスから完全読み、どの機械でも同じ手",
  "a network over learned patterns, # plies, exact from # empties, the same on every machine":
    "学習したパターンのネットワーク、#手読み、残り#マスから完全読み、どの機械でも同じ手",
  "a network over learned patterns, # ms a move": "学習したパターンのネットワーク、一手#ミリ秒",
  "a network over learned patterns, # s a move, the strongest": "学習したパターンのネットワーク、一手#秒、最強",
  "plays ten games at your strength as it finds it, and says how strong you are":
    "あなたの強さを探りながら十局打ち、棋力を教える",
  "classic with # ms a move, exact from # empties": "classicを一手#ミリ秒で、残り#マスから完全読み",
  "plays every legal move with the same probability": "打てる手をすべて同じ確率で打つ",
  "rung # of the ladder: # plies, noise of # points": "段位表の#段目：#手読み、雑音#点",
  "mobility and corner shapes, # ms a move, exact from # empties":
    "着手可能数と隅の形、一手#ミリ秒、残り#マスから完全読み",
  "the published priority map for fewest discs": "発表された優先順位表（石が少ないほうが勝ち）",
  "the published priority map for most discs": "発表された優先順位表（石が多いほうが勝ち）",
  "what strength is measured by: the weights of expert, # plies": "強さを測る基準：expertの重み、#手読み",
  "Monte-Carlo tree search, # random games a move": "モンテカルロ木探索、一手にランダム対局#回",

  "game #, line #: *": "#局目、#行目：*",
  "game #: *": "#局目：*",
  "line #, column #: *": "#行#列目：*",
  "line #: *": "#行目：*",
  "column #: *": "#文字目：*",
  "move #: *": "#手目：*",
  "found *, expected *": "実際は「*」、正しくは「*」",
  "found *": "実際は「*」",
  "a square from a1 to h8 or a pass: --, pa, ps": "a1からh8までのマス、またはパス（--、pa、ps）",
  "no known kind of file": "知らない種類のファイル",
  "games for the fewest discs do not count": "石が少ないほうが勝ちの対局は数えません",
  "the file is damaged, or not a WTHOR file": "ファイルが壊れているか、WTHORのファイルではありません",
  "the file of names is damaged, or not a WTHOR file": "名前ファイルが壊れているか、WTHORのファイルではありません",
  "one of *": "次のいずれか：*",
  "GGF, SGF, PGN, Othello Quest, transcripts, WTHOR, *": "GGF、SGF、PGN、Othello Quest、棋譜、WTHOR、*",
  "no game": "対局なし",
  "one or more": "一局以上",
  "a comment without an end": "終わりのない注釈",
  "no move, because the game is over": "なし（終局しています）",
  "a legal move of black: *": "黒の着手可能な手：*",
  "a legal move of white: *": "白の着手可能な手：*",
  "a property like *": "次のような項目：*",
  "* in the game": "対局の途中で*",
  "the end of the text": "テキストの終わり",
  "* or *": "*または*",
  "* for black": "黒の*",
  "* for white": "白の*",
});
