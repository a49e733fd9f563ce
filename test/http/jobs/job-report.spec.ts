import * as cheerio from 'cheerio';
import { FormVisitor } from '../../support/visitors/form-visitor.js';
import { folded, PRODUCTS, results, SiteUnderTest } from '../../support/data/site.js';
import { waitFor } from '../../support/wait-for.js';

/** Both products use one database, whose mails are shown here. */
const mailbox = new SiteUnderTest(process.env.TEST_EMBEDDED!);
const FORM = 'form[data-report-form]';

describe.each(PRODUCTS)('reporting a job, %s', (_name, url) => {
  const site = new SiteUnderTest(url);

  it('[SEARCH-16] a report without scripts shows missing fields, keeps all input, is mailed and leads back to the job', async () => {
    const [path] = results(await site.page('/jobs')).paths;
    const job = await site.page(path!);
    const link = job.$('main a[href^="/job/report/"]').attr('href')!;
    const visitor = new FormVisitor(site);
    const $form = await visitor.page(link);
    expect(folded($form('main').text())).toContain(folded(job.$('h1').first().text()));
    const wrong = await visitor.send(link, FORM, { reason: '', body: 'They want money.', email: 'ann@' });
    expect(wrong.status).toBe(422);
    const $wrong = cheerio.load(wrong.text);
    expect($wrong('#field-reason-error').text()).toBe('Field is required');
    expect($wrong('#field-email-error').text()).toBe('Please provide a valid email address');
    expect($wrong('[name="body"]').text().trim()).toBe('They want money.');
    const body = `They want money ${Date.now().toString(36)}${_name}.`;
    const email = 'ann@people.test';
    const sent = await visitor.send(link, FORM, { reason: 'fraud', body, email });
    expect([sent.status, sent.headers.location]).toEqual([303, path]);
    expect((await visitor.page(path!))('[data-message]').text()).toContain('We’ve received your report');
    let mail = '';
    const findMail = async () => {
      const { $ } = await mailbox.page('/dev/mailbox');
      const items = $('li').filter((_index, item) => $(item).text().includes('Reported job'));
      for (const at of items.map((_index, item) => $(item).find('a').attr('href')).get()) {
        const text = folded(cheerio.load((await mailbox.get(`${at}/html`)).text).text());
        if (text.includes(body)) mail = text;
      }
      return mail !== '';
    };
    await waitFor('the mail about the report', findMail, 20_000);
    expect(mail).toContain('It asks for money or personal data');
    expect(mail).toContain(email);
  }, 60_000);

  it('[SEARCH-16] there is no form for an unknown job, and a bot that fills in the hidden field stores nothing', async () => {
    expect((await site.get('/job/report/99999999')).status).toBe(404);
    const [path] = results(await site.page('/jobs')).paths;
    const link = `/job/report/${path!.split('/')[2]}`;
    const body = `Spam ${Date.now().toString(36)}${_name}`;
    const visitor = new FormVisitor(site);
    const sent = await visitor.send(link, FORM, { reason: 'other', body, homepage: 'https://spam.example' });
    expect(sent.status).toBe(303);
    expect((await mailbox.page('/dev/mailbox')).html).not.toContain(body);
  }, 60_000);
});
