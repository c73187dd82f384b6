// The page as static files: without a network, below the top of a host.

import { assert, begin, close, playOut, tab, turn } from "../support.mjs";

const play = (page) =>
  playOut(
    page,
    () => page.locator(".cell.open").first().click(),
    () => page.getByRole("button", { name: "Pass", exact: true }).click(),
  );

export default {
  async "a whole game, then another with the server off"({ browser, server }) {
    const page = await tab(browser, server);
    await begin(page, { player: "beginner" });
    await turn(page);
    console.log(`    first move to make after ${(await page.evaluate(() => performance.now())).toFixed(0)} ms`);
    await play(page);
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.waitForFunction(async () => (await (await caches.open((await caches.keys())[0])).keys()).length > 30);
    await server.kill();
    await page.reload();
    await page.getByRole("button", { name: "Play again" }).click();
    await turn(page);
    console.log(`    the second time after ${(await page.evaluate(() => performance.now())).toFixed(0)} ms`);
    await play(page);
    assert.match(await page.locator(".result").textContent(), /^(You (win|lose)|A draw)/);
    await page.getByRole("link", { name: "Me" }).click();
    await page.getByText(/of 2 games/).waitFor({ timeout: 60000 });
    await close(page);
  },
};
