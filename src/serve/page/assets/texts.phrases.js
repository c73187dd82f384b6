/* Translations of the program's English phrases. */

/**
 * Translates the program's English phrases. In a phrase `#` stands for a number and `*` for another phrase or a name.
 * Unknown phrases stay as they are.
 * @param {{[phrase: string]: string}} phrases
 * @returns {(text: string) => string}
 */
export function translator(phrases) {
  const escaped = (text) => text.replace(/[.+?^${}()|[\]\\]/g, "\\$&");
  const known = Object.entries(phrases).map(([phrase, words]) => {
    const pattern = escaped(phrase).replaceAll("#", "(-?\\d+(?:\\.\\d+)?)").replaceAll("*", "(.+)");
    return /** @type {[RegExp, string]} */ ([new RegExp(`^${pattern}$`), words]);
  });
  return function said(text) {
    for (const [pattern, words] of known) {
      const found = pattern.exec(text)?.slice(1);
      if (found) return words.replace(/[#*]/g, () => said(found.shift() ?? ""));
    }
    return text;
  };
}
