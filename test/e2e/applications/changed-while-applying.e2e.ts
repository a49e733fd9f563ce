import { expect, type Page, test } from '@playwright/test';
import { SiteUnderTest } from '../../support/data/site';
import { FormVisitor } from '../../support/visitors/form-visitor';
import { at } from '../support/browser-site';
import { axeViolations } from '../support/sound-page';

/** What the copied job would require otherwise. */
const NOTHING_REQUIRED = {
  applicationRequireCv: '',
  applicationRequireCoverLetter: '',
  applicationRequireQualifyingQuestions: '',
};

async function ask(recruiter: FormVisitor, id: string, questions: string, go: 'publish' | 'update'): Promise<void> {
  const step = (name: string) => `/job/wizard?job=${id}&step=${name}`;
  const asked = { applicationWorkflow: 'form', applicationQualifyingQuestions: questions, ...NOTHING_REQUIRED };
  await recruiter.send(step('application'), 'form[data-defined-form]', { ...asked, go: 'next' });
  expect((await recruiter.send(step('preview'), '[data-job-moves]', { go })).status).toBe(303);
}

/** Publishes a copy of one of the demo recruiter's jobs that asks one optional question, and opens its form. @returns its id */
async function openForm(page: Page, recruiter: FormVisitor, question: string): Promise<string> {
  const list = (await recruiter.page('/applications'))('main ul a[href*="/applications/"]').first().attr('href')!;
  const original = list.split('/').at(-1)!;
  const copied = await recruiter.send('/job-manager', '[data-job-actions]', { id: original, go: 'duplicate' });
  const id = /job=(\d+)/.exec(copied.headers.location!)![1]!;
  await ask(recruiter, id, question, 'publish');
  await page.goto(at(`/apply/${id}/x`));
  await page.getByLabel('First name').fill('Ann');
  await page.getByLabel('Last name').fill('Bell');
  await page.getByLabel('Email address').fill('ann@people.test');
  await page.getByLabel(question).fill('At once <or later>');
  await page.getByLabel('Cover letter').fill('I cook for many.');
  return id;
}

for (const javaScriptEnabled of [true, false])
  test.describe(javaScriptEnabled ? 'with scripts' : 'without scripts', () => {
    test.use({ javaScriptEnabled, viewport: { width: 390, height: 844 } });
    let recruiter: FormVisitor;

    test.beforeEach(async () => {
      test.slow();
      recruiter = await FormVisitor.loggedIn(new SiteUnderTest(process.env.TEST_EMBEDDED!), 'recruiter');
    });

    test('[APP-01] the answer to a question that is reworded meanwhile is quoted, and the next click sends the application', async ({
      page,
    }) => {
      const id = await openForm(page, recruiter, 'When are you free?');
      await ask(recruiter, id, 'When can you start?', 'update');
      await page.getByRole('button', { name: 'Send application' }).click();
      await expect(page.getByRole('alert').first()).toContainText('The employer has changed the questions');
      const lost = page.getByRole('region', { name: 'The employer has changed the questions' });
      await expect(lost.getByRole('term')).toHaveText('When are you free?');
      await expect(lost.getByRole('definition')).toHaveText('At once <or later>');
      await expect(page.getByLabel('Cover letter')).toHaveValue('I cook for many.');
      await expect(page.getByLabel('When can you start?')).toHaveValue('');
      if (javaScriptEnabled) expect(await axeViolations(page)).toEqual([]);
      await page.getByLabel('When can you start?').fill('Tomorrow');
      await page.getByRole('button', { name: 'Send application' }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your application is on its way');
    });

    test('[APP-01] what was typed can be copied if a reviewer takes the job offline meanwhile', async ({ page }) => {
      const id = await openForm(page, recruiter, 'When are you free?');
      const editor = await FormVisitor.loggedIn(new SiteUnderTest(process.env.TEST_EMBEDDED!), 'editor');
      const title = (await page.locator('h1 span').textContent())!;
      const list = `/admin/all-jobs?title=${encodeURIComponent(title)}&organization=&state=published`;
      const reason = 'It is not true.';
      const done = await editor.send(list, `[data-job="${id}"] [data-job-unpublish]`, { reason });
      expect(done.status).toBe(303);
      await page.getByRole('button', { name: 'Send application' }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('This job no longer takes applications');
      await expect(page.getByRole('term')).toHaveText(['When are you free?', 'Cover letter']);
      await expect(page.getByRole('definition')).toHaveText(['At once <or later>', 'I cook for many.']);
      await expect(page.getByRole('main')).not.toContainText(title);
      if (javaScriptEnabled) expect(await axeViolations(page)).toEqual([]);
      await page.getByRole('link', { name: 'Search for similar jobs' }).click();
      await expect(page.locator('[data-region="results"] h2 a').first()).toBeVisible();
      // Otherwise, the dashboard of the demo recruiter would say that a job was sent back.
      await recruiter.send(`/job/wizard?job=${id}&step=preview`, '[data-job-moves]', { go: 'submit' });
      expect((await editor.send(`/admin/job?job=${id}`, '[data-job-approve]')).status).toBe(303);
      await recruiter.send('/job-manager', '[data-job-actions]', { id, go: 'archive' });
    });
  });
