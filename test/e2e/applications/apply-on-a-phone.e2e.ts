import { expect, type Locator, type Page, test } from '@playwright/test';
import { at, collectErrors } from '../support/browser-site';
import { logIn } from '../support/demo-login';

/** "Slow 3G" in Chromium's developer tools. */
const SLOW_3G = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };

/**
 * Average time that people need, in seconds, to press a key, to point at something, and to prepare an action. Keystroke-level model,
 * Card, Moran and Newell 1980; the time for a key is that of an unskilled typist.
 */
const KEY = 0.5;
const POINT = 1.1;
const THINK = 1.35;
const ROUND_TRIPS = 3;

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

/** Finds a job whose form needs nothing but the stored resume, and for which the visitor has not applied. */
async function jobForResume(page: Page): Promise<{ title: string; path: string }> {
  await page.goto(at('/jobs', 'charity-ca'));
  const found = await page.evaluate(async () => {
    const read = async (path: string) => new DOMParser().parseFromString(await (await fetch(path)).text(), 'text/html');
    for (let number = 1; number <= 5; number += 1) {
      const list = await read(`/jobs?page=${number}`);
      for (const link of list.querySelectorAll<HTMLAnchorElement>('[data-region="results"] h2 a')) {
        const path = link.getAttribute('href')!;
        const apply = (await read(path)).querySelector('main a[href*="/apply/"]')?.getAttribute('href');
        if (!apply) continue;
        const form = (await read(apply)).querySelector('form[data-apply-form]');
        const isComplete = [...(form?.querySelectorAll<HTMLInputElement>('[required]') ?? [])].every((field) =>
          field.getAttribute('value'),
        );
        if (isComplete && form?.querySelector('input[name="withResume"][checked]'))
          return { title: link.textContent.trim(), path };
      }
    }
    return undefined;
  });
  if (!found) throw new Error('no job can be applied for with the resume of the site alone');
  return found;
}

test('[APP-01] [APP-03] a phone user applies within 90 seconds of arriving with the stored resume', async ({
  page,
}) => {
  test.setTimeout(240_000);
  const errors = collectErrors(page);
  await logIn(page, 'applicant', 'charity-ca');
  const job = await jobForResume(page);
  await page.goto('about:blank');

  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', SLOW_3G);
  let pages = 0;
  let bytes = 0;
  devtools.on('Network.responseReceived', ({ type }) => {
    if (type === 'Document' || type === 'Fetch') pages += 1;
  });
  devtools.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  // The duration of the test says nothing about a person, but the actions do: five taps and one line of typing, and nothing on the form.
  const steps: string[] = [];
  const tap = async (what: string, where: Locator): Promise<void> => {
    await where.tap();
    steps.push(what);
  };
  await page.goto(at('/', 'charity-ca'));
  const words = page.getByRole('combobox', { name: 'What' });
  await tap('what', words);
  await words.pressSequentially(`"${job.title}"`);
  await tap('search', page.getByRole('button', { name: 'Search jobs' }));
  await tap('job', page.locator(`[data-region="results"] a[href="${job.path}"]`).first());
  await tap('apply', page.locator('main a[href*="/apply/"]').first());
  const form = page.locator('form[data-apply-form]');
  await expect(form.locator('input[name="withResume"]')).toBeChecked();
  await tap('send', form.getByRole('button', { name: 'Send application' }));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your application is on its way');
  expect(steps).toEqual(['what', 'search', 'job', 'apply', 'send']);
  const person = (job.title.length + 2) * KEY + steps.length * (POINT + THINK);
  // A page takes three round trips: the connection, the page, and its resources in parallel. Assumes that the next tap needs every byte.
  const network = (pages * ROUND_TRIPS * SLOW_3G.latency) / 1000 + bytes / SLOW_3G.downloadThroughput;
  expect(person + network).toBeLessThan(90);
  expect(errors).toEqual([]);

  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: -1,
  });
  // Restores the job for other tests.
  await page.goto(at('/dashboard', 'charity-ca'));
  await page.locator('#applications a[href*="/application/"]').first().click();
  await page.locator('#withdraw summary').click();
  await page.locator('#withdraw form button').click();
  await expect(page.locator('#withdraw')).toHaveCount(0);
});
