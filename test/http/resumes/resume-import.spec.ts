import schema from '@jsonresume/schema';
import * as cheerio from 'cheerio';
import { sql } from 'kysely';
import type { Response } from 'supertest';
import { FormVisitor } from '../../support/visitors/form-visitor.js';
import type { RecruiterVisitor } from '../../support/visitors/recruiter-visitor.js';
import { docxOf, encryptedPdf, pdfOf, pdfOfLines } from '../../support/data/resume-files.js';
import { ENGLISH_RESUME, GERMAN_RESUME } from '../../support/data/resume-texts.js';
import { PATIENCE, resumeWorld } from '../../support/worlds/resume-world.js';
import { folded, SiteUnderTest } from '../../support/data/site.js';

const PAGE = '/resume/wizard/import';
const UPLOAD = 'form[data-resume-import]';
const REVIEW = '[data-review] form';

/** Values of the fields of a review item, by the last part of their names. */
function held(html: string, item: string): Record<string, string> {
  const page = cheerio.load(html);
  const found = page(`[data-item="${item}"]`).first().find('input:not([type="checkbox"]), textarea, select').toArray();
  return Object.fromEntries(
    found.map((each) => {
      const element = page(each);
      const chosen = element.find('option[selected]').text();
      const text = each.tagName === 'textarea' ? element.text() : (element.attr('value') ?? chosen);
      return [element.attr('name')!.split('.').at(-1)!, text];
    }),
  );
}

/** Also accepts the first name from the file, which is not preselected because the account has one. */
const named = (html: string): Record<string, string> => ({ [boxes(html, 'firstName')[0]![0]]: 'yes' });

/** Names of the checkboxes of an item, and whether they are ticked. */
function boxes(html: string, item: string): [name: string, isTicked: boolean][] {
  const page = cheerio.load(html);
  const found = page(`[data-item="${item}"] input[type="checkbox"]`).toArray();
  return found.map((each) => [page(each).attr('name')!, page(each).is('[checked]')]);
}

const main = (html: string): string => folded(cheerio.load(html)('main').text());
const errors = (html: string): string => folded(cheerio.load(html)('[data-form-errors]').text());

