import { SiteUnderTest } from '../../support/data/site.js';
import { FormVisitor } from '../../support/visitors/form-visitor.js';

describe('[AUTH-14] the audit log, filtered', () => {
  const site = new SiteUnderTest(process.env.TEST_EMBEDDED!);
  const title = `=Meadow ${Date.now().toString(36)}`;

  it('keeps the filter in the address, on later pages and in the file', async () => {
    const admin = await FormVisitor.loggedIn(site, 'admin');
    const user = (await admin.page('/admin/users?search=admin%40demo'))('tbody a').attr('href')!;
    const id = user.split('/').at(-1)!;
    const saved = await admin.send('/admin/review-reasons', '[data-reason-form]', {
      title,
      text: 'Please say more.',
    });
    expect(saved.status).toBe(303);

    const $user = await admin.page(user);
    const own = $user('#events a').first().attr('href')!;
    expect(own).toBe(`/admin/audit?user=${id}`);
    const $own = await admin.page(own);
    expect($own('[data-chips] a').text()).toContain('admin@demo');
    expect($own('#events').text()).toContain(title);

    const today = new Date().toISOString().slice(0, 10);
    const year = Number(today.slice(0, 4));
    const narrowed = `/admin/audit?user=${id}&action=review-reason&from=${year - 1}-01-01&to=${year + 1}-01-01`;
    const $narrowed = await admin.page(narrowed);
    expect($narrowed('select[name="action"] option[selected]').attr('value')).toBe('review-reason');
    expect($narrowed('[data-chips] a')).toHaveLength(4);
    expect($narrowed('#events').text()).toContain(title);
    expect($narrowed('#events').text()).not.toContain('Masquerade');
    const withoutAction = $narrowed('[data-chips] a').eq(1).attr('href')!;
    expect(new URLSearchParams(withoutAction.split('?')[1]).has('action')).toBe(false);

    const file = await admin.get($narrowed('a[download]').attr('href')!);
    expect(file.headers['content-type']).toContain('text/csv');
    const line = file.text.split('\r\n').find((each) => each.includes(title.slice(1)))!;
    expect(line).toContain('admin@demo');
    expect(file.text).not.toMatch(/(^|,)=/m);
    expect(file.text.split('\r\n')[1]).toContain('Reason for sending jobs back saved');

    const $none = await admin.page(
      `/admin/audit?user=nobody%40people.test&action=order&kind=job&record=0&to=2000-01-31`,
    );
    const said = $none('#none').text();
    for (const part of ['nobody@people.test', 'Orders', 'Job 0', 'January 31, 2000']) expect(said).toContain(part);
    expect((await admin.page('/admin/audit?kind=job'))('[role="status"]').text()).toContain('number as well');
  }, 60_000);

  it('is visible only to administrators', async () => {
    const editor = await FormVisitor.loggedIn(site, 'editor');
    expect((await editor.get('/admin/audit.csv')).status).toBe(404);
    expect((await editor.get('/admin/audit?user=x')).status).toBe(403);
    const anonymous = await new FormVisitor(site).get('/admin/audit.csv');
    expect([anonymous.status, anonymous.headers.location]).toEqual([302, expect.stringContaining('/user/login')]);
  });
});
