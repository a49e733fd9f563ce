import { rmSync } from 'node:fs';
import * as cheerio from 'cheerio';
import { Applicant, TYPED } from '../../support/visitors/applicant.js';
import { FormVisitor } from '../../support/visitors/form-visitor.js';
import { waitFor } from '../../support/wait-for.js';
import { folded, SiteUnderTest } from '../../support/data/site.js';
import { DEMO_PASSWORD, makeDemoFolder, type RunningProduct, startProduct } from '../../support/products.mjs';

const PDF = Buffer.from('%PDF-1.7\nA letter.');
const alertsOf = (html: string) => folded(cheerio.load(html)('[role="alert"]').text());

/** Uses its own product, because it changes applications that other tests count. */
describe('handling applications without scripts', () => {
  let dataDir: string;
  let product: RunningProduct;
  let site: SiteUnderTest;
  let recruiter: FormVisitor;
  /** List of applications and application form of the demo recruiter's job that requires everything. */
  let list: string;
  let strict: string;

  beforeAll(async () => {
    dataDir = makeDemoFolder('tracking');
    product = await startProduct({ DATA_DIR: dataDir, DEMO_DATA: 'on', DEMO_PASSWORD });
    site = new SiteUnderTest(product.url);
    recruiter = await FormVisitor.loggedIn(site, 'recruiter');
    const applicant = await FormVisitor.loggedIn(site, 'applicant');
    // The application of the demo data, to the demo recruiter's organization.
    const own = (await applicant.page('/dashboard'))('#applications a[href*="/application/"]').last().attr('href')!;
    const job = (await applicant.page(own))('main a[href*="/job/"]').first().attr('href')!;
    list = `/applications/${job.split('/')[2]!}`;
    strict = job.replace('/job/', '/apply/');
  }, 180_000);
  afterAll(async () => {
    await product.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  it('[REC-05] a decision is undone in the list and on the application, and the applicant is not notified', async () => {
    const applicant = new Applicant(site);
    const lastName = 'Undone';
    const values = { ...TYPED, lastName, emailAddress: 'undone@people.test' };
    expect((await applicant.apply(strict, values, [['cv.pdf', PDF]])).status).toBe(303);
    const path = (await recruiter.page(`${list}?state=new`))('main ul a')
      .filter((_index, link) => folded(cheerio.load(link).text()).includes(lastName))
      .attr('href')!
      .split('?')[0]!;
    const stateOf = async () => folded((await recruiter.page(path))('#move-title').parent().text());
    const before = await recruiter.page(path);
    expect(before('[data-decline-message]').text()).toContain('will not be taking your application further');
    await recruiter.send(path, '#move form', { state: 'declined' });
    const waiting = await recruiter.page(path);
    expect(waiting('[data-delayed-mail]').length).toBe(1);
    expect(await stateOf()).toContain('Declined');
    expect((await recruiter.send(path, '[data-delayed-mail]', { go: 'undo' })).headers.location).toBe(
      `${path}?notice=undone#main`,
    );
    expect(await stateOf()).toContain('Received');
    const words = { subject: 'An offer', body: 'By … please', moveTo: 'offer' };
    const open = await recruiter.send(path, '#answer form[method="post"]', words);
    expect([open.status, alertsOf(open.text)]).toEqual([
      422,
      expect.stringContaining('Message: Please replace … with your own words'),
    ]);
    await recruiter.send(path, '#answer form[method="post"]', { ...words, body: 'By Monday please' });
    const listed = await recruiter.page(`${list}?state=offer`);
    const row = listed('main li').filter((_index, item) => listed(item).text().includes(lastName));
    const mail = row.find('[name="mail"]').attr('value')!;
    const id = path.split('/').at(-1)!;
    const undone = await recruiter.send(`${list}?state=offer`, '[data-delayed-mail]', { id, mail, go: 'undo' });
    expect(undone.headers.location).toBe(`${list}?state=offer&notice=undone#main`);
    expect(await stateOf()).toContain('Received');
  });

  it('[REC-05] the list is searched and sorted without scripts, links each applicant to the next, and marks the ones that were read', async () => {
    const applicant = new Applicant(site);
    const lastName = 'Zéphyr';
    for (const firstName of ['Cem', 'Ann', 'Bob']) {
      const emailAddress = `${firstName.toLowerCase()}@people.test`;
      const answer1 = `In ${firstName}ember`;
      const values = { ...TYPED, firstName, lastName, emailAddress, answer1 };
      expect((await applicant.apply(strict, values, [['cv.pdf', PDF]])).status).toBe(303);
    }
    const query = `?search=${lastName.replace('é', 'E')}&sorting=name`;
    const found = await recruiter.page(list + query);
    const rows = found('main li[data-unread]');
    expect(rows.map((_index, row) => folded(found(row).find('a').first().text())).get()).toEqual([
      `Ann ${lastName}`,
      `Bob ${lastName}`,
      `Cem ${lastName}`,
    ]);
    expect(folded(rows.first().find('dl').text())).toContain('In Annember');
    expect(found('[role="search"] [name="search"]').attr('value')).toBe(lastName.replace('é', 'E'));
    const first = await recruiter.page(rows.first().find('a').attr('href')!);
    expect(first('nav a[rel="prev"]').length).toBe(0);
    const second = await recruiter.page(first('nav a[rel="next"]').attr('href')!);
    expect(folded(second('main h1').text())).toBe(`Bob ${lastName}`);
    expect(second('nav a[rel="next"]').attr('href')).toContain(query);
    expect(second('#answer a').first().attr('href')).toContain(`${query}&template=`);
    const back = await recruiter.page(second('nav[aria-label] a:not([rel])[href*="sorting=name"]').attr('href')!);
    expect(back('main li[data-unread]').length).toBe(1);
    const nothing = await recruiter.page(`${list}?search=nobody-has-this-name`);
    expect(folded(nothing('main').text())).toContain('No application matches');
    expect(nothing(`main a[href="${list}"]`).length).toBeGreaterThan(0);
  });

  it('[REC-05] notes, tags and ratings without scripts: visible to the team, never to the applicant', async () => {
    const all = await recruiter.page(list);
    const amara = all('main ul a')
      .filter((_index, link) => /Amara/.test(cheerio.load(link).text()))
      .attr('href')!;
    const secret = `Strong ${Date.now()}`;
    const noted = await recruiter.send(amara, '[data-note-form]', { note: `${secret}\n<b>x</b>` });
    expect(noted.headers.location).toBe(`${amara}?notice=noted#main`);
    await recruiter.send(amara, '#team form:has([name="tag"])', { tag: secret.slice(0, 40) });
    await recruiter.send(amara, '#team form:has([name="rating"])', { rating: '4' });
    const page = await recruiter.page(amara);
    expect(folded(page('[data-notes] li').last().text())).toContain(secret);
    expect(page('[data-notes] b').length).toBe(0);
    expect(page('#team [name="rating"][checked]').attr('value')).toBe('4');
    const wrong = await recruiter.send(amara, '[data-note-form]', { note: ' ', mention: 'x' });
    expect([wrong.status, alertsOf(wrong.text)]).toEqual([422, expect.stringContaining('New note: Field is required')]);
    const tagged = await recruiter.page(`${list}?tag=${encodeURIComponent(secret.slice(0, 40))}&sorting=rating`);
    expect(folded(tagged('main ul li').text())).toContain('Average: 4 of 5');
    expect(tagged('[name="tag"] option[selected]').attr('value')).toBe(secret.slice(0, 40));
    const applicant = await FormVisitor.loggedIn(site, 'applicant');
    const own = await applicant.get(`/application/${amara.split('/').at(-1)!}`);
    expect([own.status, own.text.includes(secret)]).toEqual([200, false]);
    const remove = await recruiter.send(amara, '[data-tags]', { remove: secret.slice(0, 40) });
    expect(remove.headers.location).toBe(`${amara}?notice=tagRemoved#main`);
    expect((await recruiter.page(amara))('[data-tags]').text()).not.toContain(secret.slice(0, 40));
    await recruiter.send(amara, '#team [data-notes] li:last-child form', {});
    expect((await recruiter.page(amara))('[data-notes]').text()).not.toContain(secret);
  });

  it('[REC-05] several applications are answered at once, after a preview, and each answer can be undone', async () => {
    const applicant = new Applicant(site);
    const lastName = 'Bulk';
    for (const firstName of ['Cem', 'Ann']) {
      const values = { ...TYPED, firstName, lastName, emailAddress: `${firstName.toLowerCase()}@people.test` };
      expect((await applicant.apply(strict, values, [['cv.pdf', PDF]])).status).toBe(303);
    }
    const path = `${list}?search=${lastName}&sorting=name`;
    const page = await recruiter.page(path);
    expect(page('main input[name="application"][form="bulk-form"]').length).toBe(2);
    const ann = page('main input[name="application"]').first().attr('value')!;
    const words = { subject: 'Dear {{first_name}}', body: '{{job_title}} on [date]', moveTo: 'interview' };
    const nobody = await recruiter.send(path, '#bulk-form', words);
    expect([nobody.status, alertsOf(nobody.text)]).toEqual([
      422,
      expect.stringContaining('Please select at least one application'),
    ]);
    const open = await recruiter.send(path, '#bulk-form', { ...words, application: ann });
    expect(alertsOf(open.text)).toContain('Message: Please replace [date] with your own words');
    const chosen = { ...words, body: '{{job_title}} on Monday', application: ann };
    const preview = cheerio.load((await recruiter.send(path, '#bulk-form', { ...chosen, preview: 'yes' })).text);
    expect(folded(preview('[data-bulk-preview] li').text())).toMatch(/^Ann \w+: Dear Ann.+ on Monday$/);
    expect(preview('main input[name="application"][checked]').attr('value')).toBe(ann);
    expect((await recruiter.send(path, '#bulk-form', chosen)).headers.location).toBe(`${path}&notice=started#main`);
    await waitFor(
      'the answer to be written',
      async () => (await recruiter.page(path))('[data-delayed-mail]').length === 1,
    );
    expect(folded((await recruiter.page(path))('[data-delayed-mail]').text())).toContain('Dear Ann');
    expect((await recruiter.send(path, '[data-delayed-mail]', { go: 'undo' })).status).toBe(303);
    expect((await recruiter.page(path))('[data-delayed-mail]').length).toBe(0);
    await recruiter.send(path, '#bulk-form', { all: 'yes', moveTo: 'declined' });
    await waitFor('both to be declined', async () => (await recruiter.page(path))('[data-delayed-mail]').length === 2);
  });

  it('[REC-05] cards of the board are moved without scripts, and a move that is out of date is reported', async () => {
    const applicant = new Applicant(site);
    const lastName = 'Board';
    const values = { ...TYPED, lastName, emailAddress: 'board@people.test' };
    expect((await applicant.apply(strict, values, [['cv.pdf', PDF]])).status).toBe(303);
    const board = (await recruiter.page(list))('main nav a[href$="/board"]').attr('href')!;
    const page = await recruiter.page(board);
    const card = page('[data-column="new"] [data-card]').filter((_index, each) => page(each).text().includes(lastName));
    const id = card.attr('data-card')!;
    const form = `[data-card="${id}"] form`;
    expect(card.find(`label:contains("Move Ann ${lastName} to") select`).length).toBe(1);
    const seen = { id, from: 'new' };
    const moved = await recruiter.send(board, form, { ...seen, state: 'interview' });
    expect(moved.headers.location).toBe(`${board}?notice=movedOn#main`);
    const late = await recruiter.send(board, form, { ...seen, state: 'offer' });
    expect([late.status, alertsOf(late.text)]).toEqual([
      422,
      expect.stringContaining('Somebody else has moved this application in the meantime'),
    ]);
    expect(cheerio.load(late.text)(`[data-column="interview"] [data-card="${id}"]`).length).toBe(1);
    const stranger = await FormVisitor.loggedIn(site, 'applicant');
    expect((await stranger.get(board)).status).toBe(404);
  });
});
