import * as cheerio from 'cheerio';
import { endOfDay } from '#shared/time-zones/zoned-days.js';
import { FormVisitor } from '../../support/visitors/form-visitor.js';
import { nextPath as next, STEP, valueOf, writeJob } from '../../support/data/job-writer.js';
import { SiteUnderTest } from '../../support/data/site.js';

const PRODUCTS = [
  ['embedded', process.env.TEST_EMBEDDED!],
  ['external', process.env.TEST_EXTERNAL!],
] as const;

let count = 0;
const uniqueTitle = (): string => `Beekeeper ${Date.now().toString(36)}${count++} of the wizard`;

describe.each(PRODUCTS)('%s', (_name, url) => {
  const site = new SiteUnderTest(url);
  const reviewed = new SiteUnderTest(url, 'charity-ca');

  it('[REC-01] a recruiter writes a job step by step without scripts, previews it, and publishes it', async () => {
    const visitor = await FormVisitor.loggedIn(site, 'recruiter');
    const title = uniqueTitle();
    const broken = next(await visitor.send('/job/wizard', STEP, { title, description: '', go: 'next' }));
    const $broken = await visitor.page(broken);
    expect($broken('#field-description-error').text()).toBe('Field is required');
    expect($broken('#field-title').attr('value')).toBe(title);
    const preview = await writeJob(visitor, title);
    const $preview = await visitor.page(preview);
    expect($preview('[data-preview] #job-title').text()).toBe(title);
    expect($preview('[data-preview]').text()).toMatch(/41,000–52,000/);
    expect($preview('[data-preview] li').text()).toContain('gently');
    const buttons = $preview('[data-job-moves] button')
      .map((_index, each) => $preview(each).attr('value'))
      .get();
    expect(buttons).toEqual(['publish', 'discard']);
    const manager = next(await visitor.send(preview, '[data-job-moves]', { go: 'publish' }));
    expect(manager).toBe('/job-manager?state=published&notice=publish');
    const $manager = await visitor.page(manager);
    expect($manager('[role="status"]').text()).toContain('Your job is published');
    const row = $manager('[data-job]').filter((_index, each) => $manager(each).text().includes(title));
    const path = row.find('a[href^="/job/"]').not('[href*="/wizard?"]').attr('href')!;
    const $job = cheerio.load((await new FormVisitor(site).get(path)).text);
    expect($job('h1').text()).toBe(title);
    const found = cheerio.load((await new FormVisitor(site).get(`/jobs?search=${encodeURIComponent(title)}`)).text);
    expect(found('[data-region="results"] h2').text()).toContain(title);
    // The title of a published job can no longer be changed, because people know the job by it.
    const edit = preview.replace('step=preview', 'step=job');
    expect((await visitor.page(edit))('#field-title').length).toBe(0);
    expect((await visitor.page(edit))('#field-description').length).toBe(1);
    const again = await visitor.send(preview, '[data-job-moves]', { go: 'publish' });
    expect(again.status).toBe(422);
  }, 60_000);

  it('[I18N-03] in French, a space precedes the colon between a name and its value', async () => {
    const visitor = await FormVisitor.loggedIn(new SiteUnderTest(url, 'europe'), 'recruiter', '/fr');
    const first = { title: uniqueTitle(), description: 'Vous prenez soin des abeilles.', go: 'next' };
    const preview = next(await visitor.send('/fr/job/wizard', STEP, first)).replace(/step=.*/, 'step=preview');
    const $ = await visitor.page(preview);
    const points = $('main ul a[href*="#field-"]')
      .map((_index, each) => $(each).text())
      .get();
    expect(points.length).toBeGreaterThan(0);
    for (const point of points) expect(point).toMatch(/^[^:]+\u00a0: /);
    for (const path of ['/fr/dashboard', '/fr/job-manager']) {
      const page = await visitor.page(path);
      const labels = page('[aria-label*=": "]')
        .map((_index, each) => page(each).attr('aria-label'))
        .get();
      expect([path, labels.length]).not.toEqual([path, 0]);
      expect(labels.filter((label) => /[^\u00a0\u202f]: /.test(label))).toEqual([]);
    }
    const id = /job=(\d+)/.exec(preview)![1]!;
    const list = `/fr/job-manager?search=${encodeURIComponent(first.title)}`;
    const refused = await visitor.send(list, `[data-job="${id}"] [data-job-actions]`, { go: 'publish' });
    const errors = cheerio.load(refused.text)('[role="alert"]').text();
    expect([refused.status, errors]).toEqual([422, expect.stringContaining('\u00a0: ')]);
    expect(errors).not.toMatch(/[^\u00a0]: /);
    await visitor.send(preview, '[data-job-moves]', { go: 'discard' });
  }, 60_000);

  it('[VALID-01] uses the shared error messages for numbers, addresses and empty fields', async () => {
    const visitor = await FormVisitor.loggedIn(site, 'recruiter');
    const preview = await writeJob(visitor, uniqueTitle());
    const errorsAt = async (step: string, values: Record<string, string>) => {
      const path = preview.replace('step=preview', `step=${step}`);
      const $ = await visitor.page(next(await visitor.send(path, STEP, { ...values, go: 'next' })));
      return Object.fromEntries(Object.keys(values).map((name) => [name, $(`#field-${name}-error`).text()]));
    };
    expect(await errorsAt('job', { title: ' ' })).toEqual({ title: 'Field is required' });
    expect(await errorsAt('categories', { minSalary: 'plenty', maxSalary: '0' })).toEqual({
      minSalary: 'The value must be a number',
      maxSalary: 'Please enter a number greater than zero',
    });
    expect(await errorsAt('application', { applicationEmails: 'one@bees.test two@' })).toEqual({
      applicationEmails: 'Please provide a valid email address',
    });
  }, 60_000);

  it('[REC-01] on a site with one country, the country is preselected and its provinces and territories are a list', async () => {
    const recruiter = await FormVisitor.loggedIn(reviewed, 'recruiter');
    const first = { title: uniqueTitle(), description: 'You look after the bees.', go: 'next' };
    const $ = await recruiter.page(next(await recruiter.send('/job/wizard', STEP, first)));
    expect($('select[name="countryCode"] option[selected]').attr('value')).toBe('CA');
    const areas = $('select[name="administrativeArea"] option').map((_index, area) => $(area).text());
    expect(areas.get()).toEqual(expect.arrayContaining(['Nunavut', 'Ontario', 'Quebec']));
    expect(areas.length).toBe(1 + 13);
  });

  it('dates use the time zone of the place, keep what was typed, and are shown with their zone', async () => {
    const recruiter = await FormVisitor.loggedIn(reviewed, 'recruiter');
    const preview = await writeJob(recruiter, uniqueTitle());
    const at = (step: string) => preview.replace('step=preview', `step=${step}`);
    const zoneAt = async () => (await recruiter.page(at('schedule')))('[data-dates-zone]').attr('data-dates-zone');
    // A remote job uses the time zone of the site.
    expect(await zoneAt()).toBe('America/Toronto');
    const onSite = await valueOf(recruiter, at('company'), 'remoteOptions', 'On-site');
    const place = { remoteOptions: onSite, countryCode: 'CA', administrativeArea: 'NL', locality: "St. John's" };
    await recruiter.send(at('company'), STEP, { ...place, go: 'next' });
    expect(await zoneAt()).toBe('America/St_Johns');
    const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
    const dates = { published: day(10), expiration: day(40), duration: '' };
    await recruiter.send(at('schedule'), STEP, { ...dates, go: 'next' });
    const $schedule = await recruiter.page(at('schedule'));
    expect($schedule('#field-published').attr('value')).toBe(dates.published);
    expect($schedule('#field-expiration').attr('value')).toBe(dates.expiration);
    expect($schedule('[data-dates-zone]').text()).toContain('Newfoundland Time (St Johns)');
    const closing = async () => {
      const time = (await recruiter.page(preview))('[data-preview] dd time').first();
      return [time.attr('datetime'), time.text()];
    };
    const [instant, text] = await closing();
    expect(instant).toBe(endOfDay(dates.expiration, 'America/St_Johns').toISOString());
    expect(text).toMatch(/11:59 p\.m\. N[SD]T$/);
    // Another time zone can be chosen.
    await recruiter.send(at('schedule'), STEP, { ...dates, timeZone: 'America/Toronto', go: 'next' });
    expect((await closing())[0]).toBe(endOfDay(dates.expiration, 'America/Toronto').toISOString());
    expect((await recruiter.page(at('schedule')))('#field-timeZone').val()).toBe('America/Toronto');
  }, 60_000);

  it('[REC-02] on a site with reviews, a job is submitted, sent back, submitted again, approved and found', async () => {
    const recruiter = await FormVisitor.loggedIn(reviewed, 'recruiter');
    const editor = await FormVisitor.loggedIn(reviewed, 'editor');
    const title = uniqueTitle();
    const preview = await writeJob(recruiter, title);
    const id = /job=(\d+)/.exec(preview)![1]!;
    const $preview = await recruiter.page(preview);
    expect($preview('[data-job-moves] button[value="publish"]').length).toBe(0);
    expect((await recruiter.send(preview, '[data-job-moves]', { go: 'publish' })).status).toBe(422);
    expect(next(await recruiter.send(preview, '[data-job-moves]', { go: 'submit' }))).toContain('state=needs_review');
    // Only staff of the site can open the review queue.
    expect((await recruiter.get('/admin/jobs')).status).toBe(403);
    const review = (await editor.page('/admin/jobs'))(`[data-job="${id}"] a[href*="/admin/job?"]`).attr('href')!;
    expect(review).toBe(`/admin/job?job=${id}`);
    expect((await recruiter.get(review)).status).toBe(403);
    const unsaid = await editor.send(review, '[data-job-send-back]', { reason: ' ' });
    expect(unsaid.status).toBe(422);
    await editor.send(review, '[data-job-send-back]', { reason: 'Please say which bees' });
    expect((await recruiter.page(preview)).text()).toContain('Please say which bees');
    await recruiter.send(preview, '[data-job-moves]', { go: 'submit' });
    // Reviewers see the whole job there, and return to the queue.
    const approved = next(await editor.send(preview, '[data-job-moves]', { go: 'approve' }));
    expect(approved).toBe('/admin/jobs?notice=approve');
    expect((await editor.page(approved))('[role="status"]').text()).toContain('The job is approved');
    const found = cheerio.load((await new FormVisitor(reviewed).get(`/jobs?search=${encodeURIComponent(title)}`)).text);
    expect(found('[data-region="results"] h2').text()).toContain(title);
  }, 60_000);

  it('[REC-01] the fields and kinds of jobs are configured per site', async () => {
    const elsewhere = new SiteUnderTest(url, 'europe');
    const choices = async (visitor: FormVisitor, path: string) =>
      (await visitor.page(path))('nav a[href*="?type="]')
        .map((_index, each) => /type=(\w+)/.exec(each.attribs.href!)![1])
        .get();
    const here = await FormVisitor.loggedIn(site, 'recruiter');
    const there = await FormVisitor.loggedIn(elsewhere, 'recruiter', '/en');
    expect(await choices(here, '/job/wizard')).toEqual(['job_per_template', 'job_per_link', 'job_per_file']);
    expect(await choices(there, '/en/job/wizard')).toEqual(['job_per_template', 'job_per_file']);
    const asked = async (visitor: FormVisitor, path: string) => {
      const first = { title: uniqueTitle(), description: 'Bees.', go: 'next' };
      const schedule = next(await visitor.send(path, STEP, first)).replace('step=company', 'step=schedule');
      // A value for a field that the form does not have is ignored.
      const fields = 'duration cvDuration';
      await visitor.send(schedule, STEP, { fields, duration: '14', cvDuration: '90', go: 'next' });
      const $ = await visitor.page(schedule);
      const chosen = (name: string) => $(`#field-${name} option[selected]`).attr('value');
      return [$('#field-cvDuration').length, chosen('duration'), chosen('cvDuration')];
    };
    expect(await asked(here, '/job/wizard')).toEqual([0, '14', undefined]);
    expect(await asked(there, '/en/job/wizard')).toEqual([1, '14', '90']);
  }, 60_000);

  it('[REC-01] two people edit one job: the second is warned, and keeps what was typed', async () => {
    const one = await FormVisitor.loggedIn(site, 'recruiter');
    const other = await FormVisitor.loggedIn(site, 'editor');
    const company = next(
      await one.send('/job/wizard', STEP, { title: uniqueTitle(), description: 'Bees.', go: 'next' }),
    );
    const path = company.replace('step=company', 'step=job');
    const before = await other.page(path);
    const version = before('input[name="version"]').attr('value')!;
    await one.send(path, STEP, { title: 'From the first', description: 'Bees.', go: 'save' });
    const late = await other.send(path, STEP, { title: 'From the second', description: 'Wasps.', version, go: 'next' });
    expect(late.status).toBe(409);
    const $late = cheerio.load(late.text);
    expect($late('[role="alert"]').text()).toMatch(/Robin Tremblay has saved this in the meantime/);
    expect($late('#field-title').attr('value')).toBe('From the second');
    expect((await one.page(path))('#field-title').attr('value')).toBe('From the first');
    // Saving automatically by script gives the same warning.
    const json = { accept: 'application/json' };
    const auto = await other.send(path, STEP, { title: 'x', version, go: 'autosave' }, json);
    expect([auto.status, (auto.body as { errors: unknown[] }).errors.length]).toEqual([409, 1]);
    // What is stored already can be sent again: its first answer was lost, or the button was pressed twice.
    const stored = { title: 'From the first', description: 'Bees.', version };
    const again = await one.send(path, STEP, { ...stored, go: 'autosave' }, json);
    const { redirect } = again.body as { redirect: string };
    expect([again.status, redirect]).toEqual([200, `${path}&version=${Number(version) + 1}`]);
    expect(next(await one.send(path, STEP, { ...stored, go: 'next' }))).toBe(company);
  }, 60_000);

  it('[REC-03] the job manager lists jobs by state with counts, duplicates, archives and renews; others have no access', async () => {
    const visitor = await FormVisitor.loggedIn(site, 'recruiter');
    const title = uniqueTitle();
    const preview = await writeJob(visitor, title);
    await visitor.send(preview, '[data-job-moves]', { go: 'publish' });
    const id = /job=(\d+)/.exec(preview)![1]!;
    const here = `/job-manager?search=${encodeURIComponent(title)}`;
    const form = `[data-job="${id}"] [data-job-actions]`;
    const copy = next(await visitor.send(here, form, { go: 'duplicate', key: 'one form' }));
    expect(next(await visitor.send(here, form, { go: 'duplicate', key: 'one form' }))).toBe(copy);
    const $copy = await visitor.page(copy);
    expect($copy('#field-title').attr('value')).toBe(title);
    expect($copy('[role="status"] [data-message]').text()).toContain('This is a copy of the job');
    expect((await visitor.page(copy.replace(/&notice.*/, '')))('[data-message]').length).toBe(0);
    await visitor.send(here, form, { go: 'archive' });
    const $archived = await visitor.page(`${here}&state=archived`);
    expect(
      $archived('[data-job]')
        .map((_index, each) => $archived(each).attr('data-job'))
        .get(),
    ).toEqual([id]);
    expect(Number($archived('nav a[aria-current] span').first().text())).toBeGreaterThan(0);
    const version = (await visitor.page(here))(`${form} [name=version]`).attr('value')!;
    await visitor.send(here, form, { go: 'renew', version });
    const repeated = await visitor.send(here, form, { go: 'renew', version });
    expect(repeated.text).toContain(`“${title}”: This job has changed since you opened the list`);
    const $renewed = await visitor.page(`${here}&state=published`);
    expect($renewed('[data-job]').length).toBe(1);
    expect((await visitor.page('/job-manager?search=nothing+of+the+kind'))('#none-title').text()).toBe('No jobs found');
    const anonymous = await new FormVisitor(site).get('/job-manager');
    expect(anonymous.headers.location).toMatch(/^\/user\/login\?/);
    const applicant = await FormVisitor.loggedIn(site, 'applicant');
    for (const path of ['/job-manager', '/job/wizard', `/job/wizard?job=${id}`, '/admin/jobs'])
      expect([path, (await applicant.get(path)).status]).toEqual([path, 403]);
  }, 60_000);

  it('[REC-03] an address beyond the last page of the job manager shows the last page, with its notice', async () => {
    const visitor = await FormVisitor.loggedIn(site, 'recruiter');
    const title = uniqueTitle();
    const ids: string[] = [];
    for (let written = 0; written < 21; written++) {
      const company = next(await visitor.send('/job/wizard', STEP, { title, description: 'Bees.', go: 'next' }));
      ids.push(/job=(\d+)/.exec(company)![1]!);
    }
    const here = `/job-manager?search=${encodeURIComponent(title)}`;
    const shown = async (path: string) => {
      const $ = await visitor.page(path);
      return {
        jobs: $('[data-job]')
          .map((_index, each) => $(each).attr('data-job'))
          .get(),
        page: $('nav [aria-current="page"]').last().text().trim(),
        notice: $('main [role="status"]').text(),
      };
    };
    const last = await shown(`${here}&page=2&notice=archive`);
    expect(last.jobs).toEqual([expect.stringMatching(new RegExp(`^(?:${ids.join('|')})$`))]);
    expect(last.notice).toContain('archived');
    expect(await shown(`${here}&page=3&notice=archive`)).toEqual(last);
  }, 60_000);

  it.each(['recruiter', 'editor', 'siteadmin', 'admin'])(
    '[ROLE-07] script in what %s types never reaches a page',
    async (name) => {
      const recruiter = await FormVisitor.loggedIn(site, 'recruiter');
      const visitor = await FormVisitor.loggedIn(site, name);
      const hostile =
        '<p onclick="x()">Bees<script>alert(1)</script><img src=x onerror=alert(2)></p><table><tbody><tr><td>Hive</td></tr></tbody></table>';
      const preview = await writeJob(recruiter, uniqueTitle());
      const path = preview.replace('step=preview', 'step=job');
      await visitor.send(path, STEP, { title: '"><script>alert(3)</script>', description: hostile, go: 'next' });
      const $ = await visitor.page(preview);
      const shown = $('[data-preview]');
      expect(shown.find('#job-title').text()).toBe('"><script>alert(3)</script>');
      expect(shown.find('script:not([src]), [onclick], [onerror], img[src="x"]').length).toBe(0);
      expect(shown.find('td').length).toBe(name === 'recruiter' ? 0 : 1);
    },
    60_000,
  );
});
