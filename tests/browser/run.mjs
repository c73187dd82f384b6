// The page in a real browser: what a person does, by mouse, by keyboard alone, by touch.
//
//   node run.mjs [NAME...]      the scenarios whose names contain one of these
//   SHOTS=FOLDER node run.mjs   also writes pictures of every view
//   RIVALS=whole node run.mjs   makes rivals to the end (minutes)
//   WEB=FOLDER node run.mjs     the page as static files, as scripts/web writes them, without the program
//   AGAIN=yes node run.mjs      what failed is run once more; both results are told

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import after from "./scenarios/after.mjs";
import doors from "./scenarios/doors.mjs";
import games from "./scenarios/games.mjs";
import home from "./scenarios/home.mjs";
import looks from "./scenarios/looks.mjs";
import minutes from "./scenarios/minutes.mjs";
import playing from "./scenarios/playing.mjs";
import strength from "./scenarios/strength.mjs";
import study from "./scenarios/study.mjs";
import taken from "./scenarios/taken.mjs";
import web from "./scenarios/web.mjs";
import { launch, Server, Static } from "./support.mjs";

const all = { ...after, ...games, ...home, ...playing, ...strength, ...study, ...doors, ...looks, ...taken, ...minutes };
/* Those that need neither keys nor a folder that they can look into. */
const ALIKE = [
  "one tap leads from opening to a board that answers, at every size",
  "a whole game by mouse, then its review",
  "a whole game by touch at 360 pixels",
  "reload in the middle, two tabs, take back, resign",
  "placement",
  "study: set up, paste, open, walk",
  "rivals from three dropped files",
  "ten pasted games give a strength and three rivals",
  "exercises: one found, one missed, which comes again",
  "the exercise of the day is answered once, and a run ends after three minutes",
  "nobody else is asked: the browser refuses whatever the page would try, and a page that did is noticed",
  "eight tabs, all answered, also when the one that listens is closed",
  "two tabs review two games to their ends, and study two positions",
];
const alike = () => Object.fromEntries(ALIKE.map((name) => [name, all[name]]));
const scenarios = process.env.WEB ? { ...web, ...alike() } : all;

const wanted = process.argv.slice(2);
const browser = await launch();

/** Runs a scenario with a server of its own; true if it passes. */
async function passes(name, scenario) {
  const begun = performance.now();
  const server = await new (process.env.WEB ? Static : Server)().start();
  try {
    await scenario({ browser, server });
    console.log(`ok ${name} (${((performance.now() - begun) / 1000).toFixed(1)} s)`);
    return true;
  } catch (error) {
    console.log(`FAILED ${name}\n${error.stack}`);
    for (const context of browser.contexts()) {
      for (const [i, page] of context.pages().entries()) {
        const path = join(process.env.SHOTS ?? "/tmp", `failed-${i}.png`);
        writeFileSync(path, await page.screenshot().catch(() => ""));
        console.log(`  seen: ${path} ${page.problems?.join("\n") ?? ""}`);
      }
      await context.close();
    }
    return false;
  } finally {
    await server.end();
  }
}

let failed = 0;
for (const [name, scenario] of Object.entries(scenarios)) {
  if (wanted.length && !wanted.some((word) => name.includes(word))) continue;
  const passed = (await passes(name, scenario)) || (process.env.AGAIN && (await passes(name, scenario)));
  if (!passed) failed += 1;
}
await browser.close();
process.exit(failed ? 1 : 0);
