/*
 * The choices that this browser keeps. They are cookies, which all ports share and other servers can read, so they
 * contain no secrets. The page without the program uses web/stored.js.
 */

/** @returns {string | null} */
export const stored = (name) => document.cookie.match(`(?:^|; )${name}=([^;]*)`)?.[1] ?? null;

export function store(name, value) {
  document.cookie = `${name}=${value}; max-age=31536000; samesite=strict`;
}
