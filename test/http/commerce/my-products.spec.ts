import { parse } from 'csv-parse/sync';
import { sql } from 'kysely';
import { backendSiteOf, loadSite } from '../../../config/sites/load-sites.js';
import { issueInvoice } from '../../../src/backend/domain/invoices/issue-invoice.js';
import { decideTax } from '../../../src/backend/domain/tax/tax-decision.js';
import {
  chargeCredits,
  correctCredits,
  grantCredits,
  holdCredits,
  refundCredits,
  voidHold,
} from '../../../src/backend/domain/ledger/ledger.js';
import { folded } from '../../support/data/site.js';
import { ShopWorld } from '../../support/worlds/shop-world.js';

const CHARGES = 1100;
const HOSTILE = '=HYPERLINK("https://evil.test") <script>alert(1)</script>';
const ACTOR = '00000000-0000-4000-8000-000000000001';

let world: ShopWorld;
let first: string;
let second: string;
let subscribed: string;

beforeAll(async () => {
  world = await ShopWorld.open({
    ada: 'recruiter',
    zoe: 'recruiter',
    newcomer: 'recruiter',
    amy: 'applicant',
    boss: 'administrator',
  });
  first = await world.organization('First', 'ada');
  second = await world.organization('Second', 'ada');
  await world.organization('Zoe’s', 'zoe');
  subscribed = await world.organization('Subscribed', 'ada', 'uk');
  await world.organization('Zoe’s', 'zoe', 'uk');
  const { database } = world;
  const { rows } = await sql<{ id: number }>`
    insert into job (site, organization_id, title, language, description, state, published_at, application_workflow,
      source, source_key, content_hash)
    values ('default', ${first}, ${HOSTILE}, 'en', '', 'draft', now(), 'form', 'test', '1', '') returning id`.execute(
    database,
  );
  const job = { kind: 'job', id: String(rows[0]!.id) };
  const owner = { site: 'default', kind: 'organization', id: first } as const;
  const done = async (moved: ReturnType<typeof grantCredits>): Promise<string> => {
    const result = await moved;
    if (!result.ok) throw new Error(result.refusal);
    return result.transferId;
  };
  const unit = 'job';
  const expiresAt = new Date('2099-03-01T12:00:00Z');
  const order = { kind: 'order', id: '17' };
  await done(
    grantCredits(database, { owner, unit, amount: 2000n, key: 'a', cause: order, source: 'purchased', expiresAt }),
  );
  await sql`select ledger_take('charge', 'default', 'organization', ${first}, 'job', 1, 'c' || n, 'job', ${job.id}, null, null, null)
    from generate_series(1, ${CHARGES}) n`.execute(database);
  const paid = await done(chargeCredits(database, { owner, unit, amount: 1n, key: 'b', cause: job }));
  await done(refundCredits(database, { transferId: paid, cause: job }));
  const reason = '+49 formula';
  await done(
    correctCredits(database, { owner, unit, amount: -3n, key: 'e', cause: { kind: 'test' }, reason, actorId: ACTOR }),
  );
  const contact = { owner, unit: 'resume_contact', cause: { kind: 'request' } };
  await done(grantCredits(database, { ...contact, amount: 5n, key: 'f', source: 'granted' }));
  const hold = { ...contact, amount: 1n, lapsesAfterSeconds: 600 };
  await done(holdCredits(database, { ...hold, key: 'g' }));
  const given = await done(holdCredits(database, { ...hold, key: 'h' }));
  await done(voidHold(database, { transferId: given, cause: { kind: 'request' } }));
  await sql`
    insert into subscription (organization_id, type, status, product_id, product_name, label, start_at, end_at, job_slots,
      resume_contact_slots, resume_contact_slots_used, renewal)
    values (${subscribed}, 'job_slots', 'active', 'slots-5', 'P', 'Five slots', '2026-01-10', '2099-01-10', 5, 10, 3, 'automatic')`.execute(
    database,
  );
}, 180_000);
afterAll(() => world.close());

/** Id of the movement of job credits that follows the `count` oldest ones. */
async function oldestBut(count: number): Promise<string> {
  const { rows } = await sql<{ id: number }>`
    select id from ledger_transfer where owner_id = ${first} and unit = 'job' order by id offset ${count} limit 1
  `.execute(world.database);
  return String(rows[0]!.id);
}

const figures = (text: string) => folded(text);

