import * as cheerio from 'cheerio';
import { RecruiterVisitor } from '../../support/worlds/recruiter-visitor.js';
import { folded, PRODUCTS, SiteUnderTest } from '../../support/data/site.js';

const STEP = 'form[data-defined-form]';

describe.each(PRODUCTS)('the page of a job, %s', (_name, url) => {
  const site = new SiteUnderTest(url);

  it('[SEARCH-16] [REC-01] shows every field that its form asks for, its employer, and what one can do with it', async () => {
    const recruiter = await RecruiterVisitor.of(site);
    const stamp = Date.now().toString(36);
    const title = `Whole job ${stamp}`;
    /** Of what is chosen: the words that people see. */
    const expected: string[] = [];
    const choose = async (path: string, names: readonly string[]): Promise<Record<string, string>> => {
      const page = await recruiter.page(path);
      return Object.fromEntries(
        names.map((name) => {
          const option = page(`select[name="${name}"] option:not([value=""])`).first();
          const box = page(`input[type="checkbox"][name="${name}"]`).first();
          const words = option.length > 0 ? option.text() : box.parent().text();
          expected.push(folded(words));
          return [name, (option.length > 0 ? option : box).attr('value')!];
        }),
      );
    };
    const typed = (words: string): string => {
      expected.push(words);
      return words;
    };
    const first = await recruiter.fill('/job/wizard', STEP, {
      title: typed(title),
      description: typed('You look after everything.'),
      availabilityPeriod: typed('April to June'),
      videoUrl: 'https://youtu.be/dQw4w9WgXcQ',
      go: 'next',
    });
    const id = /job=(\d+)/.exec(first.headers.location!)![1]!;
    const step = (name: string) => `/job/wizard?job=${id}&step=${name}`;
    const fill = async (name: string, values: Record<string, string>) => {
      const answer = await recruiter.fill(step(name), STEP, { ...values, go: 'next' });
      expect([name, answer.status, answer.headers.location]).toEqual([name, 303, expect.not.stringContaining('error')]);
    };
    await fill('company', {
      organizationAssignment: typed('Team of the gardens'),
      countryCode: 'CA',
      administrativeArea: 'Ontario',
      locality: typed('Ottawa'),
      zip: typed('K1A 0B1'),
      addressLine1: typed('1 Wellington Street'),
    });
    await fill('categories', {
      ...(await choose(step('categories'), ['employmentType', 'occupationalField', 'industries', 'degreeLevel'])),
      ...(await choose(step('categories'), ['yearsOfExperience', 'languages', 'benefits'])),
      minSalary: '41000',
      maxSalary: '52000',
      currencyCode: 'CAD',
      salaryUnit: 'YEAR',
      skillsFree: typed('Patience with bees'),
    });
    expected.push('41,000–52,000');
    await fill('schedule', { duration: '14' });
    await fill('application', { applicationWorkflow: 'form', reference: typed(`REF-${stamp}`) });
    const published = await recruiter.send(step('preview'), '[data-job-moves]', { go: 'publish' });
    expect(published.headers.location).toContain('notice=publish');

    const page = await site.page(`/job/${id}/whole-job-${stamp}`);
    expect(page.status).toBe(200);
    const $ = cheerio.load(page.html);
    const text = folded($('main').text());
    expect(expected.filter((words) => !text.includes(words))).toEqual([]);
    // Its employer, as a card that leads to the page and to the other jobs.
    const employer = $('main article a[href^="/organization/"]');
    expect(employer.length).toBeGreaterThanOrEqual(2);
    expect($(`main article a[href^="/jobs?company="]`).length).toBe(1);
    // What one can do: apply, keep, share, see where it is, tell that something is wrong with it.
    expect($(`main a[href="/apply/${id}/whole-job-${stamp}"]`).length).toBe(1);
    expect($(`main button[data-save="${id}"]`).length).toBe(1);
    expect($('main details a[href*="linkedin.com"]').length).toBe(1);
    const report = new URL($('main a[href^="mailto:"]').last().attr('href')!);
    expect(report.searchParams.get('subject')).toContain(title);
    expect(report.searchParams.get('body')).toMatch(new RegExp(`/job/${id}/`));
    // Nothing of a video’s or a map’s service is asked for by itself.
    expect($('main iframe, main video').length).toBe(0);
    expect(text).toMatch(/youtube/i);
  }, 60_000);
});
