// Load on a phone's main thread, with a processor four times slower than this machine's: tasks of a page's scripts after the first paint,
// and the response time to interactions.
import { chromium } from 'playwright';

const SLOWDOWN = 4;
const ARGS = ['--disable-gpu', '--disable-background-networking', '--disable-component-update', '--no-first-run'];
/** Upper limit for a good response time (INP). */
const GOOD_ANSWER_MS = 200;

/** @returns rows of the benchmark's table; times are only accurate on an idle machine */
export async function measureBrowserWork(url, executablePath) {
  const args = process.getuid?.() === 0 ? [...ARGS, '--no-sandbox'] : ARGS;
  const browser = await chromium.launch({ executablePath, args });
  try {
    const finder = await browser.newPage();
    await finder.goto(`${url}/jobs`);
    const job = await finder.locator('[data-region="results"] h2 a').first().getAttribute('href');
    await finder.close();
    const rows = [];
    for (const [name, path] of Object.entries({ home: '/', '/jobs': '/jobs', 'a job': job })) {
      const { blocked } = await visit(browser, url + path);
      rows.push({ what: `main thread blocked after first paint, ${name}, CPU ÷ ${SLOWDOWN}, ms`, value: blocked });
    }
    const { answer } = await visit(browser, `${url}/jobs`, typeAndTick);
    rows.push({
      what: `slowest answer to a key or a tick on /jobs, CPU ÷ ${SLOWDOWN}, ms`,
      value: answer,
      most: GOOD_ANSWER_MS,
    });
    return rows;
  } finally {
    await browser.close();
  }
}

/** Typical first interactions: typing a word, ticking a box, resting on a card. */
async function typeAndTick(page) {
  await page.locator('input[name="search"]').click();
  await page.keyboard.type('nurse', { delay: 60 });
  await page.keyboard.press('Escape');
  await page.locator('#filters-body input[type="checkbox"]').nth(1).check();
  await page.waitForLoadState('networkidle');
  await page.locator('[data-region="results"] h2 a').first().hover();
}

/** @returns blocked: the part of each task over 50 ms after first paint; answer: the slowest event, from input to the next frame */
async function visit(browser, address, act) {
  const page = await browser.newPage({ viewport: act ? { width: 1440, height: 900 } : { width: 390, height: 844 } });
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
  await page.addInitScript(() => {
    window.tasks = [];
    window.answers = [0];
    new PerformanceObserver((list) => window.tasks.push(...list.getEntries())).observe({
      type: 'longtask',
      buffered: true,
    });
    new PerformanceObserver((list) => {
      for (const { interactionId, duration } of list.getEntries()) if (interactionId) window.answers.push(duration);
    }).observe({ type: 'event', durationThreshold: 16, buffered: true });
  });
  await page.goto(address, { waitUntil: 'networkidle' });
  await act?.(page);
  const measured = await page.evaluate(async () => {
    // The last entries are delivered in the next idle period.
    await new Promise((resolve) => setTimeout(resolve, 1000));
    const painted = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0;
    const late = window.tasks.filter(({ startTime }) => startTime > painted);
    return {
      blocked: Math.round(late.reduce((sum, { duration }) => sum + duration - 50, 0)),
      answer: Math.max(...window.answers),
    };
  });
  await page.close();
  return measured;
}
