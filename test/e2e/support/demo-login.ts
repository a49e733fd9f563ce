import type { Page } from '@playwright/test';
import { at, type SiteName } from './browser-site';
import { SiteUnderTest } from '../../support/data/site';
import { DEMO_PASSWORD, HOSTS } from '../../support/products.mjs';
import { FormVisitor } from '../../support/visitors/form-visitor';

/** Logs in with a demo account: `applicant`, `recruiter`, `editor`, `admin`. @param home path prefix of a language, for example `/de` */
export async function logIn(page: Page, name: string, site: SiteName = 'default', home = ''): Promise<void> {
  await page.goto(at(`${home}/user/login`, site));
  await page.locator('#field-email').fill(`${name}@demo.causeboard.test`);
  await page.locator('#field-password').fill(DEMO_PASSWORD);
  await page.locator('#field-password').press('Enter');
  await page.waitForURL('**/dashboard*');
}

/** Like `logIn`, but without loading pages in the browser. The test opens the first page itself. */
export async function startSession(page: Page, name: string, site: SiteName = 'default', home = ''): Promise<void> {
  const visitor = await FormVisitor.loggedIn(new SiteUnderTest(process.env.TEST_EMBEDDED!, site), name, home);
  const place = { domain: HOSTS[site], path: '/', httpOnly: true };
  const cookies = visitor.allCookies().map(([key, value]) => Object.assign({ name: key, value }, place));
  await page.context().addCookies(cookies);
}

/** Logs out by deleting the cookies. Leaves the page first, because its script would notice the end of the session and load a page. */
export async function forgetSession(page: Page): Promise<void> {
  await page.goto('about:blank');
  await page.context().clearCookies();
}
