import * as cheerio from 'cheerio';
import { FormVisitor } from '../../support/visitors/form-visitor.js';
import { RecruiterVisitor } from '../../support/visitors/recruiter-visitor.js';
import { PRODUCTS, SiteUnderTest } from '../../support/data/site.js';

const STEP = 'form[data-defined-form]';
const PDF = Buffer.from('%PDF-1.7\nA letter.');
/** Input that would run if it were not escaped: in text, in an attribute, in a script with data, as an address. */
const HOSTILE = `"'><img src=x onerror=alert(1)></script><script>alert(2)`;
const ADDRESS = 'javascript:alert(4)';

/** Typed text in a page that could run. */
function running(html: string): string[] {
  const $ = cheerio.load(html);
  const found: string[] = [];
  $('*').each((_index, element) => {
    if (!('attribs' in element)) return;
    for (const [name, value] of Object.entries(element.attribs))
      if (
        /^on/i.test(name) ||
        (/^(href|src|action|formaction)$/i.test(name) && /^\s*(javascript|data:text)/i.test(value))
      )
        found.push(`${element.tagName} ${name}=${value}`);
  });
  $('img[src="x"], script').each((_index, element) => {
    const text = $(element).text();
    if (element.attribs.src === 'x' || /^\s*alert\(/.test(text)) found.push($.html(element));
  });
  for (const script of $('script[type="application/ld+json"]').toArray())
    expect(() => JSON.parse($(script).text()) as unknown).not.toThrow();
  return found;
}

describe.each(PRODUCTS)('%s', (_name, url) => {
  const site = new SiteUnderTest(url);

  it('[ROLE-07] [REC-01] [APP-01] script in every field of a job and of an application runs on no page that shows them', async () => {
    const recruiter = await RecruiterVisitor.of(site);
    const stamp = `${Date.now().toString(36)}x`;
    const title = `Hostile ${stamp} ${HOSTILE}`;
    /** Fills in every text field; values that are refused with an error at their field are then left out. */
    const fill = async (path: string, known: Record<string, string>): Promise<string> => {
      const page = await recruiter.page(path);
      const typed = page(`${STEP} input[type="text"], ${STEP} textarea, ${STEP} input:not([type])`)
        .map((_index, field) => page(field).attr('name'))
        .get();
      const urls = page(`${STEP} input[type="url"]`)
        .map((_index, field) => page(field).attr('name'))
        .get();
      const values = Object.fromEntries([
        ...typed.map((name) => [name, HOSTILE] as const),
        ...urls.map((name) => [name, ADDRESS] as const),
      ]);
      const answer = await recruiter.fill(path, STEP, { ...values, ...known, go: 'next' });
      expect(running(answer.text)).toEqual([]);
      const location = answer.headers.location ?? '';
      if (location.includes('error=check')) {
        const checked = await recruiter.get(location);
        expect(running(checked.text)).toEqual([]);
        const $ = cheerio.load(checked.text);
        const wrong = $('[id^="field-"][id$="-error"]')
          .filter((_index, each) => $(each).text().trim() !== '')
          .map((_index, each) => each.attribs.id!.slice('field-'.length, -'-error'.length))
          .get();
        const none = Object.fromEntries(wrong.map((name) => [name, '']));
        return (await recruiter.fill(location.replace('&error=check', ''), STEP, { ...none, ...known, go: 'next' }))
          .headers.location!;
      }
      return location;
    };
    const first = await fill('/job/wizard', { title, description: HOSTILE });
    const id = /job=(\d+)/.exec(first)![1]!;
    const step = (name: string) => `/job/wizard?job=${id}&step=${name}`;
    await fill(step('company'), { countryCode: 'CA' });
    const categories = await recruiter.page(step('categories'));
    const chosen = (name: string) => categories(`input[type="checkbox"][name="${name}"]`).first().attr('value')!;
    await fill(step('categories'), {
      employmentType: chosen('employmentType'),
      occupationalField: chosen('occupationalField'),
      minSalary: '',
      maxSalary: '',
    });
    await fill(step('schedule'), {});
    await fill(step('application'), {
      applicationWorkflow: 'form',
      'screeningQuestions.1.questionType': 'yes_no',
      'screeningQuestions.1.neededAnswer': 'yes',
    });
    expect(running((await recruiter.get(step('preview'))).text)).toEqual([]);
    const published = await recruiter.send(step('preview'), '[data-job-moves]', { go: 'publish' });
    expect([published.status, cheerio.load(published.text)('[role="alert"]').text()]).toEqual([303, '']);

    const manager = await recruiter.get(`/job-manager?search=${stamp}`);
    const path = cheerio.load(manager.text)(`[data-job="${id}"] a[href^="/job/${id}/"]`).attr('href')!;
    const nobody = new FormVisitor(site);
    const shown = [
      manager,
      await nobody.get(path),
      await nobody.get(`/jobs?search=${stamp}`),
      await nobody.get(`/jobs?search=${encodeURIComponent(HOSTILE)}`),
      await nobody.get(path.replace('/job/', '/apply/')),
      await recruiter.get('/dashboard'),
    ];
    for (const { status, text } of shown) expect([status, running(text)]).toEqual([200, []]);
    expect(cheerio.load(shown[1]!.text)('#job-title').text()).toBe(title);
    const feed = await nobody.get(`/jobs/feed.atom?search=${stamp}`);
    expect(feed.text).toContain(stamp);
    expect(feed.text).not.toContain('<script>');
    expect(feed.text).not.toContain('<img src=x');

    const applicant = new RecruiterVisitor(site);
    const form = await applicant.page(path.replace('/job/', '/apply/'));
    const questions = form('[name^="answer"]')
      .map((_index, each) => form(each).attr('name'))
      .get();
    const answer = await applicant.fill(
      path.replace('/job/', '/apply/'),
      'form[data-apply-form]',
      {
        firstName: HOSTILE,
        lastName: HOSTILE,
        emailAddress: 'eve@people.test',
        coverLetter: HOSTILE,
        ...Object.fromEntries(
          questions.map((name) => [name, form(`select[name="${name}"]`).length > 0 ? 'no' : HOSTILE]),
        ),
      },
      [['attachments', `${HOSTILE}.pdf`, PDF]],
    );
    expect([answer.status, running(answer.text)]).toEqual([303, []]);
    const list = await recruiter.get(`/applications/${id}`);
    const received = cheerio.load(list.text)(`main ul a[href^="/applications/${id}/"]`).first();
    expect(received.text()).toContain(HOSTILE);
    const one = await recruiter.get(received.attr('href')!);
    for (const { text } of [list, one, await recruiter.get('/dashboard'), await recruiter.get('/applications')])
      expect(running(text)).toEqual([]);
    expect(cheerio.load(one.text)('#application').text()).toContain(HOSTILE);
  }, 120_000);
});
