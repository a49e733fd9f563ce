import type { Page } from '@playwright/test';
import { at } from './browser-site';
import { logIn } from './demo-login';

export const QUESTION = 'When could you start?';

/** Path of the form of the demo recruiter's job that requires everything. */
export async function strictForm(page: Page): Promise<string> {
  const own = await page.context().browser()!.newContext();
  const recruiter = await own.newPage();
  await logIn(recruiter, 'recruiter');
  await recruiter.goto(at('/applications'));
  const lists = await recruiter
    .locator('main ul a')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')!));
  // Other tests apply for other jobs, which then come first in the list.
  for (const list of lists) {
    await recruiter.goto(at(list));
    const job = await recruiter.locator('main a[href*="/job/"]').first().getAttribute('href');
    const form = job!.replace('/job/', '/apply/');
    await recruiter.goto(at(form));
    if ((await recruiter.getByLabel(QUESTION).count()) === 0) continue;
    await own.close();
    return form;
  }
  throw new Error('no job of the demo recruiter asks for everything');
}
