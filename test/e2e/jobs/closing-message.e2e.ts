import { expect, test } from '@playwright/test';
import { at, collectErrors } from '../support/browser-site';
import { DEMO_PASSWORD } from '../../support/products.mjs';
import { axeViolations } from '../support/sound-page';

const WIDTHS = [390, 820, 1440];

test('[REC-03] [REC-05] before a job is archived, the employer sees who gets the closing message and what it looks like', async ({
  page,
}) => {
  test.slow();
  const errors = collectErrors(page);
  await page.goto(at('/user/login'));
  await page.getByLabel('Email').fill('recruiter@demo.causeboard.test');
  await page.locator('input[name="password"]').fill(DEMO_PASSWORD);
  await page.locator('form[data-form="login"] button[type="submit"]').click();
  await expect(page).toHaveURL(at('/dashboard'));
  await page.goto(at('/applications'));
  const list = (await page.locator('main ul a').first().getAttribute('href'))!;
  const path = `/job-manager/close?job=${list.split('/').at(-1)!}`;
  await page.goto(at(path));
  const waiting = page.locator('[data-closing-recipients] li');
  await expect(waiting.first()).toBeVisible();
  await expect(page.locator('#recipients h2')).toContainText(String(await waiting.count()));
  await page.getByLabel('Subject').first().fill('We are done choosing');
  await page.getByRole('button', { name: 'Preview' }).click();
  const preview = page.locator('[data-closing-preview]').first();
  await expect(preview.getByRole('heading')).toHaveText('We are done choosing');
  await expect(preview).not.toContainText('{name}');
  await expect(page.getByLabel('Subject').first()).toHaveValue('We are done choosing');
  // What was not sent is still there when the page is opened again.
  await page.getByRole('textbox', { name: 'Message', exact: true }).first().fill('Thank you, {name}.');
  await page.getByRole('link', { name: 'Your jobs' }).first().click();
  await page.waitForURL('**/job-manager');
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(at(path));
    await expect(page.getByLabel('Subject').first()).toHaveValue('We are done choosing');
    await expect(page.getByRole('textbox', { name: 'Message', exact: true }).first()).toHaveValue('Thank you, {name}.');
    expect({ width, faults: await axeViolations(page) }).toEqual({ width, faults: [] });
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect({ width, overflow: Math.max(overflow, 0) }).toEqual({ width, overflow: 0 });
  }
  expect(errors).toEqual([]);
});
