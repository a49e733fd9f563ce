// Resources that a browser loads for /jobs: bytes of markup and scripts, before the page is idle and in total; and layout shifts.
import { gzipSync } from 'node:zlib';
import { chromium } from 'playwright';

const ARGS = [
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];
const kb = (bytes) => Math.round(bytes / 100) / 10;

/** @param floor markup of the same page by the bare React server (10 results), in kB, as measured in ../peers */
export async function measurePageBytes(url, executablePath, floor = 29.6) {
  const args = process.getuid?.() === 0 ? [...ARGS, '--no-sandbox'] : ARGS;
  const browser = await chromium.launch({ executablePath, args });
  try {
    const address = `${url}/jobs`;
    const before = await load(browser, address, { asleep: true });
    const all = await load(browser, address, { asleep: false });
    const html = await (await fetch(address)).text();
    const markup = html.replace(/<script\b[\s\S]*?<\/script>/gi, '').replace(/<style\b[\s\S]*?<\/style>/gi, '');
    return [
      { what: 'HTML markup of /jobs, kB', value: kb(markup.length), most: Math.round(1.2 * floor * 10) / 10 },
      { what: 'HTML of /jobs gzipped, kB', value: kb(gzipSync(html).length) },
      { what: 'JavaScript before idle, kB gz', value: kb(before.script), most: 15 },
      { what: 'JavaScript in all, kB gz', value: kb(all.script), most: 95 },
      { what: 'CSS, kB gz', value: kb(all.style) },
      { what: 'layout shift (CLS), phone', value: all.shift, most: 0 },
    ];
  } finally {
    await browser.close();
  }
}

/** `asleep`: nothing ever becomes idle or visible, so that only resources that are loaded at once are counted. */
async function load(browser, address, { asleep }) {
  const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
  const bytes = { script: 0, style: 0 };
  const bodies = [];
  page.on('response', (response) => {
    const type = response.request().resourceType();
    if (type === 'script')
      bodies.push(response.body().then((body) => (bytes.script += gzipSync(body, { level: 9 }).length)));
    if (type === 'stylesheet')
      bodies.push(response.body().then((body) => (bytes.style += gzipSync(body, { level: 9 }).length)));
  });
  await page.addInitScript((sleep) => {
    window.shift = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shift += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
    if (!sleep) return;
    window.requestIdleCallback = () => 0;
    window.IntersectionObserver = class {
      observe() {}
      disconnect() {}
    };
  }, asleep);
  await page.goto(address, { waitUntil: 'networkidle' });
  if (!asleep) {
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    await page.waitForTimeout(1500);
  }
  await Promise.all(bodies);
  const shift = Math.round((await page.evaluate(() => window.shift)) * 10_000) / 10_000;
  await page.close();
  return { ...bytes, shift };
}
