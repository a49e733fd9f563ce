import { FormVisitor } from '../../support/visitors/form-visitor.js';
import { nextPath, writeJob } from '../../support/data/job-writer.js';
import { SiteUnderTest } from '../../support/data/site.js';

const PRODUCTS = [
  ['embedded', process.env.TEST_EMBEDDED!],
  ['external', process.env.TEST_EXTERNAL!],
] as const;

let count = 0;
const uniqueTitle = (): string => `Lock keeper ${Date.now().toString(36)}${count++} of the credits`;

describe.each(PRODUCTS)('%s: what publishing costs', (_name, url) => {
  const costOn = async (visitor: FormVisitor, preview: string) => {
    const page = await visitor.page(preview);
    return page('[data-job-moves] [data-publishing-cost]').text().trim();
  };
  const facts = async (visitor: FormVisitor, id: string) => {
    const page = await visitor.page(`/job-manager?search=${encodeURIComponent('of the credits')}`);
    return page(`[data-job="${id}"] [data-job-charge]`).text().trim();
  };
  const idOf = (preview: string) => /job=(\d+)/.exec(preview)![1]!;

  it('[REC-06] is shown before a job is submitted if it costs a credit, which is returned with the job', async () => {
    const site = new SiteUnderTest(url, 'charity-ca');
    const recruiter = await FormVisitor.loggedIn(site, 'recruiter');
    const editor = await FormVisitor.loggedIn(site, 'editor');
    const preview = await writeJob(recruiter, uniqueTitle());
    expect(await costOn(recruiter, preview)).toMatch(
      /^Publishing or renewing a job costs one job credit\. You have \d+ left\. You get the credit back at once if we send/,
    );
    await recruiter.send(preview, '[data-job-moves]', { go: 'submit' });
    expect(await facts(recruiter, idOf(preview))).toBe('Paid with a job credit.');
    // Staff of the site are not shown a price, because they are not charged.
    expect(await costOn(editor, preview)).toBe('');
    const review = `/admin/job?job=${idOf(preview)}`;
    await editor.send(review, '[data-job-send-back]', { reason: 'Which locks?' });
    expect(await facts(recruiter, idOf(preview))).toBe('');
    await recruiter.send(preview, '[data-job-moves]', { go: 'submit' });
    await editor.send(preview, '[data-job-moves]', { go: 'approve' });
    expect(await facts(recruiter, idOf(preview))).toMatch(
      /^Paid with a job credit\. Archive it before .+ and you get the credit back\.$/,
    );
    const list = `/job-manager?search=${encodeURIComponent('of the credits')}`;
    await recruiter.send(list, `[data-job="${idOf(preview)}"] [data-job-actions]`, { go: 'archive' });
    expect(await facts(recruiter, idOf(preview))).toBe('');
  }, 60_000);

  it('[REC-07] is a slot if the organization has one, until the job ends', async () => {
    const recruiter = await FormVisitor.loggedIn(new SiteUnderTest(url, 'uk'), 'recruiter');
    const preview = await writeJob(recruiter, uniqueTitle());
    expect(await costOn(recruiter, preview)).toMatch(
      /^A job that you publish takes one of your 5 job slots until it ends, and is featured meanwhile\. \d (is|are) free\.$/,
    );
    const list = nextPath(await recruiter.send(preview, '[data-job-moves]', { go: 'publish' }));
    expect(list).toContain('notice=publish');
    expect(await facts(recruiter, idOf(preview))).toContain('Has one of your job slots');
    await recruiter.send(list, `[data-job="${idOf(preview)}"] [data-job-actions]`, { go: 'archive' });
    expect(await facts(recruiter, idOf(preview))).toBe('');
  }, 60_000);

  it('[REC-06] is not shown on other sites', async () => {
    const recruiter = await FormVisitor.loggedIn(new SiteUnderTest(url), 'recruiter');
    expect(await costOn(recruiter, await writeJob(recruiter, uniqueTitle()))).toBe('');
  }, 60_000);
});
