import { CSRF_FIELD, FORM_FIELD } from '#contract/applications/sent-form.js';
import { FormVisitor } from '../../support/visitors/form-visitor.js';
import { folded, SiteUnderTest } from '../../support/data/site.js';
import { waitFor } from '../../support/wait-for.js';
import { ACCESS_TOKEN, API_SECRET, RelayWorld } from '../../support/worlds/relay-world.js';

const PAGE = '/admin/measurement';

let world: RelayWorld;
let site: SiteUnderTest;
beforeAll(async () => {
  world = await RelayWorld.start({ BACKEND_GRAPHQL_URL: `${process.env.TEST_BACKEND!}/graphql`, RATE_LIMITS: 'off' });
  site = new SiteUnderTest(world.product.url);
}, 120_000);
afterAll(() => world.close());

it('[TRACK-04] [ROLE-02] the page and its forms are only for administrators', async () => {
  expect((await site.get(PAGE).redirects(0)).status).toBe(302);
  for (const name of ['editor', 'recruiter', 'applicant'] as const) {
    const visitor = await FormVisitor.loggedIn(site, name);
    expect([name, (await visitor.get(PAGE)).status]).toEqual([name, 403]);
    const csrf = (await visitor.page('/user/settings'))(`input[name="${CSRF_FIELD}"]`).attr('value')!;
    const form = await visitor.post(PAGE, { [CSRF_FIELD]: csrf, [FORM_FIELD]: 'validate' });
    expect([name, form.status]).toEqual([name, 403]);
  }
  expect(world.google.bodies).toEqual([]);
});

it('[TRACK-04] without scripts: shows the settings of relays, sent events, and both trials', async () => {
  const admin = await FormVisitor.loggedIn(site, 'admin');
  const before = await admin.page(PAGE);
  expect(folded(before('#recent').text())).toContain('No event has been sent');
  expect(before('[data-relay="measurement"] [data-relay-state="closed"]').length).toBe(1);
  await world.measure('ss_job_visit', { entity_id: '12' });
  await world.convert('job_visit', { entity_id: '12' });
  await world.measure('ss_job_visit', { entity_id: '12' }, { cookie: '' });
  await waitFor('both are delivered', () => world.measured.length + world.converted.length === 2, 15_000);
  await waitFor('both are counted', async () => (await admin.page(PAGE))('[data-sent]').length === 2, 15_000);
  const page = await admin.page(PAGE);
  const count = (relay: string, outcome: string) => page(`[data-relay="${relay}"] [data-outcome="${outcome}"]`).text();
  expect([
    count('measurement', 'accepted'),
    count('measurement', 'delivered'),
    count('measurement', 'suppressed'),
  ]).toEqual(['1', '1', '1']);
  expect([count('conversion', 'delivered'), count('conversion', 'queued')]).toEqual(['1', '0']);
  const html = page.html();
  expect(html).toContain('ss_job_visit');
  for (const secret of [ACCESS_TOKEN, API_SECRET, world.google.bodies[0]!.client_id])
    expect(html).not.toContain(secret);
});

it('[TRACK-02] a sample event is validated by Google’s debug endpoint, and what it finds is shown', async () => {
  const admin = await FormVisitor.loggedIn(site, 'admin');
  world.google.captured.length = 0;
  world.google.answer = () => ({ status: 200, body: { validationMessages: [] } });
  const valid = await admin.send(PAGE, '#validate');
  expect([valid.status, valid.headers.location]).toEqual([303, `${PAGE}?notice=google-valid#main`]);
  expect(folded((await admin.page(`${PAGE}?notice=google-valid`))('main [role="status"]').text())).toContain('Google');
  expect(world.google.captured[0]!.path).toContain('/debug/mp/collect?');
  expect(world.google.bodies[0]).toMatchObject({ validation_behavior: 'ENFORCE_RECOMMENDATIONS' });
  const found = { fieldPath: 'events', description: 'Event name is reserved.' };
  world.google.answer = () => ({ status: 200, body: { validationMessages: [found] } });
  const invalid = await admin.send(PAGE, '#validate');
  expect([invalid.status, invalid.text.includes('Event name is reserved.')]).toEqual([422, true]);
});

it('[TRACK-03] a test event is sent with Meta’s test code, which is kept if it is refused', async () => {
  const admin = await FormVisitor.loggedIn(site, 'admin');
  world.meta.captured.length = 0;
  const invalid = await admin.send(PAGE, '#test', { testCode: 'no code!' });
  expect([invalid.status, invalid.text.includes('value="no code!"'), world.meta.captured.length]).toEqual([
    422,
    true,
    0,
  ]);
  const sent = await admin.send(PAGE, '#test', { testCode: 'TEST12345' });
  expect([sent.status, world.meta.bodies[0]]).toEqual([
    303,
    expect.objectContaining({ test_event_code: 'TEST12345', access_token: ACCESS_TOKEN }),
  ]);
});

it('[PAGE-08] [TRACK-04] waiting events are listed in the queue, and can be retried from there', async () => {
  const admin = await FormVisitor.loggedIn(site, 'admin');
  world.meta.answer = () => ({ status: 503 });
  await world.convert('job_visit', { entity_id: '13' });
  const shown = async () => {
    const page = await admin.page('/admin/queue?kind=conversion&state=failed');
    return [page('[data-queue="conversion"] [data-state="failed"] a').text(), page('[data-task]').length];
  };
  await waitFor('it has failed', async () => (await shown()).join() === '1,1', 15_000);
  const retried = await admin.send('/admin/queue?kind=conversion&state=failed', '[data-task] form');
  expect([retried.status, retried.headers.location]).toEqual([
    303,
    '/admin/queue?kind=conversion&state=failed&tried=1',
  ]);
  world.meta.answer = () => ({ status: 200 });
  await waitFor('it is delivered', async () => (await shown()).join() === '0,0', 30_000);
});
