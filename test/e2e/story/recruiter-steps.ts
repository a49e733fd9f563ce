import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { ChoiceField } from '../support/choice-field';
import { formButton } from '../support/form-button';
import { expect, type Person } from './person';

/** Path of a received application, in the languages of the sites. */
const RECEIVED = /\/(applications|bewerbungen|candidatures)\/\d+\//;

const goOn = (page: Page) => formButton(page, 'next').click();
const nextStep = (person: Person) => person.page.locator('section[aria-labelledby="next"] li').first();

/** Writes text with paragraphs: in the editor, or in the text area that replaces it without scripts. */
async function write({ page, story }: Person, field: string, text: string): Promise<void> {
  if (!story.scripts) return page.locator(`textarea#field-${field}`).fill(text);
  await page.locator(`#field-${field}[contenteditable="true"]`).click();
  await page.keyboard.type(text);
}

/** The mail links to the dashboard, which no longer says that an approval is pending. */
export async function hearOfOwnApproval(person: Person): Promise<void> {
  await person.followLink(await person.mailAbout('/dashboard'), /\/dashboard$/);
  await expect(nextStep(person).locator('a')).toBeVisible();
}

/** The organization from the registration gets a page, which is not public before its first job is reviewed. */
export async function introduceOrganization(person: Person, mission: string): Promise<void> {
  const { page } = person;
  await nextStep(person).locator('a[href$="/user/organization"]').click();
  await page.locator('main a[href*="/user/organization/edit"]').first().click();
  await page.locator('#field-mission').fill(mission);
  await goOn(page);
  await person.arrives('**step=about&*');
  await write(person, 'presentation', 'We look after old apple trees, and after those who pick the apples.');
  await goOn(page);
  await person.arrives('**step=links&*');
  await page.locator('main nav a[href*="step=preview"]').click();
  await expect(page.locator('[data-preview]')).toContainText(mission);
  await page.locator('main a[href$="/user/organization"]').first().click();
  for (const section of ['profile', 'about'])
    await expect(page.locator(`[data-section="${section}"]`)).toHaveAttribute('data-section-state', 'pending');
}

/** Fills in all steps of the form, previews the job, and submits it for review. */
export async function postJob(person: Person): Promise<void> {
  const { page, story } = person;
  await person.goTo('/dashboard');
  await page.locator('main a[href$="/job/wizard"]').first().click();
  await page.locator('#field-title').fill(story.title);
  await write(person, 'description', 'You prune, you pick, and you know when to leave a tree alone.');
  await goOn(page);
  await person.arrives('**step=company');
  await page.locator('#field-countryCode').selectOption(story.country);
  await page.locator('#field-locality').fill(story.town);
  await goOn(page);
  await person.arrives('**step=categories');
  await page.locator('input[type="checkbox"][name="employmentType"]').first().check();
  const occupations = new ChoiceField(page, 'occupationalField');
  if (story.scripts) await occupations.chooseAt(0);
  else await occupations.frame.getByRole('checkbox').first().check();
  await page.locator('#field-minSalary').fill('41000');
  await page.locator('#field-currencyCode').selectOption('EUR');
  await page.locator('#field-salaryUnit').selectOption('YEAR');
  await goOn(page);
  await person.arrives('**step=schedule');
  await goOn(page);
  await person.arrives('**step=application');
  await page.locator('#field-applicationWorkflow').selectOption('form');
  await page.locator('#field-applicationRequireCv').check();
  await goOn(page);
  await person.arrives('**step=preview');
  await expect(page.locator('[data-preview] #job-title')).toHaveText(story.title);
  // The organization's profile is not public before the job has been reviewed.
  await expect(page.locator('[data-preview] a[href*="/organization/"]')).toHaveCount(0);
  await page.locator('[data-job-moves] button[value="submit"]').click();
  await expect(page.locator('[data-job]')).toContainText(story.title);
}

/** The mail links to the public page of the job. */
export async function hearOfApproval(person: Person): Promise<void> {
  await person.followLink(await person.mailAbout('/job/'), /\/job\/\d+\//);
  await expect(person.page.locator('h1')).toHaveText(person.story.title);
}

/** The new application comes first on the dashboard, and the mail links to it: the letter, and the unchanged file. */
export async function readApplication(person: Person, applicant: Person, letter: string, file: Buffer): Promise<void> {
  const { page } = person;
  const mail = await person.mailAbout(applicant.name);
  expect(mail.replyTo?.map(({ address }) => address)).toEqual([applicant.email]);
  await person.goTo('/dashboard');
  await expect(nextStep(person).locator('h3')).toContainText('1');
  await expect(page.locator('#applications')).toContainText(person.story.title);
  await person.followLink(mail, RECEIVED);
  await expect(page.locator('main h1')).toHaveText(applicant.name);
  await expect(page.locator('#application')).toContainText(letter);
  const arriving = page.waitForEvent('download');
  await page.locator('#application a[download]').first().click();
  const download = await arriving;
  expect(download.suggestedFilename()).toBe('cv.pdf');
  expect((await readFile(await download.path())).equals(file)).toBe(true);
}

/** Uses the button for the next state, with a text from a template that is previewed before it is sent. */
export async function answer(person: Person, words: string): Promise<void> {
  const { page } = person;
  await page.locator('#move button[value="in_review"]').click();
  await expect(page.locator('#history li')).toHaveCount(2);
  await page.locator('#answer a[href*="template=invitation"]').click();
  await person.arrives('**template=invitation**');
  const body = page.locator('#answer textarea[name="body"]');
  const template = await body.inputValue();
  await body.fill(`${template.replaceAll('…', '9:30')}\n\n${words}`);
  await page.locator('#answer button[name="preview"]').click();
  await expect(page.locator('#answer section')).toContainText(words);
  await page.locator('#answer form[method="post"] button:not([name])').click();
  await expect(page.locator('#history')).toContainText(words);
  // Sends the mail at once, which would otherwise wait for ten minutes in which it can be undone.
  await page.locator('[data-delayed-mail] button[value="send"]').click();
  await expect(page.locator('[data-delayed-mail]')).toHaveCount(0);
}
