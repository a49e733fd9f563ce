import * as cheerio from 'cheerio';
import { SiteUnderTest } from '../../support/data/site.js';
import { nextPath } from '../../support/data/job-writer.js';
import { FormVisitor } from '../../support/visitors/form-visitor.js';
import { newEmployer } from '../../support/visitors/new-employer.js';

describe('[ROLE-01] the page of an account', () => {
  const site = new SiteUnderTest(process.env.TEST_EMBEDDED!);
  const stamp = Date.now().toString(36);

  it('shows a person with organizations and jobs, and sends links to the person', async () => {
    const email = `grove-${stamp}@orchard.test`;
    await newEmployer(site, `Grove ${stamp}`, email);
    const admin = await FormVisitor.loggedIn(site, 'admin');
    const path = (await admin.page(`/admin/users?search=${encodeURIComponent(email)}`))('tbody a').attr('href')!;
    expect(path).toMatch(/^\/admin\/users\/[0-9a-f-]{36}$/);
    const $ = await admin.page(path);
    const fact = (name: string) => $(`[data-fact="${name}"] dd`).text();
    expect(fact('email')).toBe(email);
    expect(fact('language')).toBe('English');
    expect(fact('applications')).toBe('0');
    expect(fact('lastLogin')).toContain(String(new Date().getUTCFullYear()));
    expect($('#organizations a').text()).toBe(`Grove ${stamp}`);
    expect($('#jobs').text()).toContain('There are no jobs yet');
    // The address is confirmed, so only the link for a new password is offered.
    expect($('#verification-mail')).toHaveLength(0);
    const sent = await admin.send(path, '#reset-mail form');
    expect((await admin.page(nextPath(sent)))('[role="status"]').text()).toContain('on its way');
    expect((await admin.page('/admin/audit?action=account'))('#events li').first().text()).toContain(
      'Password link sent',
    );
    const forced = { csrfToken: $('input[name="csrfToken"]').first().attr('value')!, form: 'verification-mail' };
    const refused = await admin.post(path, forced);
    expect([refused.status, refused.text]).toEqual([422, expect.stringContaining('already confirmed')]);
  }, 60_000);

  it('shows the roles anew if somebody else has changed them since the page was opened', async () => {
    const email = `elm-${stamp}@orchard.test`;
    await newEmployer(site, `Elm ${stamp}`, email);
    const admin = await FormVisitor.loggedIn(site, 'admin');
    const path = (await admin.page(`/admin/users?search=${encodeURIComponent(email)}`))('tbody a').attr('href')!;
    const opened = await admin.page(path);
    const seen = opened('#roles input[name="before"]').attr('value')!;
    expect(seen).toContain('recruiter');
    const values = { csrfToken: opened('input[name="csrfToken"]').first().attr('value')!, form: 'roles' };
    expect((await admin.post(path, { ...values, before: seen, applicant: 'yes' })).status).toBe(303);

    const late = await admin.post(path, { ...values, before: seen, recruiter: 'yes', job_editor: 'yes' });
    const shown = cheerio.load(late.text);
    const checked = shown('#roles input[checked]').map((_index, box) => shown(box).attr('name'));
    expect([late.status, shown('#roles [role="alert"]').length, checked.get()]).toEqual([422, 1, ['applicant']]);
    expect(shown('#roles input[name="before"]').attr('value')).toBe('applicant');

    // Other errors keep the choices and what they were based on.
    const none = cheerio.load((await admin.post(path, { ...values, before: seen })).text);
    expect(none('#roles input[checked]').length).toBe(0);
    expect(none('#roles input[name="before"]').attr('value')).toBe(seen);
  }, 60_000);

  it('leads to all jobs of the organizations of that person', async () => {
    const admin = await FormVisitor.loggedIn(site, 'admin');
    const path = (await admin.page('/admin/users?search=recruiter%40demo'))('tbody a').attr('href')!;
    const $ = await admin.page(path);
    expect($('#jobs li').length).toBeGreaterThan(0);
    const all = $('#jobs p a').last();
    const count = Number(/\d+/.exec(all.text())![0]);
    const $all = await admin.page(all.attr('href')!);
    expect($all('h1 ~ p').text()).toContain(String(count));
    const names = new Set(
      $('#organizations li > a')
        .map((_index, link) => $(link).text())
        .get(),
    );
    const shown = $all('[data-job]').length;
    expect(shown).toBe(Math.min(count, 25));
    for (const name of names) expect($all('main').text()).toContain(name);
  }, 60_000);

  it('is not found for an unknown id, and exists only for administrators', async () => {
    const nobody = '/admin/users/00000000-0000-4000-8000-000000000000';
    const admin = await FormVisitor.loggedIn(site, 'admin');
    expect((await admin.get(nobody)).status).toBe(404);
    expect((await admin.get('/admin/users/x')).status).toBe(404);
    const editor = await FormVisitor.loggedIn(site, 'editor');
    expect((await editor.get(nobody)).status).toBe(403);
    expect((await new FormVisitor(site).get(nobody)).status).toBe(302);
  });
});
