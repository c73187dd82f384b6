// The page in a real browser: what a person does, by mouse, by keyboard alone, by touch.
//
//   node run.mjs [NAME...]      the scenarios whose names contain one of these
//   SHOTS=FOLDER node run.mjs   also writes pictures of every view
//   RIVALS=whole node run.mjs   makes rivals to the end (minutes)

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import doors from "./scenarios/doors.mjs";
import looks from "./scenarios/looks.mjs";
import playing from "./scenarios/playing.mjs";
import strength from "./scenarios/strength.mjs";
import study from "./scenarios/study.mjs";
import { launch, Server } from "./support.mjs";

const scenarios = { ...playing, ...strength, ...study, ...doors, ...looks };

const wanted = process.argv.slice(2);
const browser = await launch();
let failed = 0;
for (const [name, scenario] of Object.entries(scenarios)) {
  if (wanted.length && !wanted.some((word) => name.includes(word))) continue;
  const begun = performance.now();
  const server = await new Server().start();
  try {
    await scenario({ browser, server });
    console.log(`ok ${name} (${((performance.now() - begun) / 1000).toFixed(1)} s)`);
  } catch (error) {
    failed += 1;
    console.log(`FAILED ${name}\n${error.stack}`);
    for (const context of browser.contexts()) {
      for (const [i, page] of context.pages().entries()) {
        const path = join(process.env.SHOTS ?? "/tmp", `failed-${i}.png`);
        writeFileSync(path, await page.screenshot().catch(() => ""));
        console.log(`  seen: ${path} ${page.problems?.join("\n") ?? ""}`);
      }
      await context.close();
    }
  }
  await server.end();
}
await browser.close();
process.exit(failed ? 1 : 0);
