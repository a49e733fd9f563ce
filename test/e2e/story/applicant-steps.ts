import { expect, type Person } from './person';

const APPLY = 'a[href*="/apply/"], a[href*="/bewerben/"], a[href*="/postuler/"]';
/** Path of the applicant's application, in the languages of the sites. */
const OWN = /\/(application|bewerbung|candidature)\/[\w-]+/;

/** Finds the new job by the words of its title. */
export async function findJob(person: Person): Promise<void> {
  const { page, story } = person;
  const found = page.locator('[data-region="results"] h2 a').filter({ hasText: story.title });
  await expect(async () => {
    await person.goTo('/');
    await page.locator('form[role="search"] input[name="search"]').first().fill(story.title);
    await page.locator('form[role="search"] button[type="submit"]').first().click();
    await expect(found.first()).toBeVisible({ timeout: 2000 });
  }).toPass({ timeout: 20_000 });
  await found.first().click();
  await expect(page.locator('#job-title')).toHaveText(story.title);
}

/** The form knows the applicant; only the letter and the CV have to be added. */
export async function apply(person: Person, letter: string, file: Buffer): Promise<void> {
  const { page, story } = person;
  await page.locator(`main :is(${APPLY})`).first().click();
  await expect(page.locator('#field-firstName')).toHaveValue(person.firstName);
  await expect(page.locator('#field-emailAddress')).toHaveValue(person.email);
  await page.locator('#field-coverLetter').fill(letter);
  await page.locator('input[type="file"]').setInputFiles({ name: 'cv.pdf', mimeType: 'application/pdf', buffer: file });
  if (story.scripts) await expect(page.locator('[data-files-status]')).toContainText('cv.pdf');
  await page.locator('form[data-apply-form] button:not([type="button"])').click();
  await expect(page.locator('[data-application-sent]')).toBeVisible();
}

/** The answer arrives by mail, and is shown with the application and its state, on the dashboard too. */
export async function readAnswer(person: Person, words: string): Promise<void> {
  const { page, story } = person;
  const mail = await person.mailAbout(words);
  await person.followLink(mail, OWN);
  await expect(page.locator('#history')).toContainText(words);
  // Submitted, reviewed, answered, and the invitation in that answer.
  await expect(page.locator('#history li')).toHaveCount(4);
  await person.goTo('/dashboard');
  const own = page.locator('#applications li').filter({ hasText: story.title });
  await own.getByRole('link').click();
  await person.arrives(OWN);
  await expect(page.locator('#history')).toContainText(words);
}
