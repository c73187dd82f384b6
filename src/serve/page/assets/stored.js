/* What was chosen in this browser, without secrets: only cookies are for all ports, and other servers can read them. The
   page without the program has web/stored.js. */

/** @returns {string | null} */
export const stored = (name) => document.cookie.match(`(?:^|; )${name}=([^;]*)`)?.[1] ?? null;

export function store(name, value) {
  document.cookie = `${name}=${value}; max-age=31536000; samesite=strict`;
}
