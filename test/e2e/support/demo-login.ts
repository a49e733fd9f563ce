import type { Page } from '@playwright/test';
import { at, type SiteName } from './browser-site';
import { DEMO_PASSWORD } from '../../support/products.mjs';

/** Logs in with a demo account: `applicant`, `recruiter`, `editor`, `admin`. @param home path prefix of a language, for example `/de` */
export async function logIn(page: Page, name: string, site: SiteName = 'default', home = ''): Promise<void> {
  await page.goto(at(`${home}/user/login`, site));
  await page.locator('#field-email').fill(`${name}@demo.causeboard.test`);
  await page.locator('#field-password').fill(DEMO_PASSWORD);
  await page.locator('#field-password').press('Enter');
  await page.waitForURL('**/dashboard*');
}

/** Logs out by deleting the cookies. Leaves the page first, because its script would notice the end of the session and load a page. */
export async function forgetSession(page: Page): Promise<void> {
  await page.goto('about:blank');
  await page.context().clearCookies();
}