it('[REC-06] [REC-08] shows balances by organization and type, with reserved and expiring credits', async () => {
  const ada = await world.loggedIn('ada');
  const answer = await ada.get('/my-products');
  expect([answer.status, answer.headers['cache-control']]).toEqual([200, 'private, no-store']);
  const page = await ada.page('/my-products');
  expect(figures(page('#credits dl > div').eq(0).text())).toBe('Jobs897897 expire on March 1, 2099');
  expect(figures(page('#credits dl > div').eq(1).text())).toBe('Applicant contacts41 set aside');
  const choices = page('main nav a[aria-current]').filter((_index, each) => page(each).text() === 'First');
  expect(choices.length).toBe(1);
  for (const path of ['/products#row-4', '/job/wizard', '/resumes'])
    expect([path, page(`#credits a[href="${path}"]`).length]).toEqual([path, 1]);
  const other = await ada.page(`/my-products?organization=${second}`);
  expect(other('#credits').text()).toContain('There are no credits here yet.');
  expect(other('#statement').length).toBe(0);
});

it('[REC-08] lists every movement with its cause in words and the balance after it, in pages', async () => {
  const ada = await world.loggedIn('ada');
  const page = await ada.page('/my-products?type=job');
  const rows = (of: typeof page) => of('#statement tbody tr').toArray();
  expect(rows(page)).toHaveLength(50);
  const last = await ada.page(`/my-products?type=job&before=${await oldestBut(1)}`);
  expect(last('#statement tbody tr a').attr('href')).toBe('/checkout/order?order=17');
  const [correction, refund, charge] = rows(page).map((row) => folded(page(row).text()));
  expect(correction).toMatch(/Correction: \+49 formula−3897$/);
  expect(refund).toContain(`Given back: ${HOSTILE}`);
  expect(refund).toMatch(/\+1900$/);
  expect(charge).toContain(`Published: ${HOSTILE}given back−1`);
  expect(page('#statement script').length).toBe(0);
  const older = page('#statement a:contains("Older movements")').attr('href')!;
  const next = await ada.page(older.replace(/#.*/, ''));
  expect(rows(next)).toHaveLength(50);
  expect(next('#statement a:contains("Newest movements")').length).toBe(1);
  const contacts = await ada.page('/my-products?type=resume_contact');
  const words = contacts('#statement tbody th').map((_index, each) => folded(contacts(each).text()));
  expect(words.get()).toEqual([
    'Given back: contact request',
    'Set aside for a contact requestgiven back',
    'Set aside for a contact requestwaiting for an answer',
    'Credited',
  ]);
  // Parameters with unknown values are ignored.
  const odd = await ada.page('/my-products?type=CAD&before=x');
  expect(rows(odd)).toHaveLength(50);
});

it('[REC-08] offers the whole statement as CSV without formulas', async () => {
  const ada = await world.loggedIn('ada');
  const link = (await ada.page('/my-products'))('#statement a[download]').attr('href')!;
  const answer = await ada.get(link);
  expect([answer.status, answer.headers['content-type'], answer.headers['content-disposition']]).toEqual([
    200,
    'text/csv; charset=utf-8',
    'attachment; filename="default-job.csv"',
  ]);
  const [header, ...lines] = parse(answer.text, { bom: true });
  expect(header).toEqual(['Time (UTC)', 'What happened', 'Outcome', 'Change', 'Balance']);
  expect(lines).toHaveLength(CHARGES + 4);
  expect(lines[0]!.slice(1)).toEqual(['Correction: +49 formula', '', '-3', '897']);
  expect(lines.at(-1)!.slice(1)).toEqual(['Bought with order 17', '', '2000', '2000']);
  for (const [index, line] of lines.slice(0, -1).entries())
    expect(Number(line[4]) - Number(line[3])).toBe(Number(lines[index + 1]![4]));
  expect(lines.flat().filter((cell) => /^[=+@]/.test(cell))).toEqual([]);
});

it('[REC-08] is visible only to members, whatever the role of others', async () => {
  const page = `/my-products?organization=${first}`;
  const file = `/my-products/statement.csv?organization=${first}&type=job`;
  const anonymous = world.site();
  for (const path of [page, file]) {
    const { status, headers } = await anonymous.get(path).redirects(0);
    expect([path, status]).toEqual([path, 302]);
    expect(headers.location).toContain('/user/login');
  }
  for (const [who, onPage, onFile] of [
    ['zoe', 404, 404],
    ['amy', 403, 404],
    ['boss', 403, 200],
  ] as const) {
    const visitor = await world.loggedIn(who);
    expect([who, (await visitor.get(page)).status]).toEqual([who, onPage]);
    expect([who, (await visitor.get(file)).status]).toEqual([who, onFile]);
  }
  const ada = await world.loggedIn('ada');
  expect((await ada.get(`/my-products/statement.csv?organization=${first}&type=CAD`)).status).toBe(404);
  const newcomer = await world.loggedIn('newcomer');
  expect((await newcomer.page('/my-products'))('main').text()).toContain('You don’t work for an organization yet.');
});

it('[REC-07] shows subscriptions with their slots, cancels at the end of the period, and takes that back', async () => {
  const ada = await world.loggedIn('ada', 'uk');
  const page = await ada.page('/my-products');
  const rows = page('#subscriptions tbody tr').map((_index, row) => folded(page(row).text()));
  expect(rows.get()).toEqual(['Jobs055', 'Contacts3710']);
  expect(page('#subscriptions li').attr('id')).toMatch(/^subscription-\d+$/);
  expect(page('#subscriptions details').text()).toContain('keeps its slots until 10 January 2099');
  const zoe = await world.loggedIn('zoe', 'uk');
  const id = page('#subscriptions [name="subscription"]').attr('value')!;
  const csrfToken = (await zoe.page('/my-products'))('[name="csrfToken"]').first().attr('value')!;
  const foreign = await zoe.post('/my-products', { csrfToken, form: 'cancel', subscription: id });
  expect([foreign.status, foreign.text.includes('There’s no such subscription')]).toEqual([422, true]);
  const canceled = await ada.send('/my-products', '#subscriptions form[data-part="cancel"]');
  expect([canceled.status, canceled.headers.location]).toEqual([303, '/my-products?notice=canceled#main']);
  const after = await ada.page('/my-products?notice=canceled');
  expect(after('[role="status"]').text()).toContain('The subscription is cancelled.');
  expect(after('#subscriptions').text()).toContain('Cancelled: ends on 10 January 2099.');
  await ada.send('/my-products', '#subscriptions form[data-part="resume"]');
  expect((await ada.page('/my-products'))('#subscriptions').text()).toContain('Renews on 10 January 2099.');
});

it('[REC-08] on sites without self-service, the page leads to the contact form', async () => {
  const europe = world.site('europe');
  const answer = await europe.get('/de/my-products').redirects(0);
  expect([answer.status, answer.headers.location]).toEqual([302, '/de/kontakt']);
  const ada = await world.loggedIn('ada', 'europe', '/de');
  expect((await ada.get('/de/my-products')).headers.location).toBe('/de/kontakt');
  const menu = await ada.page('/de/user/settings');
  expect(menu('[href*="my-products"]').length).toBe(0);
});

it('[REC-08] the account menu, the dashboard and the sidenav link to the page', async () => {
  const page = await (await world.loggedIn('ada')).page('/dashboard');
  for (const place of ['[data-account-menu]', '[data-sidenav]', '#credits'])
    expect([place, page(`${place} a[href="/my-products"]`).length]).toEqual([place, 1]);
  expect(page('#credits a[href="/products#row-4"], #subscriptions a[href="/products#row-6"]').length).toBe(2);
  const applicant = await (await world.loggedIn('amy')).page('/dashboard');
  expect(applicant('[data-account-menu] a[href="/my-products"]').length).toBe(0);
});

it('[REC-08] lists invoices in pages', async () => {
  const site = backendSiteOf(await loadSite('uk'));
  const buyer = { countryCode: 'GB', vatIdVerdict: 'none', isBusiness: true } as const;
  const decision = decideTax({ seller: site.commerce!.seller!, buyer, day: '2026-11-25' });
  for (let number = 1; number <= 30; number += 1)
    await world.database.transaction().execute((transaction) =>
      issueInvoice(transaction, {
        site,
        key: `test:${number}`,
        organizationId: subscribed,
        buyer: { name: 'Subscribed', addressLine1: '1 Main St', locality: 'Leeds', countryCode: 'GB' },
        lines: [{ description: 'Slots', quantity: 1, unitNet: 100n }],
        decision,
        currency: 'GBP',
        locale: 'en-GB',
        now: new Date('2026-11-25T15:00:00Z'),
        dueOn: null,
      }),
    );
  const ada = await world.loggedIn('ada', 'uk');
  const page = await ada.page(`/my-products?organization=${subscribed}`);
  const shown = (of: typeof page) => of('#invoices tbody a').length;
  expect(shown(page)).toBe(25);
  const older = await ada.page(page('#invoices a:contains("Older invoices")').attr('href')!.replace(/#.*/, ''));
  expect([shown(older), older('#invoices a:contains("Older invoices")').length]).toEqual([5, 0]);
  const newest = await ada.page(older('#invoices a:contains("Newest invoices")').attr('href')!.replace(/#.*/, ''));
  expect(shown(newest)).toBe(25);
});
