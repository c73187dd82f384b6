/* Numbers and counted words in a language. */

/**
 * The words for data of the program, from a table of its kinds.
 * @template {{kind: string}} Data
 * @param {import("./page.d.ts").Kinds<Data>} kinds
 * @param {Data} data
 * @returns {string}
 */
export const worded = (kinds, data) => /** @type {any} */ (kinds)[data.kind](data);

/** The largest loss that counts, in discs: MOST_LOSS of the program. */
export const MOST_LOSS = 24;

/** @param {string} language */
export function writing(language) {
  const rules = new Intl.PluralRules(language);
  /** @param {"auto" | "exceptZero"} signDisplay */
  const format = (digits, signDisplay = "auto") => {
    const [minimumFractionDigits, maximumFractionDigits] = [digits, digits];
    return new Intl.NumberFormat(language, { minimumFractionDigits, maximumFractionDigits, useGrouping: false, signDisplay });
  };
  const [whole, tenths] = [format(0), format(1)];
  const signed = [format(1, "exceptZero"), format(0, "exceptZero")];
  const days = new Intl.DateTimeFormat(language, { dateStyle: "medium" });
  return {
    whole: (value) => whole.format(value),
    tenths: (value) => tenths.format(value),
    signed: (value) => signed[Math.abs(value) >= 10 ? 1 : 0].format(value).replace("-", "\u2212"),
    /** A day, which is the person's own if a time stands beside it. @param {string} text */
    date(text) {
      const [, year, month, day, time] = /^(\d{4})[-.](\d\d)[-.](\d\d)(?: ([\d:]{8}) GMT)?/.exec(text) ?? [];
      const moment = new Date(`${year}-${month}-${day}T${time ? `${time}Z` : "00:00"}`);
      return isNaN(+moment) ? text : days.format(moment);
    },
    plural: (count, one, many) => `${whole.format(count)} ${rules.select(count) === "one" ? one : many}`,
  };
}
