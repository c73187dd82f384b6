// Many tabs, browsers without the key, and the end of the program.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { accessible, another, assert, begin, close, here, tab, turn, watched } from "../support.mjs";

const moves = (page) => page.locator(".moves li").count();
const has = (count) => [(n) => document.querySelectorAll(".moves li").length >= n, count];

export default {
  async "eight tabs, all answered, also when the one that listens is closed"({ browser, server }) {
    const first = await tab(browser, server);
    await begin(first);
    await turn(first);
    const others = [];
    for (let i = 0; i < 7; i++) others.push(await another(first, server));
    const versions = await Promise.all(
      [first, ...others].map((page) =>
        page.evaluate(async () => (await (await import(new URL("server.js", document.baseURI))).ask("hello")).version),
      ),
    );
    assert.equal(new Set(versions).size, 1);
    for (const page of others) await page.locator(".cell.open").first().waitFor();
    await others[6].locator(".cell.open").first().click();
    await Promise.all([first, ...others].map((page) => page.waitForFunction(...has(2))));
    // The first one has listened for all.
    await first.close();
    await turn(others[0]);
    const before = await moves(others[0]);
    await others[3].locator(".cell.open").first().click();
    await Promise.all(others.map((page) => page.waitForFunction(...has(before + 2))));
    assert.deepEqual(first.problems, []);
    await close(others[0]);
  },

  async "two tabs review two games to their ends, and study two positions"({ browser, server }) {
    const page = await tab(browser, server);
    const file = await page.evaluate(async (text) => {
      const { openFiles } = await import(new URL("server.js", document.baseURI));
      return (await openFiles([new File([text], "one.ggf")]))[0].file;
    }, readFileSync(join(here, "games", "one.ggf"), "utf8"));
    const second = await another(page, server);
    const go = (page, hash) => page.evaluate((hash) => void (location.hash = hash), hash);
    await go(page, `review/file/${file}/0`);
    await page.getByText(/Judging|Looking more closely/).waitFor();
    await go(second, `review/file/${file}/1`);
    for (const tab of [second, page]) await tab.getByText("Judged by", { exact: false }).waitFor({ timeout: 120000 });
    // The values of a position stay when another tab has another one looked at.
    await go(page, "study");
    await page.locator(".cell.valued").first().waitFor();
    await go(second, "study");
    await second.locator('[data-square="f5"]').click();
    await second.waitForFunction(() => document.querySelectorAll(".cell.valued").length === 3);
    assert.equal(await page.locator(".cell.valued").count(), 4);
    await go(page, "me");
    await second.getByText("searching", { exact: false }).waitFor();
    await second.close();
    await close(page);
  },

  async "a browser without the key is told how to get in"({ browser, server }) {
    const page = await tab(browser, null);
    const bare = new URL("/", server.address).href;
    await page.goto(bare);
    const heading = page.getByRole("heading", { name: "This browser has no key" });
    await heading.waitFor();
    await page.getByText("open the address that it printed", { exact: false }).waitFor();
    await accessible(page, "without a key");
    if (process.env.SHOTS) await page.screenshot({ path: join(process.env.SHOTS, "locked.png") });
    // The tab is the same, and only what stands behind the # is another.
    await page.goto(server.address);
    await page.locator(".home .primary").waitFor();
    assert.ok(!page.url().includes(server.address.split("#")[1]), "the key does not stay in the address");
    // By another name of this machine one is led to the page, whose key the browser knows.
    await page.goto(bare.replace("127.0.0.1", "localhost"));
    await page.locator(".home .primary").waitFor();
    assert.equal(new URL(page.url()).origin, new URL(bare).origin);
    page.problems = page.problems.filter((problem) => !problem.startsWith("asked http://localhost:"));
    await close(page);
  },

  async "names of the language's own objects in the address are no views"({ browser, server }) {
    const page = await tab(browser, server);
    await page.locator(".home .primary").waitFor();
    for (const name of ["__proto__", "constructor", "toString/1"]) {
      await page.evaluate((name) => void (location.hash = name), name);
      await page.waitForFunction(() => location.hash === "#play");
    }
    await close(page);
  },

  async "the program is ended from the page, and pages go on once the next start has opened one"({ browser, server }) {
    const page = await tab(browser, server);
    await begin(page);
    await turn(page);
    const second = await another(page, server);
    const key = server.address;
    await page.getByRole("link", { name: "Me", exact: true }).click();
    await page.getByRole("button", { name: "End the program" }).click();
    for (const tab of [page, second]) await tab.getByText("Rival has ended", { exact: false }).waitFor();
    assert.equal(await server.ended, 0);
    server.stay();
    await server.start();
    assert.notEqual(server.address, key, "a new key");
    for (const tab of [page, second]) await tab.getByRole("heading", { name: "This browser has no key" }).waitFor();
    const next = await watched(page.context());
    await next.goto(server.address);
    await page.getByRole("heading", { name: "How strong you are" }).waitFor();
    for (const tab of [second, next]) await tab.locator(".cell.open").first().waitFor();
    const kept = await next.evaluate(() => Object.values(localStorage).filter((value) => /[0-9a-f]{32}/.test(value)));
    assert.deepEqual(kept, [server.address.split("#")[1]], "only this run's key is kept");
    await next.close();
    await second.locator(".cell.open").first().click();
    await second.waitForFunction(...has(2));
    await second.close();
    await close(page);
  },

  async "nobody else is asked: the browser refuses whatever the page would try, and a page that did is noticed"({
    browser,
    server,
  }) {
    const page = await tab(browser, server);
    await page.locator(".home .primary").waitFor();
    const away = "http://127.0.0.2:9000/away";
    const ways = await page.evaluate(async (away) => {
      const set = (name, fields) => () => document.body.append(Object.assign(document.createElement(name), fields));
      const tries = {
        fetch: () => fetch(away).catch(() => {}),
        beacon: () => navigator.sendBeacon(away),
        socket: () => new WebSocket(away.replace("http", "ws")),
        image: () => (new Image().src = away),
        script: set("script", { src: away }),
        module: () => import(away).catch(() => {}),
        style: set("link", { rel: "stylesheet", href: away }),
        frame: set("iframe", { src: away }),
        media: set("audio", { src: away }),
      };
      const refused = [];
      for (const [name, act] of Object.entries(tries)) {
        const heard = new Promise((resolve) =>
          document.addEventListener("securitypolicyviolation", () => resolve(true), { once: true }),
        );
        act();
        if (await Promise.race([heard, new Promise((resolve) => setTimeout(resolve, 3000))])) refused.push(name);
      }
      return [refused, Object.keys(tries)];
    }, away);
    assert.deepEqual(ways[0], ways[1]);
    await page.context().close();
    // Without the policy such a request is made, and the check of every scenario sees it. The page's worker would ask
    // the server for this other page.
    const bare = await tab(browser, null, { serviceWorkers: "block" });
    await bare.route("**/bare", (route) => route.fulfill({ contentType: "text/html", body: `<img src="${away}">` }));
    await bare.goto(new URL("bare", server.address).href);
    assert.ok(bare.problems.includes(`asked ${away}`), bare.problems.join("; "));
    await bare.context().close();
  },
};
