import { rmSync } from 'node:fs';
import * as cheerio from 'cheerio';
import { Applicant, TYPED } from '../../support/visitors/applicant.js';
import { docxOf } from '../../support/data/resume-files.js';
import { folded, SiteUnderTest } from '../../support/data/site.js';
import { DEMO_PASSWORD, makeDemoFolder, type RunningProduct, startProduct } from '../../support/products.mjs';

const FORM = 'form[data-addition-form]';
const PDF = Buffer.from('%PDF-1.7\nA certificate.');

/** Uses its own product, because it withdraws the demo applicant's application, which other tests need. */
describe('adding to an application', () => {
  let dataDir: string;
  let product: RunningProduct;
  let site: SiteUnderTest;

  beforeAll(async () => {
    dataDir = makeDemoFolder('additions');
    product = await startProduct({ DATA_DIR: dataDir, DEMO_DATA: 'on', DEMO_PASSWORD });
    site = new SiteUnderTest(product.url);
  }, 180_000);
  afterAll(async () => {
    await product.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  /** Submits the form of a page as a browser without scripts does. */
  async function add(applicant: Applicant, page: cheerio.CheerioAPI, body: string, files: [string, Buffer][] = []) {
    const form = page(FORM);
    let request = site.post(form.attr('action')!).set('Cookie', applicant.cookieHeader()).redirects(0);
    request = request.field('csrfToken', form.find('[name="csrfToken"]').attr('value')!).field('body', body);
    for (const [name, content] of files) request = request.attach('attachments', content, { filename: name });
    return request;
  }

  it('[APP-01] [REC-05] a message and a file are added to the history, and a refused file is reported', async () => {
    const recruiter = await Applicant.known(site, 'recruiter');
    const applicant = await Applicant.known(site, 'applicant');
    const lists = await recruiter.page('/applications');
    let list: string | undefined;
    // The demo applicant has already applied for some of them.
    for (const link of lists('main ul a[href*="/applications/"]').get()) {
      list = lists(link).attr('href')!;
      const job = (await recruiter.page(list))('main a[href*="/job/"]').first().attr('href')!;
      const form = await applicant.page(job.replace('/job/', '/apply/'));
      if (form('form[data-apply-form]').length === 0) continue;
      expect((await applicant.apply(form, TYPED, [['cv.pdf', PDF]])).status).toBe(303);
      break;
    }
    const own = (await applicant.page('/dashboard'))('#applications a[href*="/application/"]').first().attr('href')!;
    const address = (await applicant.page(own))('main a[href$="/add"]').attr('href')!;
    const nothing = await add(applicant, await applicant.page(address), '');
    expect(nothing.status).toBe(422);
    expect(cheerio.load(nothing.text)('#field-body-error').text()).toContain('write a message or attach a file');
    const refused = await add(applicant, await applicant.page(address), 'My certificate', [
      ['c.exe', Buffer.from('MZ')],
    ]);
    expect([refused.status, cheerio.load(refused.text)('[name="body"]').text().trim()]).toEqual([
      422,
      'My certificate',
    ]);
    const added = await add(applicant, await applicant.page(address), 'My certificate', [['certificate.pdf', PDF]]);
    expect([added.status, added.headers.location]).toEqual([303, `${own}?notice=added#main`]);
    const shown = await applicant.page(`${own}?notice=added`);
    expect(folded(shown('main [role="status"]').text())).toContain('The employer has been told');
    expect(folded(shown('#history li').last().text())).toContain('You added something');
    const received = await recruiter.page(`${list!}/${own.split('/').at(-1)!}`);
    const last = folded(received('#history li').last().text());
    expect(last).toContain('The applicant added something');
    expect(last).toContain('My certificateFiles: certificate.pdf');
    expect(folded(received('[aria-labelledby="files"]').text())).toContain('certificate.pdf');
    expect((await recruiter.get(address)).status).toBe(404);

    // Files can be previewed without a download, and their active content does not run.
    const letter = docxOf(['I cook.', '<script>alert(1)</script>']);
    await add(applicant, await applicant.page(address), '', [['letter.docx', Buffer.from(letter)]]);
    const files = (await recruiter.page(`${list!}/${own.split('/').at(-1)!}`))('[aria-labelledby="files"]');
    const pdf = await recruiter.get(files.find('a[href$="?view=1"]').last().attr('href')!);
    expect([pdf.status, pdf.headers['content-type']]).toEqual([200, 'application/pdf']);
    expect(pdf.headers['content-disposition']).toMatch(/^inline;/);
    expect(pdf.headers).toMatchObject({
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    });
    const textAddress = files.find('a[href*="/application-file/"]').last().attr('href')!;
    const read = await recruiter.get(textAddress);
    expect(cheerio.load(read.text)('[data-file-text]').text()).toBe('I cook.\n<script>alert(1)</script>');
    expect(read.text).not.toContain('<script>alert(1)');
    expect((await (await Applicant.known(site, 'editor')).get(textAddress)).status).toBe(404);
    await applicant.send(own, '#withdraw form', {});
    expect((await applicant.get(address)).status).toBe(404);
  });
});
