import { DEMO_PASSWORD } from '../../support/products.mjs';
import { expect, type Person } from './person';

export const PASSWORD = 'a long way to Tipperary';

/** From the home page by its links to a short form, until a mail is sent. */
export async function register(person: Person, role: 'recruiter' | 'applicant', organization?: string): Promise<void> {
  const { page } = person;
  await person.goTo('/');
  await page.locator('header a[data-login]').click();
  await page.locator(`main a[href*="/user/register/${role}"]`).click();
  await page.locator('#field-firstName').fill(person.firstName);
  await page.locator('#field-lastName').fill(person.lastName);
  if (organization) await page.locator('#field-organizationName').fill(organization);
  await page.locator('#field-email').fill(person.email);
  await page.locator('#field-password').fill(PASSWORD);
  await page.locator('#field-consent').check();
  await page.locator('form[data-form="register"] button:not([type="button"])').click();
  await person.arrives('**/user/check-mail?**');
}

/** Follows the link in the mail, in the browser of the registration, so that the password is not asked for again. */
export async function verify(person: Person): Promise<void> {
  const { page } = person;
  await person.followLink(await person.mailAbout('/user/verify'), /\/user\/verify\?/);
  await expect(page.locator('#field-password')).toHaveCount(0);
  await page.locator('form[data-form="verify"] button:not([type="button"])').click();
  await person.arrives('**/dashboard*');
  await expect(page.locator('main h1')).toContainText(person.firstName);
}

/** Logs in with a demo account. */
export async function logIn(person: Person): Promise<void> {
  const { page } = person;
  await person.goTo('/user/login');
  await page.locator('#field-email').fill(person.email);
  await page.locator('#field-password').fill(DEMO_PASSWORD);
  await page.locator('form[data-form="login"] button:not([type="button"])').click();
  await person.arrives('**/dashboard*');
}
