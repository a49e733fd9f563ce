import { expect, type Page } from '@playwright/test';
import { SiteUnderTest } from '../../support/data/site.js';
import { DEMO_PASSWORD } from '../../support/products.mjs';
import { Applicant, TYPED } from '../../support/visitors/applicant.js';
import { StoryWorld } from '../../support/worlds/story-world.js';
import { collectErrors } from '../support/browser-site';
import { type OpenPage, test } from '../support/open-page';
import { expectSound } from '../support/sound-page';

const PDF = Buffer.from('%PDF-1.7\nA letter.');
const DAY_MS = 86_400_000;
/** Together with the demo applicant, there are thirty applicants. */
const OTHERS = Array.from({ length: 29 }, (_none, at) => `Person${String(at + 1).padStart(2, '0')}`);
const READ = OTHERS.slice(0, 3);

test.describe.configure({ mode: 'default', timeout: 120_000 });

test.describe('hiring', () => {
  let world: StoryWorld;
  let list: string;
  let own: string;
  test.beforeAll(async () => {
    test.setTimeout(240_000);
    world = await StoryWorld.start('in the process');
    const site = new SiteUnderTest(new URL(world.at('default', '/')).origin);
    const known = await Applicant.known(site, 'applicant');
    own = (await known.page('/dashboard'))('#applications a[href*="/application/"]').last().attr('href')!;
    const job = (await known.page(own))('main a[href*="/job/"]').first().attr('href')!;
    list = `/applications/${job.split('/')[2]!}`;
    for (const lastName of OTHERS) {
      const values = { ...TYPED, firstName: 'Pat', lastName, emailAddress: `${lastName.toLowerCase()}@many.test` };
      const sent = await new Applicant(site).apply(job.replace('/job/', '/apply/'), values, [['cv.pdf', PDF]]);
      expect(sent.status).toBe(303);
    }
  });
  test.afterAll(() => world.stop());

  async function enter(openPage: OpenPage, name: string, javaScriptEnabled = true): Promise<Page> {
    const page = await openPage({ timezoneId: 'America/Toronto', javaScriptEnabled });
    await page.goto(world.at('default', '/user/login'));
    await page.locator('#field-email').fill(`${name}@demo.causeboard.test`);
    await page.locator('#field-password').fill(DEMO_PASSWORD);
    await page.locator('#field-password').press('Enter');
    await page.waitForURL('**/dashboard*');
    return page;
  }

  /** Starts the action chosen in the form below the list, and waits until it is complete. */
  async function startAndFinish(page: Page, count: number): Promise<void> {
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await expect(page.getByText('We’re working through the applications.')).toBeVisible();
    await expect(async () => {
      const again = page.getByRole('link', { name: 'Show the current state' });
      if (await again.isVisible()) await again.click();
      const finished = page.locator('[data-bulk="finished"]', { hasText: `All ${count} selected applications` });
      await expect(finished).toBeVisible({ timeout: 500 });
    }).toPass({ timeout: 20_000 });
  }

  test('[REC-05] a recruiter works through thirty applications, with notes, an answer to many, an interview and a hire', async ({
    openPage,
  }) => {
    const recruiter = await enter(openPage, 'recruiter');
    const errors = collectErrors(recruiter);
    const status = recruiter.locator('main [role="status"]').first();

    // Some applications are read one after another, each with a note.
    await recruiter.goto(world.at('default', `${list}?search=Person&sorting=name`));
    await recruiter.getByRole('link', { name: `Pat ${READ[0]!}` }).click();
    for (const [at, name] of READ.entries()) {
      await expect(recruiter.getByRole('heading', { level: 1 })).toContainText(name);
      await recruiter.getByLabel('New note').fill(`Has cooked for many, number ${at + 1}.`);
      // Pressed twice, it saves one note.
      await recruiter.getByRole('button', { name: 'Save note' }).dblclick();
      await expect(status).toContainText('Your note is saved.');
      await recruiter.getByRole('link', { name: 'Next applicant' }).click();
    }
    await recruiter.getByRole('link', { name: 'Back to the list' }).click();
    await expect(recruiter.getByText('1 note', { exact: true })).toHaveCount(READ.length);

    // These applicants stay in the process; all others are answered.
    for (const name of READ) await recruiter.getByLabel(`Select Pat ${name}`).check();
    await recruiter.getByLabel('Status afterwards').selectOption('in_review');
    await startAndFinish(recruiter, READ.length);
    await recruiter.goto(world.at('default', `${list}?search=Person&state=new`));
    const others = OTHERS.length - READ.length;
    await recruiter.getByLabel(`All ${others} applications that are listed, on all pages`).check();
    await recruiter.getByLabel('Status afterwards').selectOption('declined');
    await recruiter.getByLabel(/^Subject/).fill('Your application to {{organization}}');
    await recruiter
      .getByRole('textbox', { name: 'Message', exact: true })
      .fill('Dear {{first_name}},\n\nwe have chosen somebody else.');
    await recruiter.getByRole('button', { name: 'Preview' }).click();
    await expect(recruiter.locator('[data-bulk-preview]')).toContainText(`${others} applications`);
    await startAndFinish(recruiter, others);
    await recruiter.goto(world.at('default', `${list}?search=${OTHERS.at(-1)!}`));
    await recruiter.getByRole('button', { name: 'Send now' }).click();
    const declined = await world.smtp.mailTo(`${OTHERS.at(-1)!.toLowerCase()}@many.test`, 2);
    expect(declined.text).toContain('Dear Pat,');

    // One applicant has an interview and is hired.
    const page = `${list}/${own.split('/').at(-1)!}`;
    await recruiter.goto(world.at('default', page));
    await recruiter.getByRole('link', { name: 'Propose interview times' }).click();
    const time = `${new Date(Date.now() + 2 * DAY_MS).toISOString().slice(0, 10)}T14:30`;
    await recruiter.getByLabel('Time 1').fill(time);
    await recruiter.getByLabel('Place or link').fill('Our kitchen');
    await recruiter.getByRole('button', { name: 'Propose these times' }).click();
    await recruiter.goto(world.at('default', page));
    await recruiter.getByRole('button', { name: 'Send now' }).click();
    const proposal = await world.smtp.mailTo('applicant@demo.causeboard.test');
    const applicant = await enter(openPage, 'applicant');
    await applicant.goto(proposal.links.find((link) => link.includes('/application/'))!);
    await applicant.getByRole('radio').first().check();
    await applicant.getByRole('button', { name: 'Take this time' }).click();
    await expect(applicant.locator('#interview')).toContainText('Your interview is arranged.');
    await recruiter.goto(world.at('default', page));
    await expect(recruiter.locator('#interview')).toContainText('The interview is arranged.');
    await recruiter.getByRole('button', { name: 'Move to offer' }).click();
    await expect(status).toContainText('The status has been changed.');
    await recruiter.getByRole('button', { name: 'Mark as hired' }).click();
    await expect(recruiter.getByRole('button', { name: 'Mark as hired' })).toHaveCount(0);
    await recruiter.goto(world.at('default', `${list}?state=hired`));
    await expect(recruiter.locator('main input[name="application"]')).toHaveCount(1);
    expect(errors).toEqual([]);
  });

  test('[REC-05] text that was not sent is still there after another form of the page, and a template asks first', async ({
    openPage,
  }) => {
    const page = await enter(openPage, 'recruiter');
    const errors = collectErrors(page);
    const status = page.locator('main [role="status"]').first();
    await page.goto(world.at('default', `${list}/${own.split('/').at(-1)!}`));
    const subject = page.getByLabel(/^Subject/);
    const body = page.getByRole('textbox', { name: 'Message', exact: true });
    const note = page.getByLabel('New note');
    await subject.fill('Half an answer');
    await body.fill('Dear friend,');
    await note.fill('A note.');
    await page.getByRole('button', { name: 'Save note' }).click();
    await expect(status).toContainText('Your note is saved.');
    await expect(subject).toHaveValue('Half an answer');
    await expect(body).toHaveValue('Dear friend,');
    await expect(note).toHaveValue('');

    await note.fill('Half a note');
    await page.getByRole('button', { name: 'Preview' }).click();
    await expect(page.getByRole('region', { name: 'Preview' })).toContainText('Half an answer');
    await expect(note).toHaveValue('Half a note');
    await page.getByLabel('New tag').fill('cook');
    await page.getByRole('button', { name: 'Add tag' }).click();
    await expect(page.getByRole('region', { name: 'Preview' })).toHaveCount(0);
    await expect(subject).toHaveValue('Half an answer');
    await expect(note).toHaveValue('Half a note');

    const questions: string[] = [];
    let isAccepted = false;
    page.on('dialog', (dialog) => {
      questions.push(dialog.message());
      void (isAccepted ? dialog.accept() : dialog.dismiss());
    });
    const template = page.getByRole('link', { name: 'Ask a question' });
    await template.click();
    await expect(body).toHaveValue('Dear friend,');
    isAccepted = true;
    await template.click();
    await page.waitForURL('**template=question*');
    await expect(body).not.toHaveValue('Dear friend,');
    expect(questions).toEqual(Array(2).fill('Replace what you’ve typed with this template?'));
    // The text of a template is not typed, so another one replaces it without a question.
    await page.getByRole('link', { name: 'Invite to an interview' }).click();
    await page.waitForURL('**template=invitation*');
    await expect(note).toHaveValue('Half a note');
    await body.fill('We would like to meet you.');
    await page.getByRole('button', { name: 'Send email' }).click();
    await expect(status).toContainText('Your answer is ready');
    await expect(body).toHaveValue('');
    await expect(note).toHaveValue('Half a note');
    expect(questions).toHaveLength(2);
    expect(errors).toEqual([]);
  });

  test('[REC-05] text that has not arrived is still there: offline, after an interrupted request, and after the session has ended', async ({
    openPage,
  }) => {
    const page = await enter(openPage, 'recruiter');
    const status = page.locator('main [role="status"]').first();
    const address = world.at('default', `${list}/${own.split('/').at(-1)!}`);
    await page.goto(address);
    const note = page.getByLabel('New note');
    const send = page.getByRole('button', { name: 'Save note' });
    const text = 'Has cooked for many, and writes well.';
    await note.fill(text);
    await expect.poll(() => page.evaluate(() => JSON.stringify(sessionStorage))).toContain(text);

    await page.context().setOffline(true);
    await send.click();
    await expect(page.locator('#offline')).toContainText('Nothing is lost');
    await page.context().setOffline(false);
    await page.reload();
    await expect(note).toHaveValue(text);

    await page.route(address, (route) =>
      route.request().method() === 'POST' ? route.abort('connectionreset') : route.continue(),
    );
    await send.click();
    await expect(note).toHaveCount(0);
    await page.unroute(address);
    // Its answer prolongs the session: after the cookies have been deleted, it would set them again.
    const asked = page.waitForResponse('**/api/auth/session');
    await page.goto(address);
    await expect(note).toHaveValue(text);
    await asked;

    await page.context().clearCookies();
    await send.click();
    await expect(note).toHaveCount(0);
    await page.goto(world.at('default', '/user/login'));
    await page.locator('#field-email').fill('recruiter@demo.causeboard.test');
    await page.locator('#field-password').fill(DEMO_PASSWORD);
    await page.locator('#field-password').press('Enter');
    await page.waitForURL('**/dashboard*');
    await page.goto(address);
    await expect(note).toHaveValue(text);

    await send.click();
    await expect(status).toContainText('Your note is saved.');
    await expect(note).toHaveValue('');
    await page.reload();
    await expect(page.locator('[data-notes]')).toContainText(text);
    await expect(note).toHaveValue('');
    await page.goBack();
    await page.goForward();
    await page.reload();
    await expect(note).toHaveValue('');

    const tag = page.getByLabel('New tag');
    await tag.fill('singer');
    await page.getByRole('button', { name: 'Add tag' }).click();
    await expect(status).toContainText('The tags are saved.');
    await expect(tag).toHaveValue('');
    await tag.fill('baker');
    await page.getByRole('button', { name: 'Remove the tag singer' }).click();
    await expect(status).toContainText('The tag is removed.');
    await expect(tag).toHaveValue('baker');
  });

  test('[REC-05] a message to many is still there after another form of the page, but nobody is selected', async ({
    openPage,
  }) => {
    const page = await enter(openPage, 'recruiter');
    const errors = collectErrors(page);
    await page.goto(world.at('default', `${list}?search=${READ[0]!}`));
    const body = page.getByRole('textbox', { name: 'Message', exact: true });
    const all = page.getByLabel(/that (is|are) listed, on all pages$/);
    await page.getByLabel(/^Subject/).fill('Half a message');
    await body.fill('Dear {{first_name}},');
    await all.check();
    await page.getByRole('button', { name: 'Save choice' }).click();
    await expect(page.locator('main [role="status"]').first()).toContainText('Your choice of recipients is saved.');
    await expect(body).toHaveValue('Dear {{first_name}},');
    await expect(all).not.toBeChecked();
    await all.check();
    await page.getByRole('button', { name: 'Preview' }).click();
    await expect(page.locator('[data-bulk-preview]')).toContainText('Half a message');
    await page.goto(world.at('default', `${list}?search=${READ[0]!}`));
    await expect(body).toHaveValue('Dear {{first_name}},');
    await all.check();
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await expect(page.getByText('We’re working through the applications.')).toBeVisible();
    await expect(body).toHaveValue('');
    expect(errors).toEqual([]);
  });

  test('[REC-05] in the list, answers and states are below the name, not below the checkbox', async ({ openPage }) => {
    const page = await enter(openPage, 'recruiter');
    await page.goto(world.at('default', list));
    const row = page.locator('main li:has(input[name="application"]):has(dl)').first();
    const left = async (inner: string) => (await row.locator(inner).first().boundingBox())!.x;
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await left('dl dt')).toBeCloseTo(await left('a'), 0);
    }
    expect(await left(':scope > span')).toBeCloseTo(await left('a'), 0);
  });

  test('[REC-05] email notifications are chosen by keyboard and without scripts, on a narrow screen too', async ({
    openPage,
  }) => {
    const narrow = [{ width: 1440 }, { width: 320 }];
    const page = await enter(openPage, 'recruiter');
    const errors = collectErrors(page);
    await page.goto(world.at('default', `${list}#recipients`));
    const member = page.locator('#recipients input[name="member"]').first();
    await expectSound(page, narrow);
    await member.focus();
    await page.keyboard.press('Space');
    await page.getByRole('button', { name: 'Save choice' }).focus();
    await page.keyboard.press('Enter');
    await expect(page.locator('main [role="status"]').first()).toContainText('Your choice of recipients is saved.');
    await expect(member).toBeChecked();
    await page.getByRole('link', { name: 'Choose which emails I get' }).press('Enter');
    const settings = page.locator('#recruiting-mails');
    await expect(settings).toBeInViewport();
    await expect(settings.getByLabel(/^On Mondays/)).toBeChecked();
    await expectSound(page, narrow);
    await settings.getByLabel(/^On Mondays/).focus();
    await page.keyboard.press('ArrowDown');
    await settings.getByRole('button', { name: 'Save' }).focus();
    await page.keyboard.press('Enter');
    await expect(page.locator('main [role="status"]').first()).toContainText('Your choice of emails is saved.');
    expect(errors).toEqual([]);

    const plain = await enter(openPage, 'recruiter', false);
    await plain.goto(world.at('default', '/user/settings#recruiting-mails'));
    const form = plain.locator('#recruiting-mails');
    await expect(form.getByLabel(/^Every working day/)).toBeChecked();
    await form.getByLabel('Never').check();
    await form.getByLabel('Email me about each application').uncheck();
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(plain.locator('main [role="status"]').first()).toContainText('Your choice of emails is saved.');
    await expect(form.getByLabel('Never')).toBeChecked();
    await plain.goto(world.at('default', list));
    await expect(plain.locator('#recipients')).toContainText('gets no such emails');
  });
});
