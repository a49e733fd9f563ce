import { expect, type Page, test } from '@playwright/test';
import { testWithClock } from '../support/open-page';
import { SiteUnderTest } from '../../support/data/site';
import { DEMO_PASSWORD } from '../../support/products.mjs';
import { FormVisitor } from '../../support/visitors/form-visitor';
import { at, collectErrors } from '../support/browser-site';
import { forgetSession, logIn, startSession } from '../support/demo-login';
import { axeViolations } from '../support/sound-page';
import { QUESTION, strictForm } from '../support/strict-form';

const PDF = { name: 'cv.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\nA letter.') };
const WIDTHS = [390, 820, 1440];

async function type(page: Page): Promise<void> {
  await page.getByLabel('First name').fill('Ann');
  await page.getByLabel('Last name').fill('Bell');
  await page.getByLabel('Email address').fill('ann@people.test');
  await page.getByLabel(QUESTION).fill('At once');
  await page.getByLabel('Cover letter').fill('I cook for many.');
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('[APP-01] [APP-02] a visitor applies with a PDF, which is uploaded before the form is submitted', async ({
    page,
  }) => {
    const errors = collectErrors(page);
    await page.goto(at(await strictForm()));
    await type(page);
    await page.locator('input[type="file"]').setInputFiles(PDF);
    await expect(page.locator('[data-file-list] li')).toContainText('cv.pdf');
    await expect(page.locator('[data-files-status]')).toContainText('cv.pdf uploaded');
    await page.getByRole('button', { name: 'Send application' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your application is on its way');
    await expect
      .poll(() => page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('application'))))
      .toEqual([]);
    expect(errors).toEqual([]);
  });

  test('[APP-02] a file of another type is refused with a reason, and not uploaded', async ({ page }) => {
    await page.goto(at(await strictForm()));
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/application-files')) sent.push(request.url());
    });
    const fake = { name: 'cv.pdf', mimeType: 'application/pdf', buffer: Buffer.from('MZ') };
    await page.locator('input[type="file"]').setInputFiles([fake, { ...fake, name: 'cv.exe' }]);
    await expect(page.locator('[data-files-refused]')).toContainText('cv.pdf could not be added');
    await expect(page.locator('[data-files-refused]')).toContainText('cv.exe could not be added');
    await expect(page.locator('[data-file-list] [data-file]')).toHaveCount(0);
    expect(sent).toEqual([]);
  });

  test('[APP-02] an application is not sent while a refused file is listed, and is sent after it has been removed', async ({
    page,
  }) => {
    await page.goto(at(await strictForm()));
    await type(page);
    const field = page.locator('input[type="file"]');
    await field.setInputFiles([PDF, { ...PDF, name: 'letter.exe' }]);
    await expect(page.locator('[data-files-status]')).toContainText('cv.pdf uploaded');
    const refused = page.locator('[data-refused-file]');
    await expect(refused).toContainText('letter.exe');
    await page.getByRole('button', { name: 'Send application' }).click();
    await expect(field).toBeFocused();
    expect(await field.evaluate((input: HTMLInputElement) => input.validationMessage)).toContain('letter.exe');
    // The server refuses the file too, and shows it again.
    await page.locator('form[data-apply-form]').evaluate((form: HTMLFormElement) => form.submit());
    await expect(page.getByRole('alert').filter({ hasText: 'Your application wasn’t sent' })).toContainText(
      'letter.exe',
    );
    await expect(page.locator('[data-file-list] [data-file]')).toContainText('cv.pdf');
    expect(await axeViolations(page)).toEqual([]);
    await refused.getByRole('button', { name: 'Remove' }).click();
    await expect(refused).toHaveCount(0);
    await expect(page.getByText('letter.exe')).toHaveCount(0);
    await page.getByRole('button', { name: 'Send application' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your application is on its way');
  });

  test('[APP-02] files chosen before the page’s script has loaded are checked and uploaded when it has', async ({
    page,
  }) => {
    let arrive = (): void => undefined;
    const arrived = new Promise<void>((resolve) => (arrive = resolve));
    await page.route('**/*.js', async (route) => {
      await arrived;
      await route.continue();
    });
    await page.goto(at(await strictForm()), { waitUntil: 'commit' });
    await page.locator('input[type="file"]').setInputFiles([{ ...PDF, buffer: Buffer.from('MZ') }, PDF]);
    arrive();
    await expect(page.locator('[data-files-refused]')).toContainText('cv.pdf could not be added');
    await expect(page.locator('[data-files-status]')).toContainText('cv.pdf uploaded');
  });

  test('[APP-02] the reason for refusing a file stays while another one is uploaded; an uploaded file can be removed after an error', async ({
    page,
  }) => {
    await page.goto(at(await strictForm()));
    await type(page);
    await page.locator('input[type="file"]').setInputFiles([{ ...PDF, buffer: Buffer.from('MZ') }, PDF]);
    await expect(page.locator('[data-files-status]')).toContainText('cv.pdf uploaded');
    await expect(page.locator('[data-files-refused]')).toContainText('cv.pdf could not be added');
    await page.locator('[data-refused-file]').getByRole('button', { name: 'Remove' }).click();
    // Only the server checks this field.
    await page.getByLabel('Cover letter').fill('');
    await page.locator('form[data-apply-form]').evaluate((form: HTMLFormElement) => form.submit());
    await expect(page.getByRole('link', { name: 'Cover letter: Field is required' })).toBeVisible();
    await expect(page.locator('[data-file-list] li')).toHaveText(/cv\.pdf/);
    await page.getByLabel('Cover letter').fill('I cook for many.');
    await page.getByRole('button', { name: 'Remove' }).click();
    await expect(page.locator('[data-file-list] li')).toHaveCount(0);
    await page.getByRole('button', { name: 'Send application' }).click();
    // The job requires a CV again.
    await expect(page.locator('input[type="file"]:invalid')).toBeVisible();
  });

  testWithClock(
    '[WCAG-01] the buttons of a file are named after it, and the focus stays at a file that is uploaded again',
    async ({ page }) => {
      await page.clock.install();
      const path = await strictForm();
      await page.route('**/application-files?**', (route) => route.abort());
      await page.goto(at(path));
      await page.locator('input[type="file"]').setInputFiles([PDF, { ...PDF, name: 'letter.pdf' }]);
      const remove = page.getByRole('button', { name: 'Remove: letter.pdf', exact: true });
      const again = page.getByRole('button', { name: 'Try again: letter.pdf', exact: true });
      await expect(remove).toBeVisible();
      // Uploading is tried several times.
      await expect.poll(async () => (await page.clock.runFor(1000), again.isVisible())).toBe(true);
      await page.unroute('**/application-files?**');
      await again.press('Enter');
      await expect(remove).toBeFocused();
      await expect(page.locator('[data-files-status]')).toContainText('letter.pdf uploaded');
      await expect(page.getByRole('button', { name: 'Remove: cv.pdf', exact: true })).toBeVisible();
    },
  );

  test('[APP-02] files are uploaded, and the application is sent, after a tab that was opened at once has got another token', async ({
    page,
    context,
  }) => {
    const form = at(await strictForm());
    await page.goto(form);
    await context.clearCookies({ name: /csrf/ });
    const other = await context.newPage();
    await other.goto(form);
    await type(page);
    await page.locator('input[type="file"]').setInputFiles([PDF, { ...PDF, name: 'letter.pdf' }]);
    await expect(page.locator('[data-file-list] [data-file] input:enabled')).toHaveCount(2);
    await expect(page.locator('[data-files-refused]')).toBeEmpty();
    await page.getByRole('button', { name: 'Send application' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your application is on its way');
  });

  test('[APP-01] [APP-02] what is typed survives a reload and a lost connection', async ({ page }) => {
    await page.goto(at(await strictForm()));
    await type(page);
    await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).toContain('I cook for many.');
    await page.reload();
    await expect(page.getByLabel('Cover letter')).toHaveValue('I cook for many.');
    await expect(page.locator('[data-draft-restored]')).toBeVisible();
    let dropped = 0;
    await page.route('**/application-files?**', async (route) => {
      dropped += 1;
      if (dropped === 2) await route.abort();
      else await route.continue();
    });
    const buffer = Buffer.concat([PDF.buffer, Buffer.alloc(1_200_000, 1)]);
    await page.locator('input[type="file"]').setInputFiles({ ...PDF, buffer });
    // Submitted during the upload, the form waits for the file.
    await page.getByRole('button', { name: 'Send application' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your application is on its way');
    expect(dropped).toBe(4);
  });

  test('[APP-01] [APP-02] what was typed before a login is in the form after it, and is not shown to others after a logout', async ({
    page,
  }) => {
    const form = at(await strictForm());
    await page.goto(form);
    await page.getByLabel('First name').fill('Nobody');
    await page.getByLabel(QUESTION).fill('At once');
    await page.getByLabel('Cover letter').fill('I cook for many.');
    await page.locator('input[type="file"]').setInputFiles(PDF);
    await expect(page.locator('[data-files-status]')).toContainText('cv.pdf uploaded');
    await page.locator('header a[data-login]').click();
    await page.locator('#field-email').fill('editor@demo.causeboard.test');
    await page.locator('#field-password').fill(DEMO_PASSWORD);
    await page.locator('#field-password').press('Enter');
    await page.waitForURL('**/apply/**');
    // The second time, the draft is that of the user.
    for (const times of ['once', 'again']) {
      await expect(page.getByLabel('Cover letter'), times).toHaveValue('I cook for many.');
      await expect(page.getByLabel(QUESTION)).toHaveValue('At once');
      await expect(page.locator('[data-file-list] [data-file]')).toHaveText(/cv\.pdf/);
      await expect(page.locator('[data-draft-restored]')).toBeVisible();
      // The account has filled in these.
      await expect(page.getByLabel('First name')).toHaveValue(/^(?!Nobody$)./);
      await expect(page.getByLabel('Last name')).toHaveValue(/./);
      await expect(page.getByLabel('Email address')).toHaveValue('editor@demo.causeboard.test');
      await page.goto('about:blank');
      await page.goto(form);
    }
    await forgetSession(page);
    await page.goto(form);
    // The script of the form is running when it reports a file.
    await page.locator('input[type="file"]').setInputFiles({ ...PDF, name: 'other.pdf' });
    await expect(page.locator('[data-files-status]')).toContainText('other.pdf uploaded');
    await expect(page.getByLabel('Cover letter')).toHaveValue('');
    await expect(page.locator('[data-file-list] [data-file]')).toHaveCount(1);
  });

  test('[APP-01] stored answers stay at their questions when the employer adds another question', async ({ page }) => {
    const recruiter = await FormVisitor.loggedIn(new SiteUnderTest(process.env.TEST_EMBEDDED!), 'recruiter');
    const original = (await strictForm()).split('/')[2]!;
    const copied = await recruiter.send('/job-manager', '[data-job-actions]', { id: original, go: 'duplicate' });
    const id = /job=(\d+)/.exec(copied.headers.location!)![1]!;
    const ask = async (questions: string, go: string) => {
      const asked = { applicationWorkflow: 'form', applicationQualifyingQuestions: questions, go: 'next' };
      await recruiter.send(`/job/wizard?job=${id}&step=application`, 'form[data-defined-form]', asked);
      const done = await recruiter.send(`/job/wizard?job=${id}&step=preview`, '[data-job-moves]', { go });
      expect(done.status).toBe(303);
    };
    const open = async () => {
      await page.goto(at('/jobs'));
      await page.goto(at(`/apply/${id}/x`));
    };
    await ask('Do you drive?', 'publish');
    await open();
    await page.getByLabel('Do you drive?').fill('Every day');
    await page.getByLabel('Cover letter').fill('I cook for many.');
    await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).toContain('I cook for many.');
    await ask('Do you sail?\nDo you drive?', 'update');
    await open();
    await expect(page.getByLabel('Do you drive?')).toHaveValue('Every day');
    await expect(page.getByLabel('Do you sail?')).toHaveValue('');

    // The questions of answers that an earlier version has stored are unknown.
    await page.evaluate(() => {
      const key = Object.keys(localStorage).find((name) => name.startsWith('causeboard-application-'))!;
      const values = { answer1: 'Every day', coverLetter: 'I cook for more.' };
      localStorage.setItem(key, JSON.stringify({ at: Date.now(), values }));
    });
    await open();
    await expect(page.getByLabel('Cover letter')).toHaveValue('I cook for more.');
    await expect(page.getByLabel('Do you sail?')).toHaveValue('');
  });

  testWithClock(
    '[APP-02] an uploaded file survives a reload for an hour, and is then asked for by name',
    async ({ page }) => {
      await page.goto(at(await strictForm()));
      await type(page);
      const files = page.locator('[data-file-list] [data-file]');
      const field = page.locator('input[type="file"]');
      const note = page.locator('[data-draft-restored]');
      await field.setInputFiles(PDF);
      await expect(page.locator('[data-files-status]')).toContainText('cv.pdf uploaded');
      const now = Date.now();
      await page.clock.setFixedTime(now + 61 * 60_000);
      for (let times = 0; times < 2; times += 1) {
        await page.reload();
        await expect(note).toContainText('Please choose your files again: cv.pdf.');
        await expect(files).toHaveCount(0);
      }
      await page.clock.setFixedTime(now);
      await field.setInputFiles(PDF);
      await expect(page.locator('[data-files-status]')).toContainText('cv.pdf uploaded');
      await page.reload();
      await expect(note).toBeVisible();
      await expect(note).not.toContainText('choose your files again');
      await expect(files).toHaveText(/cv\.pdf/);
      await page.getByRole('button', { name: 'Send application' }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your application is on its way');
    },
  );

  test('[APP-02] starting again removes restored files', async ({ page }) => {
    await page.goto(at(await strictForm()));
    await type(page);
    await page.locator('input[type="file"]').setInputFiles(PDF);
    await expect(page.locator('[data-files-status]')).toContainText('cv.pdf uploaded');
    await page.reload();
    await expect(page.locator('[data-file-list] li')).toHaveText(/cv\.pdf/);
    await page.getByRole('button', { name: 'Start again' }).click();
    await expect(page.locator('[data-file-list] li')).toHaveCount(0);
    await page.reload();
    await expect(page.locator('[data-draft-restored]')).toBeHidden();
    await expect(page.locator('[data-file-list] li')).toHaveCount(0);
  });

  test('[APP-02] a file that is chosen a second time replaces the first one', async ({ page }) => {
    await page.goto(at(await strictForm()));
    const other = { ...PDF, buffer: Buffer.from('%PDF-1.7\nAnother letter.') };
    for (const file of [PDF, PDF, other]) {
      await page.locator('input[type="file"]').setInputFiles(file);
      await expect(page.locator('[data-file-list] input[value]:enabled').last()).toHaveValue(/./);
      await expect(page.locator('[data-file-list] progress')).toHaveCount(0);
    }
    // Another file of the same name is kept.
    await expect(page.locator('[data-file-list] [data-file]')).toHaveCount(2);
  });
});

test('[APP-01] [REC-05] the new pages pass axe at three widths', async ({ page }) => {
  test.slow();
  const form = await strictForm();
  const look = async (path: string) => {
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(at(path));
      expect({ path, width, faults: await axeViolations(page) }).toEqual({ path, width, faults: [] });
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect({ path, width, overflow }).toEqual({ path, width, overflow: Math.min(overflow, 0) });
    }
  };
  await look(form);
  await look(`${form}?notice=sent`);
  await logIn(page, 'recruiter');
  await look('/applications');
  const list = (await page.locator('main ul a').first().getAttribute('href'))!;
  await look('/applications/templates');
  await look(`${list}/board`);
  await look(`${list}/print`);
  await look(list);
  const one = (await page.locator('main ul a').last().getAttribute('href'))!;
  await look(`${one}?template=invitation`);
  await forgetSession(page);
  await logIn(page, 'applicant');
  await look('/dashboard');
  const own = (await page.locator('#applications a[href*="/application/"]').first().getAttribute('href'))!;
  await look(own);
});

test('[APP-01] cards show which jobs the user has applied for, also those loaded later, until the application is withdrawn', async ({
  page,
}) => {
  await startSession(page, 'applicant');
  await page.goto(at('/jobs?page=2'));
  const titles = page.locator('[data-region="results"] li a[data-job]');
  const job = await titles.evaluateAll(async (links) => {
    // Starts in the middle of the page, so that the job stays on it when other tests publish and close jobs.
    for (const link of [...links.slice(links.length / 2), ...links.slice(0, links.length / 2)] as HTMLAnchorElement[]) {
      const text = await (await fetch(link.href)).text();
      const way = /href="([^"]*\/apply\/[^"]*)"/.exec(text)?.[1];
      if (way) return { id: link.dataset.job!, title: link.textContent, way };
    }
    return undefined;
  });
  expect(job).toBeDefined();
  const card = page.locator('[data-region="results"] li').filter({ has: page.locator(`a[data-job="${job!.id}"]`) });
  await expect(card.locator('[data-applied-mark]')).toHaveCount(0);
  await page.goto(at(job!.way));
  await page.getByLabel('Send my resume from this site (PDF)').uncheck();
  await page.getByRole('button', { name: 'Send application' }).click();
  await expect(page.getByRole('heading', { name: 'Send without a resume and a cover letter?' })).toBeFocused();
  expect(await axeViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Send without them' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your application is on its way');
  await page.goto(at('/jobs'));
  await page.getByRole('link', { name: 'Next', exact: true }).click();
  await expect(card.locator('[data-applied-mark]')).toContainText('Applied on');
  await page.goto(at(job!.way));
  await page.getByText('Withdraw this application').click();
  await page.getByRole('button', { name: 'Withdraw application' }).click();
  await expect(page.getByText('You have withdrawn your application.')).toBeVisible();
  // The script of this page reads the list again, which the next pages use.
  await page.waitForFunction(
    (id) => !(sessionStorage.getItem('applied-jobs') ?? `"${id}"`).includes(`"${id}"`),
    job!.id,
  );
  await page.goto(at('/jobs?page=2'));
  await expect(card).toBeVisible();
  await expect(card.locator('[data-applied-mark]')).toHaveCount(0);
});
