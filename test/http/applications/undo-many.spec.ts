import { rmSync } from 'node:fs';
import * as cheerio from 'cheerio';
import { Applicant, TYPED } from '../../support/visitors/applicant.js';
import { FormVisitor } from '../../support/visitors/form-visitor.js';
import { folded, SiteUnderTest } from '../../support/data/site.js';
import { DEMO_PASSWORD, makeDemoFolder, type RunningProduct, startProduct } from '../../support/products.mjs';
import { waitFor } from '../../support/wait-for.js';

const PDF = Buffer.from('%PDF-1.7\nA letter.');
const DAY_MS = 86_400_000;
const alertsOf = (html: string) => folded(cheerio.load(html)('[role="alert"]').text());

/** Uses its own product, because it changes applications that other tests count. */
describe('decisions about several applicants, without scripts', () => {
  let dataDir: string;
  let product: RunningProduct;
  let site: SiteUnderTest;
  let recruiter: FormVisitor;
  let list: string;
  let strict: string;

  beforeAll(async () => {
    dataDir = makeDemoFolder('undo');
    await start();
    const applicant = await FormVisitor.loggedIn(site, 'applicant');
    // The application of the demo data, to the demo recruiter's organization.
    const own = (await applicant.page('/dashboard'))('#applications a[href*="/application/"]').last().attr('href')!;
    const job = (await applicant.page(own))('main a[href*="/job/"]').first().attr('href')!;
    list = `/applications/${job.split('/')[2]!}`;
    strict = job.replace('/job/', '/apply/');
  }, 180_000);
  async function start(): Promise<void> {
    product = await startProduct({ DATA_DIR: dataDir, DEMO_DATA: 'on', DEMO_PASSWORD });
    site = new SiteUnderTest(product.url);
    recruiter = await FormVisitor.loggedIn(site, 'recruiter');
  }
  afterAll(async () => {
    await product.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  it('[REC-05] a decline names the applicant’s interview first, for one or several applicants, and “Undo all” restores it', async () => {
    const applicant = new Applicant(site);
    for (const firstName of ['Ann', 'Bob']) {
      const emailAddress = `${firstName.toLowerCase()}@many.test`;
      const values = { ...TYPED, firstName, lastName: 'Many', emailAddress };
      expect((await applicant.apply(strict, values, [['cv.pdf', PDF]])).status).toBe(303);
    }
    const path = `${list}?search=Many&sorting=name`;
    const listed = await recruiter.page(path);
    const ids = listed('main input[name="application"]').map((_index, box) => listed(box).attr('value')!);
    const [ann, bob] = [ids[0]!, ids[1]!];
    const page = `${list}/${ann}`;
    const start1 = `${new Date(Date.now() + 3 * DAY_MS).toISOString().slice(0, 10)}T14:30`;
    const facts = { start1, timeZone: 'America/Toronto', minutes: '45', place: 'Room 1', note: '' };
    await recruiter.send(`${page}/interview`, 'form[action$="#propose"]', facts);
    await recruiter.send(page, '[data-delayed-mail]', { go: 'send' });
    const start = (await recruiter.page(`${page}/interview`))('[name="start"]').first().attr('value')!;
    await recruiter.send(`${page}/interview`, 'form[action$="#confirm"]', { start });
    const booked = async () => folded((await recruiter.page(page))('#interview').text());
    expect(await booked()).toContain('The interview is arranged.');

    const decline = (values: Record<string, string>) =>
      recruiter.send(page, '#move form', { state: 'declined', ...values });
    const refused = await decline({});
    expect([refused.status, alertsOf(refused.text)]).toEqual([
      422,
      expect.stringContaining('An interview is booked with this applicant'),
    ]);
    expect((await decline({ endInterview: 'yes' })).status).toBe(303);
    expect(await booked()).toContain('This interview ends when Ann Many is told of your decision');
    await recruiter.send(page, '[data-delayed-mail]', { go: 'undo' });
    expect(await booked()).toContain('The interview is arranged.');

    expect(folded((await recruiter.page(path))('main ul').text())).toContain('Interview:');
    const both = { application: [ann, bob], moveTo: 'declined' } as unknown as Record<string, string>;
    const preview = cheerio.load((await recruiter.send(path, '#bulk-form', { ...both, preview: 'yes' })).text);
    expect(folded(preview('[data-ending-interviews]').text())).toContain('Ann Many: the interview is cancelled');
    const silent = await recruiter.send(path, '#bulk-form', both);
    expect([silent.status, alertsOf(silent.text)]).toEqual([
      422,
      expect.stringContaining('An interview is booked with Ann Many'),
    ]);
    expect((await recruiter.send(path, '#bulk-form', { ...both, endInterviews: 'yes' })).status).toBe(303);
    await waitFor('the work to be done', async () => (await recruiter.page(path))('[data-bulk="finished"]').length > 0);
    expect(await booked()).toContain('The interview was cancelled.');
    const undone = await recruiter.send(path, '[data-undo-bulk]', {});
    expect(undone.status).toBe(303);
    const after = await recruiter.page(undone.headers.location!);
    expect(folded(after('[data-bulk="undone"]').text())).toBe('Undone: 2 applications are as they were before.');
    expect([after('[data-undo-bulk]').length, after('[data-delayed-mail]').length]).toEqual([0, 0]);
    expect(await booked()).toContain('The interview is arranged.');
    const stranger = await FormVisitor.loggedIn(site, 'applicant');
    expect((await stranger.get(path)).status).toBe(404);
  });

  it('[REC-05] applications that arrive or are moved after the list was opened are left as they were, and the list says so', async () => {
    const applyAs = async (firstName: string) => {
      const values = { ...TYPED, firstName, lastName: 'Later', emailAddress: `${firstName.toLowerCase()}@later.test` };
      expect((await new Applicant(site).apply(strict, values, [['cv.pdf', PDF]])).status).toBe(303);
    };
    await applyAs('Ann');
    await applyAs('Bob');
    const path = `${list}?search=Later&sorting=name`;
    const opened = await recruiter.page(path);
    const ids = opened('main input[name="application"]').map((_index, box) => opened(box).attr('value')!);
    const form: Record<string, string> = {};
    opened('#bulk-form input[type="hidden"]').each((_index, input) => {
      form[opened(input).attr('name')!] = opened(input).attr('value')!;
    });
    expect(Math.abs(new Date(form.seen!).getTime() - Date.now())).toBeLessThan(DAY_MS);
    await applyAs('Cem');
    const moved = await recruiter.send(`${list}/${ids[0]!}`, '#move form', { state: 'offer' });
    expect(moved.status).toBe(303);

    // A form that is shown again is about the list that is shown now, but who is ticked was ticked before.
    const seenAgain = async (values: Record<string, string>) => {
      const { text } = await recruiter.post(path, { ...form, moveTo: 'declined', preview: 'yes', ...values });
      return cheerio.load(text)('#bulk-form [name="seen"]').attr('value')!;
    };
    expect(await seenAgain({ application: ids[0]! })).toBe(form.seen);
    expect((await seenAgain({ all: 'yes' })) > form.seen!).toBe(true);

    expect((await recruiter.post(path, { ...form, all: 'yes', moveTo: 'declined' })).status).toBe(303);
    await waitFor('the work to be done', async () => (await recruiter.page(path))('[data-bulk="finished"]').length > 0);
    const after = await recruiter.page(path);
    expect(folded(after('[data-bulk="finished"]').first().text())).toContain(
      '2 arrived or changed after the list was opened, and were left as they were.',
    );
    const delayed = after('main li:has([data-delayed-mail])');
    expect([delayed.length, folded(delayed.text())]).toEqual([1, expect.stringContaining('Bob Later')]);
  });

  it('[REC-05] a decision whose email is delayed can be undone after the process was killed and started again', async () => {
    const values = { ...TYPED, firstName: 'Zoe', lastName: 'Patient', emailAddress: 'zoe@many.test' };
    expect((await new Applicant(site).apply(strict, values, [['cv.pdf', PDF]])).status).toBe(303);
    const listed = await recruiter.page(`${list}?search=Patient`);
    const page = `${list}/${listed('main input[name="application"]').attr('value')!}`;
    expect((await recruiter.send(page, '#move form', { state: 'declined' })).status).toBe(303);
    expect((await recruiter.page(page))('[data-delayed-mail]').length).toBe(1);
    Object.assign(product.child, { stopping: true });
    product.child.kill('SIGKILL');
    await product.exited;

    await start();
    expect(folded((await recruiter.page(page))('#move').text())).toContain('Declined');
    expect((await recruiter.send(page, '[data-delayed-mail]', { go: 'undo' })).status).toBe(303);
    const after = await recruiter.page(page);
    expect(after('[data-delayed-mail]').length).toBe(0);
    expect(folded(after('#move').text())).not.toContain('Declined');
  }, 180_000);
});
