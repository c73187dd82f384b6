/* The workers of the page and their tasks: one desk answers and plays, others review, study and do long work. */

/** @import { Reply } from "./page.d.ts" */

/** The number of workers for long work. One core is left for the person who plays. */
const HANDS = Math.max(1, Math.min(6, (navigator.hardwareConcurrency || 2) - 1));
const here = (name) => new URL(name, import.meta.url);

/** A worker that can be ended and started again. */
class Worked {
  /** @param {Worker} worker @param {(told: any) => void} hear @param {(why: string) => void} failed */
  constructor(worker, hear, failed) {
    this.worker = worker;
    this.worker.onmessage = ({ data }) => (data.tell === "fail" ? failed(data.why) : hear(data));
    this.worker.onerror = (event) => {
      event.preventDefault();
      failed(event.message);
    };
  }

  tell(message) {
    this.worker.postMessage(message);
  }

  end() {
    this.worker.onmessage = this.worker.onerror = null;
    this.worker.terminate();
  }
}

export class Engine {
  /**
   * Starts the engine. `tell` gets the topics.
   * @param {Promise<import("./kept.js").Kept>} opened
   * @param {(topic: string, value: any) => void} tell
   */
  static async begin(opened, tell) {
    const [kept, first] = await Promise.all([opened, Begun]);
    return new Engine(first, kept, await kept.all(), tell);
  }

  /**
   * @param {{worker: Worker, module: Promise<WebAssembly.Module>, data: Promise<{name: string, bytes: Uint8Array}[]>}} first
   * @param {import("./kept.js").Kept} kept
   * @param {Map<string, Uint8Array>} files
   * @param {(topic: string, value: any) => void} tell
   */
  constructor(first, kept, files, tell) {
    this.module = first.module;
    this.data = first.data;
    this.kept = kept;
    /** The stored files, for further workers. */
    this.files = files;
    this.tellTopic = tell;
    /** The worker for reviews, once it is needed. @type {Worked | null} */
    this.review = null;
    /** @type {Worked | null} */
    this.study = null;
    /**
     * The expected answers, each with its worker.
     * @type {Map<number, {of: Worked, resolve: (reply: Reply) => void}>}
     */
    this.asked = new Map();
    this.last = 0;
    /** Parts of jobs that wait for a worker. @type {{job: number, part: any}[]} */
    this.parts = [];
    /** The job that had the last turn. @type {number | null} */
    this.served = null;
    /** The tasks of the workers for long work. @type {Set<{worked: Worked, job: number | null, part: string}>} */
    this.hands = new Set();
    /** The last values of the study. */
    this.studied = null;
    /** The studied position. @type {{key: string, rule: string, reply: Promise<Reply>} | null} */
    this.looked = null;
    this.desk = this.#open(false, () => true, "desk", first.worker);
    tell("ended", false);
  }

