import * as cheerio from 'cheerio';
import { RecruiterVisitor } from '../../support/visitors/recruiter-visitor.js';
import sharp from 'sharp';
import { STEP, valueOf, writeJob } from '../../support/data/job-writer.js';
import { folded, PRODUCTS, SiteUnderTest } from '../../support/data/site.js';

describe.each(PRODUCTS)('the page of a job, %s', (_name, url) => {
  const site = new SiteUnderTest(url);

  it('[SEARCH-16] [REC-01] shows every field of the job form, the employer, and all actions', async () => {
    const recruiter = await RecruiterVisitor.of(site);
    const stamp = Date.now().toString(36);
    const title = `Whole job ${stamp}`;
    /** For selected values, the labels that people see. */
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
    const fill = async (name: string, values: Record<string, string>, files: [string, string, Buffer][] = []) => {
      const answer = await recruiter.fill(step(name), STEP, { ...values, go: 'next' }, files);
      expect([name, answer.status, answer.headers.location]).toEqual([name, 303, expect.not.stringContaining('error')]);
    };
    const square = { width: 40, height: 40, channels: 3 as const, background: '#0a5' };
    const picture = await sharp({ create: square }).png().toBuffer();
    const company = {
      organizationAssignment: typed('Team of the gardens'),
      countryCode: 'CA',
      administrativeArea: 'Ontario',
      locality: typed('Ottawa'),
      zip: typed('K1A 0B1'),
      addressLine1: typed('1 Wellington Street'),
      addressLine2: typed('Garden entrance'),
    };
    await fill('company', company, [['upload:logo', 'bees.png', picture]]);
    await fill('categories', {
      ...(await choose(step('categories'), ['employmentType', 'occupationalField', 'industries', 'degreeLevel'])),
      ...(await choose(step('categories'), ['yearsOfExperience', 'languages', 'skills', 'benefits'])),
      minSalary: '41000',
      maxSalary: '52000',
      currencyCode: 'CAD',
      salaryUnit: 'YEAR',
      skillsFree: typed('Patience with bees'),
      languagesFree: typed('Bee dance'),
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
    // The employer, as a card with links to its page and to its other jobs.
    const employer = $('main article a[href^="/organization/"]');
    expect(employer.length).toBeGreaterThanOrEqual(2);
    expect($(`main article a[href^="/jobs?company="]`).length).toBe(1);
    // The actions: apply, save, share, show on a map, report.
    expect($(`main a[href="/apply/${id}/whole-job-${stamp}"]`).length).toBe(1);
    expect($(`main button[data-save="${id}"]`).length).toBe(1);
    expect($('main details a[href*="linkedin.com"]').length).toBe(1);
    expect($(`main a[href="/job/report/${id}"]`).length).toBe(1);
    // Nothing is loaded from a video or map service until a visitor asks for it.
    expect($('main iframe, main video').length).toBe(0);
    expect(text).toMatch(/youtube/i);
    // The job's own logo is in its header and in lists; that of the organization is in the employer's card.
    const logo = $('main article header img').attr('src')!.replace(/\?.*/, '');
    expect(logo).toMatch(/^\/files\/[0-9a-f-]{36}\/logo\.webp$/);
    expect((await site.get(logo)).headers['content-type']).toBe('image/webp');
    const listed = await site.page(`/jobs?search=${encodeURIComponent(title)}`);
    expect(listed.html).toContain(logo);
    // The structured data for search engines agrees with the page.
    const data = JSON.parse($('script[type="application/ld+json"]').first().text()) as Record<string, unknown>;
    const skills = expected.find((words) => words === 'Patience with bees')!;
    expect(data).toMatchObject({
      skills: expect.stringContaining(skills) as string,
      hiringOrganization: { logo: expect.stringContaining(logo) as string },
      jobLocation: { address: { streetAddress: '1 Wellington Street, Garden entrance' } },
    });
  }, 60_000);

  it('[REC-01] [SEARCH-16] a job has several addresses and a salary range, and is found by its skills', async () => {
    const recruiter = await RecruiterVisitor.of(site);
    const title = `Range ${Date.now().toString(36)}`;
    const preview = await writeJob(recruiter, title, { minSalary: '', maxSalary: '' });
    const at = (step: string) => preview.replace('step=preview', `step=${step}`);
    const salaryRange = await valueOf(recruiter, at('categories'), 'salaryRange', '45,000–60,000 a year');
    const skills = await valueOf(recruiter, at('categories'), 'skills', 'Grant writing');
    const pay = { minSalary: '', maxSalary: '', currencyCode: '', salaryUnit: '' };
    await recruiter.fill(at('categories'), STEP, { ...pay, salaryRange, skills, go: 'next' });
    const address = { addressLine1: '1 Wellington Street', locality: 'Ottawa', zip: 'K1A 0B1' };
    await recruiter.fill(at('company'), STEP, { ...address, go: 'next' });
    const broken = { applicationEmails: 'one@bees.test, two@', go: 'next' };
    const refused = await recruiter.fill(at('application'), STEP, broken);
    expect(refused.headers.location).toContain('error');
    const $refused = await recruiter.page(refused.headers.location!);
    expect($refused('#field-applicationEmails-error').text()).toBe('Please provide a valid email address');
    expect($refused('#field-applicationEmails').attr('value')).toBe('one@bees.test, two@');
    await recruiter.fill(at('application'), STEP, { applicationEmails: 'one@bees.test; Two@bees.test', go: 'next' });
    await recruiter.send(preview, '[data-job-moves]', { go: 'publish' });
    const id = /job=(\d+)/.exec(preview)![1]!;
    const page = await site.page(`/job/${id}/${title.toLowerCase().replace(' ', '-')}`);
    const $ = cheerio.load(page.html);
    expect($('main a[href^="mailto:one@bees.test,two@bees.test"]').length).toBe(1);
    expect(folded($('main dl').text())).toContain('45,000–60,000 a year');
    // The structured data names only what the page shows, also for a remote job with an address.
    expect(page.jsonLd('JobPosting')).toMatchObject({ jobLocation: { address: { addressLocality: 'Ottawa' } } });
    expect(folded($('main dl').text())).toMatch(/1 Wellington Street, Ottawa.*K1A 0B1/);
    const { job } = await site.graphql<{ job: Record<string, unknown> }>('JobDetail', { id });
    expect(job).toMatchObject({
      applicationEmails: ['one@bees.test', 'two@bees.test'],
      salaryRange: { label: '45,000–60,000 a year' },
      skills: [{ label: 'Grant writing' }],
      remoteOptions: { slug: 'remote' },
    });
    const found = await site.page(`/jobs?search=${encodeURIComponent(`${title} "grant writing"`)}`);
    expect(found.html).toContain(`/job/${id}/`);
    // The form shows the stored values.
    expect((await recruiter.page(at('application')))('#field-applicationEmails').attr('value')).toBe(
      'one@bees.test, two@bees.test',
    );
  }, 60_000);
});
