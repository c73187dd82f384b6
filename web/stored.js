/*
 * The choices that this browser keeps for the page without the program. If the browser stores nothing, only this tab
 * has them.
 */

const own = new Map();

/** @returns {string | null} */
export function stored(name) {
  try {
    return localStorage.getItem(name) ?? own.get(name) ?? null;
  } catch {
    return own.get(name) ?? null;
  }
}

export function store(name, value) {
  own.set(name, value);
  try {
    localStorage.setItem(name, value);
  } catch {
    /* The browser stores nothing, so the value is only kept above. */
  }
}
