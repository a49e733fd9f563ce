import type { Locator } from '@playwright/test';
import { formButton } from '../support/form-button';
import { expectSound } from '../support/sound-page';
import { expect, type Person } from './person';

const NARROW = [{ width: 320 }, { width: 390 }];

/** Fills in both steps of the wizard, and makes the resume visible to recruiters. */
export async function writeResume(person: Person): Promise<void> {
  const { page, story } = person;
  await person.goTo('/resume/wizard/personal-info');
  await page.locator('[name="firstName"]').fill(person.firstName);
  await page.locator('[name="lastName"]').fill(person.lastName);
  await page.locator('[name="birthday"]').fill('1984-02-29');
  await page.locator('[name="homeLocation.1.countryCode"]').selectOption(story.country);
  await page.locator('[name="homeLocation.1.locality"]').fill(story.town);
  await page.locator('[name="homeLocation.1.zip"]').fill('V1Y 1A1');
  await page.locator('[name="homeLocation.1.addressLine1"]').fill('7 Orchard Lane');
  await formButton(page, 'next').click();
  await person.arrives('**/resume/wizard/job-preferences*');
  await page.locator('[name="title"]').fill(story.title);
  await formButton(page, 'next').click();
  await person.arrives(/\/resume(\?|$)/);
  const show = page.locator('#visibility button[value="yes"]');
  if ((await show.count()) > 0) await show.click();
  await expect(page.locator('#visibility button[value="no"]')).toBeVisible();
}

/** A message that is too long stays whole, and a note says by how much it is. */
async function expectNothingCut({ story }: Person, form: Locator): Promise<void> {
  if (!story.scripts) return;
  const text = 'x'.repeat(2014);
  await form.locator('textarea').focus();
  await expect(async () => {
    await form.locator('textarea').fill(text);
    await expect(form.locator('[data-too-long]')).toContainText('14', { timeout: 500 });
  }).toPass();
  await expect(form.locator('textarea')).toHaveValue(text);
}

/** From the search to the resume, which does not reveal its owner; the price is above the button. */
export async function askForContact(person: Person, applicant: Person): Promise<void> {
  const { page, story } = person;
  await person.goTo(`/resumes?search=${encodeURIComponent(story.title)}`);
  await page.locator('h2 a').filter({ hasText: story.title }).click();
  await person.arrives(/\/resume\/[0-9a-f-]{36}/);
  await expect(page.locator('main')).not.toContainText(applicant.lastName);
  const form = page.locator('form[data-contact-ask]');
  await expect(form.locator('[data-contact-balance]')).toContainText(/\d+ free|has \d+/);
  if (story.scripts) await expectSound(page, NARROW);
  await expectNothingCut(person, form);
  await form.locator('textarea').fill('We keep bees, and look for somebody who does too.');
  await form.locator('button').click();
  await expect(page.locator('[data-contact-state="pending"]')).toBeVisible();
}

/** The mail links to the page of requests, which requires a login. */
export async function approveContact(person: Person, password: string): Promise<void> {
  const { page } = person;
  await person.followLink(await person.mailAbout('would like to contact you'), /\/resume\/contacts$/);
  await page.locator('#field-email').fill(person.email);
  await page.locator('#field-password').fill(password);
  await page.locator('form[data-form="login"] button:not([type="button"])').click();
  await person.arrives('**/resume/contacts*');
  const request = page.locator('[data-contact-request="pending"]');
  await expect(request).toContainText('We keep bees');
  if (person.story.scripts) await expectSound(page);
  await request.locator('form[data-contact-action="approve"] button').click();
  await expect(page.locator('[data-contact-request="approved"]')).toBeVisible();
}

/** The resume now shows its owner's name; a message is sent from the list of contacts. */
export async function readContact(person: Person, applicant: Person, message: string): Promise<void> {
  const { page, story } = person;
  await person.followLink(await person.mailAbout(`Contact approved: ${story.title}`), /\/resume\/[0-9a-f-]{36}$/);
  for (const text of [applicant.name, '7 Orchard Lane']) await expect(page.locator('main')).toContainText(text);
  await expect(page.locator('main')).not.toContainText(applicant.email);
  const resume = page.url();
  await page.locator('[data-contact] a[href$="/contact-credits"]').click();
  const contact = page.locator('[data-contact-request="approved"]').filter({ hasText: story.title });
  await contact.locator('[data-contact-messages] > summary').click();
  if (story.scripts) await expectSound(page, NARROW);
  await expectNothingCut(person, contact.locator('form[data-contact-write]'));
  await contact.locator('form[data-contact-write] textarea').fill(message);
  // Pressed twice, with and without scripts, it sends one message.
  await contact.locator('form[data-contact-write] button').dblclick();
  await expect(page.locator('main [role="status"]').first()).toBeVisible();
  await page.goto(resume);
  await expect(page.locator('main')).toContainText(applicant.lastName);
}

/** The message arrived by mail without an address; the page shows who has seen the data, and has a button to revoke access. */
export async function revokeContact(person: Person, message: string): Promise<void> {
  const { page } = person;
  const mail = await person.mailAbout(message);
  expect(mail.raw).not.toContain('recruiter@demo');
  await person.followLink(mail, /\/resume\/contacts$/);
  const request = page.locator('[data-contact-request="approved"]');
  await expect(request.locator('[data-contact-messages] li')).toHaveText([new RegExp(message)]);
  await expect(request.locator('[data-contact-views]')).toHaveAttribute('data-contact-views', '2');
  await request.locator('form[data-contact-action="revoke"] button').click();
  await expect(page.locator('[data-contact-request="revoked"]')).toBeVisible();
}
