import * as cheerio from 'cheerio';
import { sql } from 'kysely';
import { grantCredits } from '../../../src/backend/domain/ledger/ledger.js';
import { begin, PATIENCE, resumeWorld, send } from '../../support/worlds/resume-world.js';

const FORM = 'form[data-contact-ask]';

describe('requests for contact, without scripts', () => {
  const world = resumeWorld();

  async function owner(title: string) {
    const visitor = await world.somebody();
    await begin(visitor, title);
    const { rows } = await sql<{ key: string; visible: boolean }>`
      select key, visible from resume where title = ${title}
    `.execute(world.database);
    if (!rows[0]!.visible) await send(visitor, 'visibility', { visible: 'yes' });
    return { visitor, path: `/resume/${rows[0]!.key}` };
  }
  async function recruiter(credits: number, site = 'default') {
    const home = site === 'europe' ? '/en' : '';
    const visitor = await world.somebody(['recruiter'], world.site(site as 'default'), home);
    await visitor.send(`${home}/user/organization`, 'form[data-form="create-organization"]', {
      organizationName: 'Bees & Co',
    });
    const { rows } = await sql<{ id: number }>`select max(id) as id from organization where name = 'Bees & Co'`.execute(
      world.database,
    );
    if (credits > 0)
      await grantCredits(world.database, {
        owner: { site, kind: 'organization', id: String(rows[0]!.id) },
        unit: 'resume_contact',
        amount: BigInt(credits),
        key: 'test',
        cause: { kind: 'test' },
        source: 'purchased',
      });
    return visitor;
  }

  it(
    '[REC-09] [APP-09] [ROLE-05] are sent, approved, read and ended by forms, and pages with private fields are never cached',
    async () => {
      const { visitor: applicant, path } = await owner('Beekeeper');
      const asker = await recruiter(1);
      const before = await asker.page(path);
      expect(before('[data-contact-balance]').text()).toMatch(/costs one credit\. Your organization has 1\./);
      const form = before(FORM);
      expect(form.find('[data-contact-balance]').index()).toBeLessThan(form.find('button').parent().index());
      const empty = await asker.send(path, FORM, { message: ' ' });
      expect([empty.status, empty.text.includes('Please say who you are')]).toEqual([422, true]);
      const long = await asker.send(path, FORM, { message: 'x'.repeat(2001) });
      const $long = cheerio.load(long.text)(FORM);
      expect([long.status, $long.find('[id$="-error"]').text()]).toEqual([422, expect.stringContaining('2,000')]);
      expect([$long.find('textarea').text().length, $long.find('[maxlength]').length]).toEqual([2001, 0]);
      const message = 'Come & see <b>our</b> bees <script>alert(1)</script>';
      const sent = await asker.send(path, FORM, { message });
      expect([sent.status, sent.headers.location]).toEqual([
        303,
        expect.stringMatching(/^\/resume\/[\da-f-]+\?organization=\d+&notice=asked$/),
      ]);
      const waiting = await asker.page(path);
      expect(waiting('[data-contact-state="pending"]')).toHaveLength(1);
      expect(waiting('main').text()).not.toContain('Quillfeather');

      expect((await applicant.page('/dashboard'))('#contacts').text()).toContain('Bees & Co would like to contact you');
      const requests = await applicant.get('/resume/contacts');
      expect(requests.headers['cache-control']).toBe('private, no-store');
      expect(requests.text).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
      const approve = await applicant.send('/resume/contacts', 'form[data-contact-action="approve"]');
      expect(approve.headers.location).toBe('/resume/contacts?notice=approve#main');
      expect((await applicant.post('/resume/contacts', { _form: 'approve' })).status).not.toBe(303);

      const shown = await asker.get(path);
      expect(shown.headers['cache-control']).toBe('private, no-store');
      for (const known of ['Marigold Quillfeather', '7 Riverside Lane']) expect(shown.text).toContain(known);
      // This is the applicant's address; that of the page's reader is in the menu.
      expect(shown.text).not.toContain('person1@people.test');
      const views = await applicant.page('/resume/contacts');
      expect(views('[data-contact-views]').attr('data-contact-views')).toBe('1');

      const list = await asker.page('/contact-credits?state=approved');
      expect(list('[data-contact-request="approved"] h3 a').attr('href')).toBe(path);
      for (const href of ['/resumes', '/my-products']) expect(list(`main a[href="${href}"]`).length).toBeGreaterThan(0);
      expect((await asker.page('/contact-credits?state=pending'))('[data-contact-request]')).toHaveLength(0);
      const written = await asker.send('/contact-credits', 'form[data-contact-write]', { message: 'Monday at ten?' });
      expect(written.headers.location).toBe('/contact-credits?notice=write#main');
      const { rows } = await sql<{ template: string; text: string }>`
        select template, details::text as text from mail where template like 'contact-%' order by id
      `.execute(world.database);
      expect(rows.map(({ template }) => template)).toEqual(['contact-request', 'contact-outcome', 'contact-written']);
      expect(rows[2]!.text).not.toContain('@');

      await applicant.send('/resume/contacts', 'form[data-contact-action="revoke"]');
      expect((await asker.get(path)).text).not.toContain('Quillfeather');
      expect((await asker.page(path))('[data-contact-state="revoked"]')).toHaveLength(1);
    },
    PATIENCE,
  );

  it(
    '[REC-09] come from the organization that the page shows, even if another one has been chosen since',
    async () => {
      const { path } = await owner('Gardener');
      const asker = await recruiter(1);
      const { rows: made } = await sql<{ first: number; second: number }>`
        with first as (
          select organization_id, account_id from organization_member order by organization_id desc limit 1
        ), second as (
          insert into organization (site, slug, name, language, source, source_key)
          values ('default', 'wasps', 'Wasps Ltd', 'en', 'test', 'wasps') returning id
        ), joined as (insert into organization_member select second.id, account_id, 'owner' from first, second)
        select first.organization_id as first, second.id as second from first, second
      `.execute(world.database);
      const { first, second } = made[0]!;
      const choose = (id: number) =>
        asker.send('/dashboard', '[data-organization-switch]', { organizationId: String(id) });
      expect((await choose(first)).status).toBe(303);
      const open = (await asker.get(path)).text;
      expect((await choose(second)).status).toBe(303);
      const refused = await asker.fillShown(open, FORM, { message: ' ' });
      expect([refused.status, cheerio.load(refused.text)('[data-contact-balance]').text()]).toEqual([
        422,
        expect.stringContaining('Your organization has 1.'),
      ]);
      const sent = await asker.fillShown(refused.text, FORM, { message: 'Come and see our bees' });
      expect(sent.status).toBe(303);
      const { rows } = await sql`
        select c.organization_id as id from resume_contact c join resume r on r.id = c.resume_id where r.title = 'Gardener'
      `.execute(world.database);
      expect(rows).toEqual([{ id: first }]);
      expect((await asker.page(sent.headers.location!))('[data-contact-state="pending"]')).toHaveLength(1);
      // The page of the resume itself is about the chosen organization, whatever the browser has in its history.
      for (const address of [path, `${path}?organization=${first}`])
        expect((await asker.page(address))('[data-contact]').text()).toContain('has none left');
      // Nobody sees or sends requests of other organizations. What was typed is shown to somebody who has just left one.
      const stranger = await recruiter(1);
      const theirs = await stranger.page(`${path}?organization=${first}&notice=asked`);
      expect(theirs('[data-contact-state]')).toHaveLength(0);
      const own = await stranger.get(path);
      const elsewhere = own.text.replaceAll(/organization=\d+/g, `organization=${first}`);
      const left = await stranger.fillShown(elsewhere, FORM, { message: 'My long message' });
      const again = cheerio.load(left.text);
      expect([left.status, again(`${FORM} textarea`).text().trim()]).toEqual([403, 'My long message']);
      expect(again('[role="alert"]').text()).not.toBe('');
    },
    PATIENCE,
  );

  it(
    '[REC-09] say when nothing is left, and on a site that sells no contacts whom to contact',
    async () => {
      const { path } = await owner('Florist');
      const asker = await recruiter(0);
      const page = await asker.page(path);
      expect(page('[data-contact-balance]').text()).toContain('has none left');
      expect(page('[data-contact] a[href^="/products"]').attr('href')).toBe(
        `/products?destination=${encodeURIComponent(path)}`,
      );
      expect(page(FORM)).toHaveLength(0);
      const germans = await recruiter(0, 'europe');
      const credits = await germans.page('/en/contact-credits');
      expect(credits('main').text()).toContain('doesn’t sell contacts');
      expect(credits('main a[href="/en/contact"]')).toHaveLength(1);
      expect(credits('main a[href="/en/resumes"]')).toHaveLength(1);
      expect((await (await world.somebody()).get('/contact-credits')).status).toBe(403);
    },
    PATIENCE,
  );
});
