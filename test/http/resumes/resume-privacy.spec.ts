import * as cheerio from 'cheerio';
import { FormVisitor } from '../../support/visitors/form-visitor.js';
import { begin, next, PASSWORD, PATIENCE, resumeWorld, send, STEP, step } from '../../support/worlds/resume-world.js';
import { folded } from '../../support/data/site.js';

const PHONE = '+1 613 555 0187';
/** All private values of a resume, in every notation. */
const SECRETS = /Marigold|Quillfeather|555 0187|1984-02-29|29 February 1984|Moose Factory|P0L|Riverside/;

describe('private data in resumes', () => {
  const world = resumeWorld();

  it(
    '[ROLE-05] [APP-04] private fields are shown only to the owner, and to administrators who gave a reason: page, data, search, GraphQL, feeds',
    async () => {
      const owner = await world.somebody();
      await begin(owner, 'Clockmaker');
      next(await owner.fill(step('personal_info'), STEP, { phone: PHONE, about: 'I mend clocks.', go: 'next' }));
      next(await send(owner, 'visibility', { visible: 'yes' }));
      const recruiter = await world.somebody(['recruiter']);
      const found = (await recruiter.page('/resumes?search=clockmaker'))('[data-region="results"] h2 a').attr('href')!;
      const path = found.split('?')[0]!;
      const id = path.split('/').at(-1)!;
      const questions: [string, object][] = [
        ['ResumeDetail', { id }],
        ['OwnResumePage', {}],
        ['EditedResume', {}],
        ['OwnResumeState', {}],
        ['SearchResumes', { facets: [] }],
      ];
      const others: Record<string, FormVisitor> = {
        recruiter,
        anonymous: new FormVisitor(world.site()),
        applicant: await world.somebody(),
        both: await world.somebody(['applicant', 'recruiter']),
      };
      const pages = [path, '/resume', '/resume/edit', '/resume/wizard/personal-info', '/resumes', '/dashboard'];
      pages.push('/resumes?search=clockmaker&why=1', '/jobs/feed.atom', '/sitemap.xml');
      for (const [who, reader] of Object.entries(others)) {
        for (const asked of pages) {
          const { text } = await reader.get(asked);
          expect([who, asked, SECRETS.exec(text)?.[0]]).toEqual([who, asked, undefined]);
        }
        for (const [operationName, variables] of questions) {
          const answer = await reader.ask(operationName, variables);
          expect([who, operationName, SECRETS.exec(answer)?.[0]]).toEqual([who, operationName, undefined]);
        }
      }
      expect(folded((await recruiter.page(path))('main').text())).toContain('I mend clocks.');
      for (const words of ['Quillfeather', 'Marigold', '6135550187', 'Moose%20Factory', 'Riverside'])
        expect((await recruiter.page(`/resumes?search=${words}`))('[data-region="results"] h2 a').length).toBe(0);
      for (const role of ['administrator', 'site_admin', 'job_editor']) {
        const admin = await world.somebody([role]);
        const $shut = await admin.page(path);
        expect($shut.html()).not.toMatch(SECRETS);
        const ask = $shut('a[href*="/admin/access"]').attr('href');
        expect(ask !== undefined).toBe(role === 'administrator');
        if (ask !== undefined) {
          const csrfToken = (await admin.page(ask))('input[name="csrfToken"]').attr('value')!;
          const without = await admin.post(ask, { csrfToken, reason: ' ' });
          expect([without.status, (await admin.get(path)).text.includes('Quillfeather')]).toEqual([422, false]);
          const opened = await admin.post(ask, { csrfToken, reason: 'The owner asked us to correct it' });
          expect(opened.headers.location).toContain(path);
          expect((await admin.get(path)).text).toContain('Quillfeather');
        } else expect((await admin.get(`/admin/access?kind=resume&record=${id}`)).status).toBe(403);
        // Administrators can see a resume, but have no form for another person's.
        expect((await admin.get('/resume/edit')).status).toBe(403);
        expect(await admin.ask('EditedResume', {})).toContain('FORBIDDEN');
      }
      expect((await owner.get('/resume/edit')).text).toContain('Quillfeather');
    },
    PATIENCE,
  );

  it(
    '[APP-04] texts that recruiters read must not contain private or contact data',
    async () => {
      const owner = await world.somebody();
      await begin(owner, 'Painter');
      const texts = { about: 'I am Marigold Quillfeather, write to m@mail.example', go: 'next' };
      const $told = await owner.page(next(await owner.fill(step('personal_info'), STEP, texts)));
      expect($told('#field-about-error').text()).toMatch(/^Everybody who searches can read this/);
      expect(folded((await owner.page('/resume'))('article').text())).not.toContain('mail.example');
    },
    PATIENCE,
  );

  it(
    '[ROLE-05] [ROLE-02] nobody else can change a resume: other roles get no form, and their requests change their own or nothing',
    async () => {
      const owner = await world.somebody();
      await begin(owner, 'Untouched');
      const anonymous = new FormVisitor(world.site());
      for (const path of ['/resume', '/resume/edit', '/resume/wizard', '/resume/wizard/job-preferences'])
        expect((await anonymous.get(path)).headers.location).toMatch(/^\/user\/login\?destination=/);
      for (const role of ['recruiter', 'job_editor', 'site_admin', 'administrator']) {
        const other = await world.somebody([role]);
        for (const path of ['/resume/edit', '/resume/wizard', '/resume/wizard/job-preferences'])
          expect([role, path, (await other.get(path)).status]).toEqual([role, path, 403]);
        const csrfToken = (await other.page('/user/settings'))('input[name="csrfToken"]').attr('value')!;
        const sent = { csrfToken, fields: 'title', title: 'Theirs', go: 'save' };
        expect([role, (await other.post(step('job_preferences'), sent)).status]).toEqual([role, 403]);
        expect((await other.post('/resume', { csrfToken, form: 'visibility', visible: 'yes' })).status).not.toBe(200);
      }
      // The form of another applicant changes that applicant's resume.
      const applicant = await world.somebody();
      await begin(applicant, 'Of another', { firstName: 'Otto', lastName: 'Other' });
      expect((await owner.page('/resume'))('#resume-title').text()).toBe('Untouched');
      // A request without the form's token has no effect.
      const forged = await owner.post(step('job_preferences'), { fields: 'title', title: 'Forged', go: 'save' });
      expect(forged.status).toBe(403);
      expect((await owner.page('/resume'))('#resume-title').text()).toBe('Untouched');
    },
    PATIENCE,
  );

  describe('in a browser where somebody else has logged in since a page was opened', () => {
    const TITLE = 'You’re now logged in as somebody else';
    const NAME = 'form[data-form="change-name"]';

    const emailOf = async (person: FormVisitor) =>
      ((await person.get('/api/auth/session')).body as { user: { email: string } }).user.email;
    const change = async (browser: FormVisitor, email: string) => {
      await browser.get('/user/logout');
      const answer = await browser.send('/user/login', 'form[data-form="login"]', { email, password: PASSWORD });
      expect(answer.status).toBe(303);
    };

    it(
      'the page does nothing to the account of that person, and what was typed can be sent by its own',
      async () => {
        const owner = await world.somebody();
        await begin(owner, 'Untouched');
        const [anna, ben] = [await world.somebody(), await emailOf(owner)];
        const own = await emailOf(anna);
        await begin(anna, 'Hers');
        const [resume, settings] = [await anna.get('/resume'), await anna.get('/user/settings')];
        await change(anna, ben);
        const refused = await anna.fillShown(resume.text, 'form#delete', {});
        expect([refused.status, refused.headers['cache-control']]).toEqual([403, 'private, no-store']);
        expect(cheerio.load(refused.text)('h1').text()).toBe(TITLE);
        expect((await anna.page('/resume'))('#resume-title').text()).toBe('Untouched');

        const typed = { firstName: 'Annabel', lastName: 'Typed' };
        const named = await anna.fillShown(settings.text, NAME, typed);
        expect([named.status, cheerio.load(named.text)('main [name="firstName"]').attr('value')]).toEqual([
          403,
          'Annabel',
        ]);
        const again = await anna.fillShown(named.text, 'main form', {});
        expect(again.status).toBe(403);
        expect((await anna.page('/user/settings'))('#field-firstName').attr('value')).not.toBe('Annabel');
        await change(anna, own);
        expect((await anna.fillShown(again.text, 'main form', {})).status).toBe(303);
        expect((await anna.page('/user/settings'))('#field-firstName').attr('value')).toBe('Annabel');
      },
      PATIENCE,
    );

    it(
      'nothing is saved for that person while something is typed, nor are their lists read or changed',
      async () => {
        const [anna, other] = [await world.somebody(), await world.somebody()];
        const wizard = await anna.page('/resume/wizard/personal-info');
        const account = wizard('[data-session-notice]').attr('data-session-notice');
        const values = { version: '0', firstName: 'Anna', fields: 'firstName', go: 'autosave' };
        const hidden = (name: string) => wizard(`${STEP} [name="${name}"]`).attr('value')!;
        // Processes of earlier releases, which may serve the same visitors during an upgrade, compare the whole token.
        expect((await anna.get('/api/auth/csrf')).body).toEqual({ csrfToken: hidden('csrfToken') });
        const own = { csrfToken: hidden('csrfToken'), csrfAccount: hidden('csrfAccount') };
        const save = () =>
          anna.post('/resume/wizard/personal-info', { ...own, ...values }, { accept: 'application/json' });
        await change(anna, await emailOf(other));
        const refused = await save();
        expect([refused.status, JSON.stringify(refused.body)]).toEqual([403, expect.stringContaining(TITLE)]);
        expect((await anna.page('/resume/wizard/personal-info'))('#field-firstName').attr('value')).not.toBe('Anna');

        const now = (await anna.page('/jobs'))('[data-session-notice]').attr('data-session-notice');
        expect((await anna.get('/api/auth/session')).headers['x-causeboard-account']).toBe(now);
        const read = async (page: string | undefined) => {
          const asked = { operationName: 'BookmarkedJobs', variables: {}, account: page };
          return (await anna.postJson('/graphql', asked)).body as { data?: object };
        };
        expect([await read(now), await read(undefined)]).toEqual(Array(2).fill({ data: { bookmarkedJobs: [] } }));
        expect(await read(account)).toMatchObject({ errors: [{ extensions: { code: 'FORBIDDEN' } }] });
      },
      PATIENCE,
    );

    it('the person can log out from the page', async () => {
      const [anna, other] = [await world.somebody(), await world.somebody()];
      const page = await anna.get('/jobs');
      await change(anna, await emailOf(other));
      const answer = await anna.fillShown(page.text, '[data-account-menu] form[action="/user/logout"]', {});
      expect([answer.status, (await anna.get('/api/auth/session')).body]).toEqual([303, {}]);
    });
  });
});
