/* The page's data in this browser: files by name, in a database. */

const FILES = "files";

const done = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/** Opens the database with this name. */
export async function open(name) {
  const opening = indexedDB.open(name, 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(FILES);
  return new Kept(await done(opening));
}

export class Kept {
  /** @param {IDBDatabase} database */
  constructor(database) {
    this.database = database;
    /** The writes in progress, in order. @type {Promise<unknown>} */
    this.written = Promise.resolve();
    /** The errors of the files whose last write failed. @type {Map<string, unknown>} */
    this.failed = new Map();
  }

  /** All stored files. @returns {Promise<Map<string, Uint8Array>>} */
  async all() {
    const store = this.database.transaction(FILES).objectStore(FILES);
    const [names, contents] = await Promise.all([done(store.getAllKeys()), done(store.getAll())]);
    return new Map(names.map((name, i) => [String(name), contents[i]]));
  }

  /** Stores a file; without bytes it removes the file. @param {string} name @param {Uint8Array | null} bytes */
  put(name, bytes) {
    const write = () =>
      /** @type {Promise<void>} */ (
        new Promise((resolve, reject) => {
          const transaction = this.database.transaction(FILES, "readwrite");
          const store = transaction.objectStore(FILES);
          if (bytes) store.put(bytes, name);
          else store.delete(name);
          transaction.oncomplete = () => resolve();
          transaction.onabort = () => reject(transaction.error);
        })
      );
    this.written = this.written.then(write).then(
      () => this.failed.delete(name),
      (error) => this.failed.set(name, error),
    );
  }
}