  /**
   * A worker with a desk: the main one, or one for views that shows these topics. A new one has nothing to show yet,
   * and a view without news asks again.
   */
  #open(looks, shows, role, worker = this.#worker()) {
    const worked = new Worked(
      worker,
      (told) => this.#hear(told, shows),
      (why) => this.#failed(role, why),
    );
    /* A copy of the stored data has no game in progress. */
    for (const [name, bytes] of this.files)
      if (!looks || name !== "current.json") worked.tell({ to: "put", name, bytes });
    worked.tell({ to: "open", hands: looks ? 0 : HANDS });
    return worked;
  }

  #worker() {
    const worker = new Worker(here("./worker.js"));
    this.module.then((module) => worker.postMessage(module));
    this.data.then((files) => files.forEach(({ name, bytes }) => worker.postMessage({ to: "data", name, bytes })));
    return worker;
  }

  #reviewer() {
    return (this.review ??= this.#open(true, (topic, value) => topic.startsWith("review") && value, "review"));
  }

  #student() {
    return (this.study ??= this.#open(true, (topic, value) => topic === "study" && value, "study"));
  }

  #send(worked, message) {
    const id = ++this.last;
    worked.tell({ id, ...message });
    return /** @type {Promise<Reply>} */ (new Promise((resolve) => this.asked.set(id, { of: worked, resolve })));
  }

  /** @param {any} ask @returns {Promise<Reply>} */
  async ask(ask) {
    if (ask.do === "study") {
      /* Another tab studies the same position, or this one has asked before. */
      const key = `${ask.start ?? ""}${ask.moves}`;
      if (this.looked?.key === key && this.looked.rule === ask.rule) return this.looked.reply;
      /* A search handles no messages until it ends. */
      if (this.looked) this.#endStudy();
      this.looked = { key, rule: ask.rule, reply: this.#send(this.#student(), { to: "ask", ask }) };
      return this.looked.reply;
    }
    if (ask.do === "stop-study") {
      if (this.looked?.key === ask.key) {
        this.#endStudy();
        if (this.studied?.key === ask.key) this.#topic("study", { ...this.studied, searching: false });
      }
      return { ok: null };
    }
    if (ask.do === "why") return this.#send(this.#reviewer(), { to: "ask", ask });
    if (ask.do === "review") {
      this.#send(this.#reviewer(), { to: "ask", ask });
      return this.#send(this.desk, { to: "ask", ask: { do: "game", of: ask.of } });
    }
    return this.#send(this.desk, { to: "ask", ask });
  }

  #endStudy() {
    this.study?.end();
    /* The tab that asked shows something else by now. */
    this.#answer(this.study, { ok: null });
    this.study = this.looked = null;
  }

  /** Answers the requests to a worker that has ended. @param {Worked | null} worked @param {Reply} reply */
  #answer(worked, reply) {
    for (const [id, { of, resolve }] of this.asked) {
      if (of !== worked) continue;
      this.asked.delete(id);
      resolve(reply);
    }
  }

  /** Opens a file of games. @returns {Promise<Reply>} */
  file(name, names, bytes) {
    const message = { to: "file", name, names, bytes };
    /* The other worker gives the file the same number. */
    this.#send(this.#reviewer(), message);
    return this.#send(this.desk, message);
  }

  /** Replaces everything by saved data. @returns {Promise<Reply>} */
  bring(bytes) {
    this.review?.end();
    this.review = null;
    this.#endStudy();
    this.#idle();
    return this.#send(this.desk, { to: "bring", bytes });
  }

  #topic(topic, value) {
    if (topic === "study") this.studied = value;
    if (topic === "study" && !value?.searching) this.looked = null;
    this.tellTopic(topic, value);
  }

  async #hear(told, shows) {
    switch (told.tell) {
      case "topic":
        /* The progress of long work is stored before it is shown, so that it is the same after a reload. */
        if (told.topic === "me") await this.kept.written;
        if (shows(told.topic, told.value)) this.#topic(told.topic, told.value);
        break;
      case "answer": {
        const answered = this.asked.get(told.id);
        this.asked.delete(told.id);
        /* The answer waits until its data are stored. */
        await this.kept.written;
        this.tellTopic("trouble", [...this.kept.failed.values()].map(String)[0] ?? null);
        answered?.resolve(told.said);
        break;
      }
      case "keep":
        this.#keep(told.name, told.bytes ?? new Uint8Array());
        break;
      case "forget":
        this.#keep(told.name, null);
        break;
      case "begin":
        this.parts.push(...told.parts.map((part) => ({ job: told.job, part })));
        this.#work();
        break;
      case "stop":
        this.parts = this.parts.filter(({ job }) => job !== told.job);
        for (const hand of this.hands) if (hand.job === told.job) this.#dismiss(hand);
        if (!this.parts.length) for (const hand of this.hands) if (hand.job === null) this.#dismiss(hand);
    }
  }

  #keep(name, bytes) {
    if (bytes) this.files.set(name, bytes);
    else this.files.delete(name);
    this.kept.put(name, bytes);
    if (name === "current.json") return;
    for (const copy of [this.review, this.study])
      copy?.tell(bytes ? { to: "put", name, bytes } : { to: "drop", name });
  }

  /** Gives parts to idle workers. Jobs take turns, so that none waits for all parts of another. */
  #work() {
    for (;;) {
      const next = this.parts.find(({ job }) => job !== this.served) ?? this.parts[0];
      const free = next && ([...this.hands].find((hand) => hand.job === null) ?? this.#hire());
      if (!free) return;
      const { job, part } = next;
      this.parts.splice(this.parts.indexOf(next), 1);
      this.served = job;
      [free.job, free.part] = [job, part];
      free.worked.tell({ to: "work", job, part });
    }
  }

  #hire() {
    if (this.hands.size >= HANDS) return null;
    const hand = {
      job: null,
      part: "",
      worked: new Worked(
        this.#worker(),
        (told) => this.#found(hand, told),
        (why) => this.#lost(hand, why),
      ),
    };
    this.hands.add(hand);
    return hand;
  }

  #found(hand, told) {
    const { job, found } = told;
    if (told.tell === "found") {
      if (!["progress", "kept"].includes(found.found)) hand.job = null;
      this.desk.tell({ to: "found", job, found });
      this.#work();
    }
  }

  /** The desk decides whether another worker repeats the part. */
  #lost(hand, why) {
    console.warn(why);
    const { job, part } = hand;
    this.#dismiss(hand);
    if (job !== null) this.desk.tell({ to: "found", job, found: { found: "lost", part, why } });
  }

  /** Ends all long work. A desk that opens starts it again. */
  #idle() {
    this.parts = [];
    for (const hand of this.hands) this.#dismiss(hand);
  }

  #dismiss(hand) {
    hand.worked.end();
    this.hands.delete(hand);
  }

  /** Replaces a failed worker by another one, which continues with the stored data. */
  #failed(role, why) {
    console.error(why);
    const failed = this[role];
    failed.end();
    this[role] = null;
    this.#answer(failed, { refused: { error: "broken" } });
    if (role === "study") this.looked = null;
    if (role !== "desk") return;
    this.#idle();
    this.desk = this.#open(false, () => true, "desk");
  }
}
