/* What this browser keeps for the page without the program; where it keeps nothing, this tab has it alone. */

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
    /* Kept above. */
  }
}