describe('resumes imported from files', () => {
  const world = resumeWorld();
  const somebody: typeof world.somebody = (...about) => world.somebody(...about);
  const upload = (who: RecruiterVisitor, bytes: Uint8Array, page = PAGE): Promise<Response> =>
    who.fill(page, UPLOAD, { go: 'read' }, [['file', 'resume', Buffer.from(bytes)]]);
  const confirm = (who: RecruiterVisitor, html: string, values: Record<string, string | undefined> = {}) =>
    who.fillShown(html, REVIEW, { ...values, go: 'confirm' });
  async function stored(): Promise<string> {
    const { rows } = await sql<{
      all: string;
    }>`select (select count(*) from resume) || ' ' || (select count(*) from resume_form) || ' '
      || (select count(*) from kept_upload) || ' ' || (select count(*) from application_file) as all`.execute(
      world.database,
    );
    return rows[0]!.all;
  }

  it(
    '[APP-03] a PDF is shown value by value with its lines, and is added to the resume after confirmation, without scripts',
    async () => {
      const who = await somebody();
      const before = await stored();
      const start = await who.page(PAGE);
      expect(folded(start('main').text())).toContain('we don’t store it');
      expect(start('main a[href="/resume/wizard/personal-info"]')).toHaveLength(1);

      const answer = await upload(who, pdfOfLines(ENGLISH_RESUME));
      expect([answer.status, answer.headers['cache-control']]).toEqual([200, expect.stringContaining('private')]);
      expect(held(answer.text, 'firstName')).toEqual({ firstName: 'Margaret' });
      expect(held(answer.text, 'workExperience')).toMatchObject({
        jobTitle: 'Program Coordinator',
        companyName: 'Hope House Foundation',
        from: '2019-03',
        locality: 'Toronto',
        countryCode: 'Canada',
      });
      expect(main(answer.text)).toContain('Program Coordinator, Hope House Foundation');
      expect(main(answer.text)).toContain('Part of this isn’t in the file and was assumed');
      const review = cheerio.load(answer.text);
      const job = review('[data-item="workExperience"]').first();
      // The summary shows the source once; everything that can be edited is in a disclosure.
      expect(folded(job.text()).match(/From the lines?:/g)).toHaveLength(1);
      expect(folded(job.text())).toContain('Mar 2019 – present · Toronto, ON');
      expect(job.find('details:not([open]) [name$=".jobTitle"]')).toHaveLength(1);
      expect(job.find('input, select, textarea').not('details *').toArray()).toHaveLength(1);
      expect(boxes(answer.text, 'workExperience').every(([, isTicked]) => isTicked)).toBe(true);
      // Nothing is stored before confirmation, so leaving now does not change the resume.
      expect(await stored()).toBe(before);
      expect(folded((await who.page('/resume'))('main').text())).toContain('No resume yet');

      const [[salesforce]] = boxes(answer.text, 'skillsFree') as [[string, boolean]];
      const [[title]] = boxes(answer.text, 'title') as [[string, boolean]];
      const done = await confirm(who, answer.text, {
        [salesforce]: undefined,
        [title.replace('take', 'item').concat('.title')]: 'Programs coordinator',
      });
      expect([done.status, done.headers.location]).toEqual([303, '/resume']);
      const page = await who.page('/resume');
      const text = folded(page('main').text());
      expect(folded(page('body').text())).toContain('Your selection has been added to your resume');
      for (const word of [
        'Programs coordinator',
        'Hope House Foundation',
        'York University',
        'Grant writing',
        'Punjabi',
      ])
        expect(text).toContain(word);
      expect(text).not.toContain('Salesforce');
      expect(text).toContain('This resume is hidden');
      const { rows } = await sql<{ phone: string; city: string }>`select p.phone, p.home_location ->> 'locality' as city
        from resume_private p join resume r on r.id = p.resume_id where r.title = 'Programs coordinator'`.execute(
        world.database,
      );
      expect(rows).toEqual([{ phone: '(416) 555-0142', city: 'Toronto' }]);
    },
    PATIENCE,
  );

  it(
    '[APP-03] existing content is kept: entries are added, and single values are replaced only if they are ticked',
    async () => {
      const who = await somebody();
      const first = await upload(who, pdfOfLines(ENGLISH_RESUME));
      expect((await confirm(who, first.text, named(first.text))).status).toBe(303);

      const again = await upload(who, pdfOfLines(ENGLISH_RESUME));
      for (const item of ['firstName', 'workExperience', 'education', 'languages', 'skills', 'title', 'homeLocation'])
        expect({ item, ticked: boxes(again.text, item).some(([, isTicked]) => isTicked) }).toEqual({
          item,
          ticked: false,
        });
      expect(main(again.text)).toContain('This is already in your resume.');
      const nothing = await confirm(who, again.text);
      expect([nothing.status, errors(nothing.text)]).toEqual([422, expect.stringContaining('Nothing is ticked')]);

      const other = docxOf([
        ...['Anna Muster', 'Baker', 'Experience', 'Baker\t2008 – 2010', 'Good Bread Ltd, Halifax', 'Skills', 'Baking'],
      ]);
      const review = await upload(who, other);
      expect(main(review.text)).toContain('Your resume says “Community Programs Coordinator” now');
      expect(boxes(review.text, 'title')).toEqual([[expect.any(String), false]]);
      const [[lastName]] = boxes(review.text, 'lastName') as [[string, boolean]];
      expect((await confirm(who, review.text, { [lastName]: 'yes' })).status).toBe(303);
      const edit = await who.page('/resume/edit?step=work_experience');
      const titles = edit('[name^="workExperience"][name$=".jobTitle"]')
        .map((_index, input) => edit(input).attr('value'))
        .get()
        .filter(Boolean);
      expect(titles).toEqual(['Program Coordinator', 'Settlement Worker', 'Baker']);
      const person = await who.page('/resume/edit?step=personal_info');
      expect([person('#field-firstName').attr('value'), person('#field-lastName').attr('value')]).toEqual([
        'Margaret',
        'Muster',
      ]);
      expect((await who.page('/resume/edit?step=job_preferences'))('#field-title').attr('value')).toBe(
        'Community Programs Coordinator',
      );
    },
    PATIENCE,
  );

  it(
    '[APP-03] errors are shown next to their fields with everything typed, and nothing is saved',
    async () => {
      const who = await somebody();
      const before = await stored();
      const review = await upload(who, pdfOfLines(ENGLISH_RESUME));
      const [[work]] = boxes(review.text, 'workExperience') as [[string, boolean]];
      const field = (part: string) => `${work.replace('take', 'item')}.${part}`;
      const typed = {
        [field('from')]: 'once',
        [field('summary')]: 'Ask Margaret O’Neill-Brown.',
        [field('companyName')]: 'Hope & Co',
      };
      const answer = await confirm(who, review.text, { ...named(review.text), ...typed });
      expect(answer.status).toBe(422);
      const page = cheerio.load(answer.text);
      const at = (part: string) => page(`[name="${field(part)}"]`);
      expect([at('from').attr('value'), at('companyName').attr('value'), at('summary').text()]).toEqual([
        ...['once', 'Hope & Co', 'Ask Margaret O’Neill-Brown.'],
      ]);
      expect([at('from').attr('aria-invalid'), at('summary').attr('aria-invalid')]).toEqual(['true', 'true']);
      expect(at('from').closest('details').attr('open')).toBeDefined();
      expect(page(`[data-form-errors] a[href="#${at('from').attr('id')}"]`)).toHaveLength(1);
      expect((await stored()).split(' ')[0]).toBe(before.split(' ')[0]);
      expect(folded((await who.page('/resume'))('main').text())).not.toMatch(/not saved|Hope/);

      const done = await confirm(who, answer.text, { [field('from')]: '2019-04', [field('summary')]: 'I ran it.' });
      expect([done.status, done.headers.location]).toEqual([303, '/resume']);
      const edit = await who.page('/resume/edit?step=work_experience');
      expect(edit('[name="workExperience.1.from"]').attr('value')).toBe('2019-04');
      expect(edit('[name="workExperience.3.jobTitle"]').attr('value') ?? '').toBe('');
    },
    PATIENCE,
  );

  it.each([
    ['no file at all', undefined, 'Please choose a file'],
    ['an empty one', Buffer.alloc(0), 'The file is empty'],
    ['one of another kind', Buffer.from('GIF89a'), 'This is not a PDF, Word (DOCX) or JSON Resume file'],
    ['one with a password', encryptedPdf(), 'opens only with a password'],
    ['a scan', pdfOf([[]]), 'has pictures of pages'],
    ['one that is too large', Buffer.concat([Buffer.from('%PDF-1.7'), Buffer.alloc(10_100_000)]), 'larger than 10 MB'],
    ['a broken one', Buffer.from('%PDF-1.7 and nothing'), 'can’t be opened'],
  ])(
    '[APP-03] of %s the page says what is wrong and what to do',
    async (_name, bytes, message) => {
      const who = await somebody();
      const before = await stored();
      const answer = await who.fill(
        PAGE,
        UPLOAD,
        { go: 'read' },
        bytes ? [['file', 'resume.pdf', Buffer.from(bytes)]] : [],
      );
      expect([answer.status, errors(answer.text)]).toEqual([422, expect.stringContaining(message)]);
      const page = cheerio.load(answer.text);
      expect(page(`${UPLOAD} a[href="/resume/wizard/personal-info"]`)).toHaveLength(1);
      expect(page('#field-file').attr('aria-invalid')).toBe('true');
      expect(await stored()).toBe(before);
    },
    PATIENCE,
  );

  it(
    '[APP-03] a resume is exported as JSON Resume for its owner, and can be imported again',
    async () => {
      const who = await somebody();
      expect((await who.get('/resume/export')).status).toBe(404);
      const first = await upload(who, pdfOfLines(ENGLISH_RESUME));
      expect((await confirm(who, first.text, named(first.text))).status).toBe(303);
      expect((await who.page('/resume'))('a[href="/resume/export"]')).toHaveLength(1);

      const file = await who.get('/resume/export');
      expect([file.status, file.headers['content-type'], file.headers['content-disposition']]).toEqual([
        ...[200, 'application/json; charset=utf-8', 'attachment; filename="resume.json"'],
      ]);
      expect([file.headers['cache-control'], file.headers['x-content-type-options']]).toEqual([
        expect.stringMatching(/private|no-store/),
        'nosniff',
      ]);
      const content = JSON.parse(file.text) as { basics: { name: string } };
      schema.validate(content, (faults, valid) => expect({ faults, valid }).toEqual({ faults: null, valid: true }));
      expect(content.basics.name).toBe('Margaret O’Neill-Brown');

      const other = await somebody();
      expect((await other.get('/resume/export')).status).toBe(404);
      const review = await upload(other, Buffer.from(file.text));
      expect(held(review.text, 'workExperience')).toMatchObject({ jobTitle: 'Program Coordinator', from: '2019-03' });
      expect(main(review.text)).toContain('From the lines: “work[0].position / work[0].name / …”');
      expect((await confirm(other, review.text, named(review.text))).status).toBe(303);
      const both = await Promise.all(
        [who, other].map(async (each) => JSON.parse((await each.get('/resume/export')).text) as object),
      );
      const [one, same] = both.map((each) => ({ ...each, meta: undefined }));
      expect(same).toEqual(one);
    },
    PATIENCE,
  );

  it(
    '[APP-03] [ROLE-02] is only available to applicants',
    async () => {
      const anonymous = new FormVisitor(world.site());
      for (const path of [PAGE, '/resume/export']) {
        const answer = await anonymous.get(path);
        expect([answer.status, answer.headers.location]).toEqual([302, expect.stringContaining('/user/login?')]);
      }
      const recruiter = await somebody(['recruiter']);
      expect([(await recruiter.get(PAGE)).status, (await recruiter.get('/resume/export')).status]).toEqual([403, 404]);
      const applicant = await somebody();
      const review = await upload(applicant, pdfOfLines(ENGLISH_RESUME));
      const before = await stored();
      const token = (await recruiter.page('/dashboard'))('input[name="csrfToken"]').first().attr('value') ?? '';
      const proposal = cheerio.load(review.text)('input[name="proposal"]').attr('value')!;
      const values = { csrfToken: token, go: 'confirm', proposal, 'take.0': 'yes', 'item.0.firstName': 'Mallory' };
      expect((await recruiter.post(PAGE, values)).status).toBe(403);
      expect((await anonymous.post(PAGE, values)).headers.location).toContain('/user/login?');
      const forged = await applicant.fillShown(review.text, REVIEW, { go: 'confirm', csrfToken: 'x' });
      expect(forged.status).toBe(403);
      const broken = await applicant.fillShown(review.text, REVIEW, { go: 'confirm', proposal: '[{"field":"x"}]' });
      expect([broken.status, errors(broken.text)]).toEqual([
        422,
        expect.stringContaining('no longer have what was read'),
      ]);
      expect(await stored()).toBe(before);
    },
    PATIENCE,
  );

  it(
    '[APP-03] [ROUTE-08] is translated into the languages of the site, with translated addresses',
    async () => {
      const europe = world.site('europe');
      const who = await somebody(undefined, europe, '/de');
      const page = '/de/lebenslauf/wizard/import';
      expect((await who.get('/de/resume/wizard/import')).headers.location).toContain(page);
      const review = await upload(who, pdfOfLines(GERMAN_RESUME), page);
      expect(main(review.text)).toContain(
        'Aus den Zeilen: „03/2019 – heute Sozialarbeiter / Caritasverband e. V., Berlin',
      );
      expect(held(review.text, 'birthday')).toEqual({ birthday: '1990-03-12' });
      const done = await confirm(who, review.text);
      expect([done.status, done.headers.location]).toEqual([303, '/de/lebenslauf']);
      expect(main((await who.get('/de/lebenslauf')).text)).toContain('Caritasverband e. V.');
      expect(main((await who.get('/fr/resume/wizard/import')).text)).toContain('nous ne le conservons pas');
      const uk = world.site('uk');
      const british = await somebody(undefined, uk);
      expect(main((await british.get('/cv/wizard/import')).text)).toContain('Import your CV');
    },
    PATIENCE,
  );

  it(
    '[SITE-04] without the feature there is no link to it',
    async () => {
      const other = await world.start({ SITE_FLAGS: 'default.resumeImport=off' });
      try {
        const own = new SiteUnderTest(other.url);
        const who = await somebody(undefined, own);
        const answer = await who.get(PAGE);
        expect([answer.status, answer.headers.location]).toEqual([301, '/404']);
        expect((await who.page('/resume/wizard'))(`a[href="${PAGE}"]`)).toHaveLength(0);
      } finally {
        await other.stop();
      }
    },
    PATIENCE,
  );
});
