import { nextPath } from '../../support/data/job-writer.js';
import { SiteUnderTest } from '../../support/data/site.js';
import { FormVisitor } from '../../support/visitors/form-visitor.js';
import { newEmployer } from '../../support/visitors/new-employer.js';

describe('[ROLE-01] the organizations of a site, for administrators', () => {
  const site = new SiteUnderTest(process.env.TEST_EMBEDDED!);
  const stamp = Date.now().toString(36);
  const name = `Meadow ${stamp}`;
  const list = `/admin/organizations?search=${encodeURIComponent(stamp)}`;

  it('are found, verified, trusted, suspended with a reason, and resumed', async () => {
    const email = `meadow-${stamp}@orchard.test`;
    await newEmployer(site, name, email);
    const admin = await FormVisitor.loggedIn(site, 'admin');
    const $ = await admin.page(list);
    const path = $('tbody a').attr('href')!;
    expect($('tbody tr').text()).toMatch(/New.*0 jobs, 0 online/s);
    expect((await admin.page(path))('#members').text()).toContain(email);
    const decide = async (decision: string, values: Record<string, string> = {}) => {
      const $done = await admin.page(nextPath(await admin.send(path, `[data-decision="${decision}"]`, values)));
      return $done('main [role="status"]').text();
    };
    expect(await decide('verify')).toContain('The organization is verified.');
    const id = /organization=(\d+)/.exec(path)![1]!;
    const page = (await admin.page(path))('main li a[href^="/organization"]').attr('href')!;
    const everybody = new FormVisitor(site);
    expect((await everybody.get(page)).status).toBe(200);
    expect(await decide('trust')).toContain('published without review');
    const unsaid = await admin.send(path, '[data-decision="suspend"]', { reason: ' ' });
    expect([unsaid.status, unsaid.text]).toEqual([422, expect.stringContaining('Field is required')]);
    expect(await decide('suspend', { reason: `Nobody answers (${stamp}).` })).toContain('jobs are offline');
    expect((await everybody.get(page)).status).toBe(404);
    expect((await admin.page(`${list}&state=suspended`))('tbody tr').text()).toMatch(/Suspended.*Verified.*Trusted/s);
    expect(await decide('resume')).toContain('The organization is back');
    expect((await everybody.get(page)).status).toBe(200);
    const audit = (await admin.page('/admin/audit'))('main').text();
    for (const action of ['Organization verified', 'Organization trusted', 'Organization taken offline'])
      expect(audit).toContain(action);
    expect(audit).toContain(`Nobody answers (${stamp}).`);
    expect((await admin.page('/admin/organizations?search=no-such-name'))('#none').length).toBe(1);
    expect((await admin.get(`/admin/organization?organization=${id}0000`)).status).toBe(404);
  }, 60_000);

  it('are merged after a preview of the effects, and the old address redirects to the other organization', async () => {
    const [goes, stays] = [`Brook goes ${stamp}`, `Brook stays ${stamp}`];
    const member = await newEmployer(site, goes, `brook-goes-${stamp}@orchard.test`);
    await newEmployer(site, stays, `brook-stays-${stamp}@orchard.test`);
    const admin = await FormVisitor.loggedIn(site, 'admin');
    const pathOf = async (searched: string) =>
      (await admin.page(`/admin/organizations?search=${encodeURIComponent(searched)}`))('tbody a').attr('href')!;
    const [from, into] = [await pathOf(goes), await pathOf(stays)];
    for (const path of [from, into]) await admin.send(path, '[data-decision="verify"]', {});
    const old = (await admin.page(from))('main li a[href^="/organization"]').attr('href')!;
    const begin = (await admin.page(from))('#merge a').attr('href')!;
    const $choice = await admin.page(`${begin}&search=${encodeURIComponent(`Brook`)}`);
    const link = $choice('#choice li a').filter((_index, each) => $choice(each).text().includes(stays));
    expect($choice('#choice li').text()).not.toContain(goes);
    const preview = link.attr('href')!;
    const $preview = await admin.page(preview);
    expect($preview('#moves').text()).toContain('1 person');
    expect($preview('#losses').text()).toContain('Its published page');
    expect($preview('#both').text()).toContain(`${goes} has been here longer`);
    expect($preview('[data-merge-reversed]').attr('href')).toContain(`into=${/\d+$/.exec(from)![0]}`);
    const done = await admin.page(nextPath(await admin.send(preview, '[data-organization-merge]', {})));
    expect(done('main [role="status"]').text()).toContain('merged');
    expect(done('#members').text()).toContain(`brook-goes-${stamp}@orchard.test`);
    const moved = await new FormVisitor(site).get(old);
    expect([moved.status, moved.headers.location]).toEqual([301, expect.stringContaining(`brook-stays-${stamp}`)]);
    const [fromId, intoId] = [from, into].map((path) => /\d+$/.exec(path)![0]);
    const search = await site.get(`/jobs?search=cook&company=${fromId}&company=${intoId}`).redirects(0);
    expect([search.status, search.headers.location]).toEqual([301, `/jobs?search=cook&company=${intoId}`]);
    const feed = await site.get(`/jobs/feed.atom?company=${fromId}`).redirects(0);
    expect([feed.status, feed.headers.location]).toEqual([301, `/jobs/feed.atom?company=${intoId}`]);
    // An organization without jobs is not taken for a merged one.
    for (const path of ['/jobs', '/jobs/feed.atom'])
      expect((await site.get(`${path}?company=${intoId}`).redirects(0)).status).toBe(200);
    expect((await admin.page(from))('main').text()).toContain('Merged into another organization');
    expect((await member.page('/user/organization'))('main').text()).toContain(stays);
    const again = await admin.page(preview);
    expect(again('main').text()).toContain('One of the organizations is closed');
    expect(again('[data-organization-merge]')).toHaveLength(0);
    expect(
      (await admin.page('/admin/organization/merge?organization=' + /\d+$/.exec(into)![0] + '&search=no-such'))(
        '[role="status"]',
      ).text(),
    ).toContain('No organizations found');
    expect((await admin.get('/admin/organization/merge?organization=0')).status).toBe(404);
  }, 90_000);

  it('are not accessible to anybody else', async () => {
    const editor = await FormVisitor.loggedIn(site, 'editor');
    for (const path of [list, '/admin/organization?organization=1', '/admin/organization/merge?organization=1']) {
      expect((await editor.get(path)).status).toBe(403);
      expect((await new FormVisitor(site).get(path)).status).toBe(302);
    }
  });
});
