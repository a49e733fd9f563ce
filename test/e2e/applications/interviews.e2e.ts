import { type BrowserContextOptions, expect, type Page } from '@playwright/test';
import { DEMO_PASSWORD } from '../../support/products.mjs';
import { StoryWorld } from '../../support/worlds/story-world.js';
import { collectErrors } from '../support/browser-site';
import { type OpenPage, test } from '../support/open-page';
import { expectSound } from '../support/sound-page';

const DAY_MS = 86_400_000;
const NARROW = [{ width: 1440 }, { width: 320 }];

/** @returns the value of a time field: 14:30 in the given number of days */
function timeIn(days: number): string {
  return `${new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)}T14:30`;
}

test.describe.configure({ mode: 'default', timeout: 120_000 });

test.describe('interviews', () => {
  let world: StoryWorld;
  test.beforeAll(async () => {
    test.setTimeout(240_000);
    world = await StoryWorld.start('in the process');
  });
  test.afterAll(() => world.stop());

  async function enter(openPage: OpenPage, name: string, options: BrowserContextOptions): Promise<Page> {
    const page = await openPage(options);
    await page.goto(world.at('default', '/user/login'));
    await page.locator('#field-email').fill(`${name}@demo.causeboard.test`);
    await page.locator('#field-password').fill(DEMO_PASSWORD);
    await page.locator('#field-password').press('Enter');
    await page.waitForURL('**/dashboard*');
    return page;
  }

  test('[REC-05] a recruiter proposes times, the applicant takes one without scripts, and both have it in their calendars', async ({
    openPage,
  }) => {
    const recruiter = await enter(openPage, 'recruiter', { timezoneId: 'America/Toronto' });
    const applicant = await enter(openPage, 'applicant', { javaScriptEnabled: false, timezoneId: 'Europe/Berlin' });
    const errors = collectErrors(recruiter);

    // The demo applicant has applied for a job of the demo recruiter.
    await applicant.locator('#applications a[href*="/application/"]').last().click();
    const own = applicant.url();
    const job = (await applicant.locator('main a[href*="/job/"]').first().getAttribute('href'))!.split('/')[2]!;
    await recruiter.goto(world.at('default', `/applications/${job}/${own.split('/').at(-1)!}`));
    await recruiter.getByRole('link', { name: 'Propose interview times' }).click();
    // The job is in London, and the recruiter in Toronto: no script selects the zone of the browser.
    await recruiter.waitForLoadState('networkidle');
    await expect(recruiter.getByLabel('Time zone of the times')).toHaveValue('Europe/London');
    await recruiter.getByLabel('Time zone of the times').selectOption('America/Toronto');
    await expect(recruiter.getByLabel('Time 1', { exact: true })).toBeVisible();
    await expect(recruiter.getByLabel('Time 2 (optional)')).toBeVisible();
    await recruiter.getByLabel('Time 1').fill(timeIn(-2));
    await recruiter.getByLabel('Time 2').fill(timeIn(3));
    await recruiter.getByLabel('Place or link').fill('https://meet.test/room');
    await recruiter.getByRole('button', { name: 'Propose these times' }).click();
    await expect(recruiter.getByRole('alert')).toContainText('Time 1: This time has passed');
    await expect(recruiter.getByLabel('Time 2')).toHaveValue(timeIn(3));
    await expect(recruiter.getByLabel('Time zone of the times')).toHaveValue('America/Toronto');
    await expectSound(recruiter, NARROW);
    await recruiter.getByLabel('Time 1').fill(timeIn(2));
    await recruiter.getByRole('button', { name: 'Propose these times' }).click();
    await expect(recruiter.locator('main [role="status"]').first()).toContainText('The times are proposed');
    await expectSound(recruiter, NARROW);
    await applicant.goto(own);
    await expect(applicant.locator('#interview')).toHaveCount(0);

    await recruiter.goto(recruiter.url().replace(/\/interview.*$/, ''));
    await recruiter.getByRole('button', { name: 'Send now' }).click();
    const proposal = await world.smtp.mailTo('applicant@demo.causeboard.test');
    expect(proposal.subject).toContain('choose a time');
    expect(proposal.text).toMatch(/2:30\s.{1,3}\s3:15\sPM \(America\/Toronto, GMT-[45]\)/);

    await applicant.goto(proposal.links.find((link) => link.includes('/application/'))!);
    await applicant.getByText('Show the times in another time zone').click();
    await applicant.getByLabel('Time zone of the times').selectOption('Europe/Berlin');
    await applicant.getByRole('button', { name: 'Show' }).click();
    await expect(applicant.locator('#interview')).toContainText('In your time zone:');
    await expect(applicant.locator('#interview')).toContainText('Europe/Berlin');
    await applicant.getByRole('radio').first().check();
    await applicant.getByRole('button', { name: 'Take this time' }).click();
    await expect(applicant.locator('main [role="status"]').first()).toContainText('The time is yours');
    await expect(applicant.locator('#interview')).toContainText('Your interview is arranged.');

    const host = await world.smtp.mailTo('recruiter@demo.causeboard.test');
    const guest = await world.smtp.mailTo('applicant@demo.causeboard.test', 2);
    for (const mail of [host, guest]) {
      expect(mail.subject).toContain('The interview is arranged');
      const [entry] = mail.attachments;
      expect([entry?.filename, entry?.mimeType]).toEqual(['interview.ics', 'text/calendar']);
      expect(mail.raw).toContain('method=REQUEST');
      const text = new TextDecoder().decode(entry!.content as ArrayBuffer);
      expect(text).toContain('METHOD:REQUEST');
      expect(text).toContain('SEQUENCE:0');
    }
    expect(guest.replyTo?.[0]?.address).toBe('recruiter@demo.causeboard.test');

    // With scripts, the applicant's own time zone is preselected.
    const scripted = await enter(openPage, 'applicant', { timezoneId: 'Asia/Tokyo' });
    await scripted.goto(own);
    await expect(scripted.locator('#interview')).toContainText('In your time zone:');
    await expect(scripted.locator('#interview')).toContainText('Asia/Tokyo');
    await expectSound(scripted, NARROW);

    await recruiter.reload();
    await recruiter.getByRole('link', { name: 'Change or cancel' }).click();
    await recruiter.getByText('Change the interview').click();
    await recruiter.getByLabel('Place or link').fill('Room 2');
    await recruiter.getByRole('button', { name: /^Save and tell/ }).click();
    await expect(recruiter.locator('main [role="status"]').first()).toContainText('The interview is changed');
    await expectSound(recruiter, NARROW);
    const changed = await world.smtp.mailTo('applicant@demo.causeboard.test', 3);
    expect(new TextDecoder().decode(changed.attachments[0]!.content as ArrayBuffer)).toContain('SEQUENCE:1');
    await recruiter.getByText('Cancel the interview').first().click();
    await recruiter.getByLabel('Reason (optional)').fill('I am ill.');
    await recruiter.getByRole('button', { name: 'Cancel the interview' }).click();
    await expect(recruiter.locator('main [role="status"]').first()).toContainText('Cancelled.');
    const canceled = await world.smtp.mailTo('applicant@demo.causeboard.test', 4);
    expect(canceled.text).toContain('I am ill.');
    expect(new TextDecoder().decode(canceled.attachments[0]!.content as ArrayBuffer)).toContain('METHOD:CANCEL');
    await scripted.reload();
    await expect(scripted.locator('#interview')).toContainText('The interview was cancelled.');
    // The form with a time in the past was refused.
    expect(errors.filter((error) => !error.includes('status of 422'))).toEqual([]);
  });
});
