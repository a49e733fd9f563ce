import * as cheerio from 'cheerio';
import sharp from 'sharp';
import { FormVisitor } from '../../support/visitors/form-visitor.js';
import { begin, next, PATIENCE, PRIVATE, resumeWorld, send, STEP, step } from '../../support/worlds/resume-world.js';
import { folded, SiteUnderTest } from '../../support/data/site.js';

const picture = (): Promise<Buffer> =>
  sharp({ create: { width: 800, height: 500, channels: 3, background: '#d61' } })
    .jpeg()
    .toBuffer();

describe('the owner’s resume', () => {
  const world = resumeWorld();

  it(
    '[APP-03] a person without a resume is offered the wizard, and has a hidden one after its two steps, without scripts',
    async () => {
      const owner = await world.somebody();
      const empty = await owner.page('/resume');
      expect(folded(empty('main').text())).toContain('No resume yet');
      expect(empty('main a[href="/resume/wizard/personal-info"]').length).toBe(1);
      const start = await owner.page('/resume/wizard');
      expect(start('main li a[href="/resume/wizard/personal-info"]').length).toBe(1);
      const names = async (path: string) => {
        const page = await owner.page(path);
        return page('[data-field]')
          .map((_index, field) => page(field).attr('data-field'))
          .get();
      };
      // Photo, introduction and telephone number are optional here.
      const first = await names('/resume/wizard/personal-info');
      expect(first).toEqual(expect.arrayContaining(['salutation', 'firstName', 'lastName', 'birthday']));
      for (const later of ['picture', 'about', 'phone']) expect(first).not.toContain(later);
      expect(await names('/resume/wizard/job-preferences')).toEqual(expect.arrayContaining(['title', 'careerStatus']));
      const edit = await names('/resume/edit');
      for (const later of ['picture', 'about', 'phone']) expect(edit).toContain(later);
      // Values known from the account are filled in.
      expect((await owner.page('/resume/wizard/personal-info'))('#field-firstName').attr('value')).toMatch(/^person/);

      await begin(owner, 'Lighthouse keeper');
      const page = await owner.page('/resume');
      expect([page('#resume-title').text(), page('#visibility button').text()]).toEqual([
        'Lighthouse keeper',
        'Let recruiters find it',
      ]);
      expect(folded(page('main').text())).toContain('This resume is hidden');
    },
    PATIENCE,
  );

  it(
    '[APP-03] every group is edited without scripts: terms, places, months, and entries that are added, removed and moved',
    async () => {
      const owner = await world.somebody();
      await begin(owner, 'Carpenter');
      const more = {
        'desiredSalary.1.minSalary': '50,000',
        'desiredSalary.1.currencyCode': 'CAD',
        'desiredSalary.1.salaryUnit': 'YEAR',
        'desiredLocation.1.locality': 'Ottawa',
        'desiredLocation.1.countryCode': 'CA',
        availableStart: '2030-01-15',
        go: 'next',
      };
      const page = await owner.page(step('job_preferences'));
      const occupation = page('[name="desiredOccupation"]').first();
      const chosen = { ...more, desiredOccupation: occupation.attr('value')! };
      expect(next(await owner.fill(step('job_preferences'), STEP, chosen))).toBe(step('education'));
      const fieldOfStudy = (await owner.page(step('education')))('select[name$="fieldOfStudy"] option').eq(1);
      const school = {
        'education.1.institution': 'School of Wood',
        'education.1.from': '2001-09',
        'education.1.until': '2004-06',
        'education.1.fieldOfStudy': fieldOfStudy.attr('value')!,
      };
      expect(next(await owner.fill(step('education'), STEP, { ...school, go: 'next' }))).toBe(step('work_experience'));
      const add = async (number: number, title: string) =>
        owner.fill(step('work_experience'), STEP, {
          [`workExperience.${number}.jobTitle`]: title,
          [`workExperience.${number}.from`]: `200${number}-03`,
          [`workExperience.${number}.summary`]: 'Doors\nWindows',
          go: 'more',
        });
      expect(next(await add(1, 'First job'))).toBe(`${step('work_experience')}#form`);
      next(await add(2, 'Second job'));
      next(await add(3, 'Third job'));
      next(await owner.fill(step('work_experience'), STEP, { go: 'up:workExperience.3' }));
      const typed = await owner.page(step('work_experience'));
      const titles = typed('input[name$=".jobTitle"]').map((_index, input) => typed(input).attr('value') ?? '');
      expect(titles.get()).toEqual(['First job', 'Third job', 'Second job', '']);
      // The resume does not contain these changes yet, and its page says so.
      const unsaved = await owner.page('/resume');
      expect(folded(unsaved('main').text())).not.toContain('First job');
      expect(folded(unsaved('main').text())).toContain('You’ve typed something that isn’t in your resume yet');
      const left = { 'remove:workExperience.1': 'yes', go: 'next' };
      expect(next(await owner.fill(step('work_experience'), STEP, left))).toBe(step('languages'));
      const language = (await owner.page(step('languages')))('select[name$=".language"] option').eq(1);
      const spoken = {
        'languages.1.language': language.attr('value')!,
        languagesFree: 'Elvish\nDwarvish',
      };
      expect(next(await owner.fill(step('languages'), STEP, { ...spoken, go: 'next' }))).toBe(step('skills'));
      expect(next(await owner.fill(step('skills'), STEP, { skillsFree: 'Dovetails', go: 'next' }))).toBe(
        '/resume?notice=saved',
      );
      expect([fieldOfStudy.text(), language.text()]).not.toContain('');
      const shown = await owner.page('/resume');
      const text = folded(shown('article').text());
      for (const each of [
        'Carpenter',
        'Ottawa',
        'School of Wood',
        fieldOfStudy.text(),
        'Second job',
        'Windows',
        language.text(),
        'Elvish',
        'Dovetails',
        '50,000',
      ])
        expect(text).toContain(each);
      expect(text.indexOf('Third job')).toBeLessThan(text.indexOf('Second job'));
      expect(text).not.toContain('First job');
      expect(folded(shown('[role="status"]').text())).not.toContain('isn’t in your resume');
      for (const group of ['personal_info', 'job_preferences', 'education', 'work_experience', 'languages', 'skills'])
        expect(shown(`article a[href="${step(group)}"]`).length).toBeGreaterThan(0);
    },
    PATIENCE,
  );

  it(
    '[APP-03] errors are shown next to their fields, in the page’s language, and nothing typed is lost',
    async () => {
      const owner = await world.somebody();
      await begin(owner, 'Baker');
      const wrong = {
        title: '',
        availableStart: 'soon',
        'desiredSalary.1.minSalary': '9',
        'desiredSalary.1.maxSalary': '5',
        'availabilityPeriods.1.from': '2030-05',
        'availabilityPeriods.1.until': '2030-04',
        go: 'next',
      };
      const $told = await owner.page(next(await owner.fill(step('job_preferences'), STEP, wrong)));
      const error = (name: string) => $told(`[id="field-${name}-error"]`).text();
      expect(error('title')).toBe('Field is required');
      expect(error('availableStart')).toMatch(/^Please enter a date/);
      expect(error('desiredSalary.1.maxSalary')).toMatch(/^This comes before the start/);
      expect(error('desiredSalary.1.currencyCode')).toMatch(/^Please say which currency/);
      expect(error('availabilityPeriods.1.until')).toMatch(/^This comes before the start/);
      expect($told('[id="field-desiredSalary.1.minSalary"]').attr('value')).toBe('9');
      expect($told('[data-form-errors] a').length).toBeGreaterThanOrEqual(6);
      expect((await owner.page('/resume'))('#resume-title').text()).toBe('Baker');
      expect(next(await send(owner, 'discard'))).toBe('/resume?notice=discarded#main');
      expect((await owner.page(step('job_preferences')))('#field-title').attr('value')).toBe('Baker');
    },
    PATIENCE,
  );

  it(
    '[APP-03] two windows: the second is warned, and keeps what was typed in it',
    async () => {
      const owner = await world.somebody();
      await begin(owner, 'Piper');
      const version = (await owner.page(step('job_preferences')))('input[name="version"]').attr('value')!;
      next(await owner.fill(step('job_preferences'), STEP, { title: 'First', go: 'save' }));
      const second = await owner.fill(step('job_preferences'), STEP, { title: 'Second', version, go: 'save' });
      expect(second.status).toBe(409);
      const $second = cheerio.load(second.text);
      expect(folded($second('[role="alert"]').text())).toContain(
        'Another of your windows has saved this in the meantime',
      );
      expect($second('#field-title').attr('value')).toBe('Second');
      expect((await owner.page('/resume'))('#resume-title').text()).toBe('First');
    },
    PATIENCE,
  );

  it(
    '[APP-03] [APP-04] a photo is re-encoded, shown in the form and the resume, and has no public address; an invalid one is refused',
    async () => {
      const owner = await world.somebody();
      await begin(owner, 'Model');
      const photo: [string, string, Buffer] = ['upload:picture', '../me.jpg', await picture()];
      next(await owner.fill(step('personal_info'), STEP, { about: 'About me', go: 'next' }, [photo]));
      const form = await owner.page(step('personal_info'));
      const source = form('[data-field="picture"] img').attr('src')!;
      expect(source).toMatch(/^data:image\/webp;base64,/);
      expect((await owner.page('/resume'))('article img').attr('src')).toBe(source);
      const [id] = form('input[name="picture"]').attr('value')!.split(' ');
      for (const reader of [owner, new FormVisitor(world.site())])
        expect((await reader.get(`/files/${id}/me.webp`)).status).toBe(404);
      const svg: [string, string, Buffer] = [
        'upload:picture',
        'me.svg',
        Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
      ];
      const refused = await owner.fill(step('personal_info'), STEP, { about: 'Not lost', go: 'next' }, [svg]);
      expect(refused.status).toBe(422);
      const $refused = cheerio.load(refused.text);
      expect(folded($refused('#field-picture-error').text())).toMatch(/choose a PDF, DOCX, ODT, JPG, PNG or WebP file/);
      expect($refused('#field-about').text()).toBe('Not lost');
      next(await owner.fill(step('personal_info'), STEP, { 'remove:picture': 'yes', go: 'next' }));
      expect((await owner.page('/resume'))('article img').length).toBe(0);
    },
    PATIENCE,
  );

  it(
    '[APP-03] is found as soon as its owner publishes it, can be hidden again, and is deleted after a confirmation',
    async () => {
      const owner = await world.somebody();
      const recruiter = await world.somebody(['recruiter']);
      const isFound = async () =>
        (await recruiter.page('/resumes?search=falconer'))('[data-region="results"] h2 a').text().includes('Falconer');
      await begin(owner, 'Falconer');
      expect(await isFound()).toBe(false);
      expect(next(await send(owner, 'visibility', { visible: 'yes' }))).toBe('/resume?notice=shown#main');
      expect(await isFound()).toBe(true);
      next(await owner.fill(step('skills'), STEP, { skillsFree: 'Whistling', go: 'save' }));
      expect((await recruiter.page('/resumes?search=whistling'))('[data-region="results"] h2 a').length).toBe(1);
      next(await send(owner, 'visibility', { visible: 'no' }));
      expect(await isFound()).toBe(false);
      next(await send(owner, 'visibility', { visible: 'yes' }));
      const asked = await owner.page('/resume');
      expect(asked('details:has(form#delete)').attr('open')).toBeUndefined();
      expect(next(await send(owner, 'delete'))).toBe('/resume?notice=deleted#main');
      expect(await isFound()).toBe(false);
      expect(folded((await owner.page('/resume'))('main').text())).toContain('No resume yet');
    },
    PATIENCE,
  );

  it(
    '[APP-03] [APP-07] its completeness and what is missing are shown on its page and on the dashboard',
    async () => {
      const owner = await world.somebody();
      const none = await owner.page('/dashboard');
      expect(none('#resume a[href="/resume/wizard"]').length).toBe(1);
      await begin(owner, 'Gardener');
      const percent = async (path: string) =>
        Number((await owner.page(path))('[data-percentage]').attr('data-percentage'));
      const before = await percent('/resume');
      expect([before > 0, before < 50, await percent('/dashboard')]).toEqual([true, true, before]);
      const missing = async () => {
        const page = await owner.page('/resume');
        return page('#missing a')
          .map((_index, link) => page(link).attr('href'))
          .get();
      };
      expect(await missing()).toContain('/resume/edit?step=skills#field-skills');
      next(await owner.fill(step('skills'), STEP, { skillsFree: 'Pruning', go: 'save' }));
      expect(await percent('/resume')).toBeGreaterThan(before);
      expect(await missing()).not.toContain('/resume/edit?step=skills#field-skills');
      expect((await owner.page('/dashboard'))('#resume a[href^="/resume/edit?step="]').length).toBe(4);
    },
    PATIENCE,
  );

  it(
    '[SITE-04] percentage, card and link to the wizard are configured per site',
    async () => {
      const flags = 'default.percentageBox=off,default.completenessCard=off,default.incompleteRedirectToWizard=on';
      const other = await world.start({ SITE_FLAGS: flags });
      try {
        const owner = await world.somebody(undefined, new SiteUnderTest(other.url));
        const led = await owner.get('/dashboard');
        expect([led.status, led.headers.location]).toEqual([302, '/resume/wizard']);
        const later = (await owner.page('/resume/wizard'))('main a[href^="/dashboard"]').attr('href')!;
        expect((await owner.get(later)).status).toBe(200);
        await begin(owner, 'Smith');
        expect((await owner.get('/dashboard')).status).toBe(200);
        for (const path of ['/resume', '/dashboard']) {
          const page = await owner.page(path);
          expect([path, page('[data-percentage]').length, page('#missing, #resume li').length]).toEqual([path, 0, 0]);
        }
      } finally {
        await other.stop();
      }
    },
    PATIENCE,
  );

  it(
    '[ROUTE-08] [APP-03] form and wizard have British English and German addresses',
    async () => {
      const uk = world.site('uk');
      const europe = world.site('europe');
      for (const [of, from, to] of [
        [uk, '/resume/edit', '/cv/edit'],
        [uk, '/resume/wizard/job-preferences', '/cv/wizard/job-preferences'],
        [europe, '/de/resume/wizard', '/de/lebenslauf/wizard'],
        [europe, '/de/resume/wizard/personal-info', '/de/lebenslauf/wizard/personal-info'],
      ] as const) {
        const moved = await of.get(from);
        expect([moved.status, moved.headers.location]).toEqual([301, to]);
      }
      const owner = await world.somebody(undefined, uk);
      expect((await owner.page('/cv/wizard'))('h1').text()).toBe('Create your CV');
      // The first step has a short address too.
      expect((await owner.page('/cv/personal-info'))('#field-firstName').attr('value')).toMatch(/^person/);
      const sent = await owner.fill('/cv/personal-info', STEP, { ...PRIVATE, go: 'next' });
      expect(next(sent)).toBe('/cv/wizard/job-preferences');
      const german = await europe.get('/de/lebenslauf/personal-info');
      expect(german.status).toBe(302);
      expect(german.headers.location).toMatch(/^\/de\/user\/login\?destination=/);
    },
    PATIENCE,
  );
});
