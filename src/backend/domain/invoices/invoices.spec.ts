import { sql, type Transaction } from 'kysely';
import type { BackendSite } from '#contract/backend/backend.js';
import { createTestDatabase, silentLogger, type TestDatabase } from '../../../../test/support/database.js';
import { openPool } from '../../platform/database/pool.js';
import type { Database } from '../../platform/database/schema.js';
import type { TaxDecision } from '../tax/tax-decision.js';
import { invoicesOfOrder, listInvoices, loadInvoice } from './invoice-rows.js';
import { issueInvoice, MAX_INVOICE_TOTAL, type NewInvoice, issueCreditNote } from './issue-invoice.js';

const NOW = new Date('2026-11-25T10:00:00Z');
const QUEBEC: TaxDecision = {
  category: 'standard',
  lines: [
    { tax: 'gst', jurisdiction: 'CA', rate: 5_000 },
    { tax: 'qst', jurisdiction: 'CA-QC', rate: 9_975 },
  ],
  note: null,
  source: 'test',
};

let test: TestDatabase;
let series = 0;
beforeAll(async () => {
  test = await createTestDatabase();
}, 60_000);
afterAll(() => test.close());

/** A site with its own number series. */
function newSite(): BackendSite {
  series += 1;
  return {
    name: `site-${series}`,
    languages: ['en'],
    countries: ['CA'],
    demo: 'canada',
    timeZone: 'America/Toronto',
    commerce: {
      publishing: 'credit',
      refundHours: 24,
      selfService: true,
      deliverWhenPaid: true,
      paymentDays: 14,
      invoiceSeries: 'INV',
      creditNoteSeries: 'CN',
      seller: {
        name: 'Good Work Canada Society',
        addressLine1: '150 Elgin Street',
        locality: 'Ottawa',
        administrativeArea: 'ON',
        zip: 'K2P 1L4',
        countryCode: 'CA',
        email: 'billing@goodwork.test',
        taxNumbers: [{ label: 'GST/HST', number: '12345 6789 RT0001' }],
        paymentDetails: [],
      },
    },
  };
}

const asked = (site: BackendSite, key: string, more: Partial<NewInvoice> = {}): NewInvoice => ({
  site,
  key,
  orderId: '7',
  organizationId: '80',
  buyer: { name: 'Café Ünïcode', addressLine1: '1 rue', locality: 'Montréal', countryCode: 'CA' },
  lines: [
    { description: '5 job credits', quantity: 2, unitNet: 19_900n },
    { description: 'Top placement', quantity: 1, unitNet: 10n },
  ],
  decision: QUEBEC,
  currency: 'CAD',
  locale: 'en-CA',
  now: NOW,
  dueOn: '2026-12-09',
  ...more,
});

const within = <Result>(work: (transaction: Transaction<Database>) => Promise<Result>): Promise<Result> =>
  test.database.transaction().execute(work);
const issue = (site: BackendSite, key: string, more?: Partial<NewInvoice>) =>
  within((transaction) => issueInvoice(transaction, asked(site, key, more)));
const credit = (site: BackendSite, invoiceId: number, key: string, unitNet?: bigint) =>
  within((transaction) =>
    issueCreditNote(transaction, {
      site,
      key,
      invoiceId,
      now: NOW,
      ...(unitNet === undefined ? {} : { lines: [{ description: 'Refund', quantity: 1, unitNet }] }),
    }),
  );

describe('invoices', () => {
  it('[REC-08] store what was sold, unchanged, with the sums of their lines', async () => {
    const site = newSite();
    const { invoice } = await issue(site, 'order:7');
    expect(invoice).toMatchObject({
      reference: 'INV-000001',
      kind: 'invoice',
      orderId: 7,
      organizationId: 80,
      seller: { name: 'Good Work Canada Society', taxNumbers: [{ label: 'GST/HST' }] },
      buyer: { name: 'Café Ünïcode' },
      lines: [
        { quantity: 2, unitNet: 19_900, net: 39_800 },
        { quantity: 1, unitNet: 10, net: 10 },
      ],
      taxes: [
        { tax: 'gst', rate: 5_000, amount: 1_991 },
        { tax: 'qst', rate: 9_975, amount: 3_971 },
      ],
      net: 39_810,
      tax: 5_962,
      total: 45_772,
      credited: 0,
      suppliedOn: '2026-11-25',
      dueOn: '2026-12-09',
      issuedAt: NOW,
    });
    expect(await loadInvoice(test.database, { id: invoice.id, site: site.name })).toEqual(invoice);
    expect(await loadInvoice(test.database, { id: invoice.id, site: 'another' })).toBeUndefined();
  });

  it('[REC-08] are issued once per key', async () => {
    const site = newSite();
    const issued = await Promise.all(Array.from({ length: 5 }, () => issue(site, 'order:1')));
    expect(new Set(issued.map(({ invoice }) => invoice.id)).size).toBe(1);
    expect(issued.filter(({ isRepeated }) => !isRepeated)).toHaveLength(1);
    expect((await issue(site, 'order:2')).invoice.reference).toBe('INV-000002');
  });

  it('[REC-08] have dates in the site’s zone, which ascend even if the clock is set back', async () => {
    const site = newSite();
    const late = new Date('2026-11-25T03:00:00Z');
    expect((await issue(site, 'a', { now: late })).invoice.suppliedOn).toBe('2026-11-24');
    const { invoice } = await issue(site, 'b', { now: new Date('2026-11-20T03:00:00Z') });
    expect(invoice.issuedAt).toEqual(late);
  });

  it('[REC-08] 200 concurrent ones, 30 % of them rolled back, are numbered without gaps in each series', async () => {
    const sites = [newSite(), newSite()];
    const pool = openPool(test.target, silentLogger, { max: 12 });
    const failing = (index: number) => index % 10 < 3;
    await Promise.all(
      Array.from({ length: 200 }, (_, index) =>
        pool
          .transaction()
          .execute(async (transaction) => {
            await issueInvoice(transaction, asked(sites[index % 2]!, `order:${index}`));
            if (failing(Math.floor(index / 2))) throw new Error('rolled back');
          })
          .catch((error: unknown) => {
            if (!(error instanceof Error) || error.message !== 'rolled back') throw error;
          }),
      ),
    );
    await pool.destroy();
    for (const { name } of sites) {
      const rows = await test.database
        .selectFrom('invoice')
        .select(['number', 'issued_at'])
        .where('site', '=', name)
        .orderBy('number')
        .execute();
      expect(rows.map(({ number }) => number)).toEqual(Array.from({ length: 70 }, (_, index) => index + 1));
    }
  }, 120_000);

  it('[REC-08] continue the numbering of another program', async () => {
    const site = newSite();
    await sql`insert into invoice_series (site, series, last_number) values (${site.name}, 'INV', 999999)`.execute(
      test.database,
    );
    expect((await issue(site, 'a')).invoice.reference).toBe('INV-1000000');
  });

  it('[REC-08] are listed to their organization, page by page', async () => {
    const site = newSite();
    for (const key of ['a', 'b', 'c']) await issue(site, key);
    await issue(site, 'other', { organizationId: '81', orderId: '8' });
    const owner = { site: site.name, organizationId: 80 };
    const first = await listInvoices(test.database, owner, { limit: 2 });
    const next = await listInvoices(test.database, owner, { limit: 2, before: first.at(-1)!.id });
    expect([...first, ...next].map(({ reference }) => reference)).toEqual(['INV-000003', 'INV-000002', 'INV-000001']);
    const ofOrder = await invoicesOfOrder(test.database, { site: site.name, orderId: '8' });
    expect(ofOrder.map(({ organizationId }) => organizationId)).toEqual([81]);
  });

  it('[REC-08] are refused if they are too large or the site has no seller', async () => {
    const site = newSite();
    const large = [{ description: 'x', quantity: 1, unitNet: MAX_INVOICE_TOTAL }];
    await expect(issue(site, 'a', { lines: large })).rejects.toThrow(RangeError);
    const commerce = { ...site.commerce! };
    delete commerce.seller;
    await expect(issue({ ...site, commerce }, 'a')).rejects.toThrow('no seller');
    expect((await issue(site, 'a')).invoice.reference).toBe('INV-000001');
  });

  it('[REC-08] accept texts that PostgreSQL cannot store unchanged', async () => {
    const name = 'A\0B\ud800C ‮=cmd|"/c calc"!A1<script>😀';
    const { invoice } = await issue(newSite(), 'a', { buyer: { ...asked(newSite(), 'b').buyer, name } });
    expect(invoice.buyer.name).toBe('ABC ‮=cmd|"/c calc"!A1<script>😀');
  });
});

describe('credit notes', () => {
  it('[REC-08] refer to their invoice and cover all of it', async () => {
    const site = newSite();
    const { invoice } = await issue(site, 'order:7');
    const result = await credit(site, invoice.id, 'refund:7');
    expect(result).toMatchObject({
      ok: true,
      invoice: {
        reference: 'CN-000001',
        kind: 'credit_note',
        corrects: { id: invoice.id, reference: 'INV-000001' },
        total: invoice.total,
        dueOn: null,
      },
    });
    expect((await loadInvoice(test.database, { id: invoice.id, site: site.name }))?.credited).toBe(invoice.total);
    expect(await credit(site, invoice.id, 'refund:7')).toMatchObject({ ok: true, isRepeated: true });
    expect(await credit(site, invoice.id, 'refund:8')).toEqual({ ok: false, refusal: 'exceedsInvoice' });
  });

  it('[REC-08] for parts add up to the invoice exactly', async () => {
    const site = newSite();
    const { invoice } = await issue(site, 'order:7');
    for (const [index, net] of [1n, 33n, 13_333n, 7n].entries()) await credit(site, invoice.id, `part:${index}`, net);
    await credit(site, invoice.id, 'rest');
    const notes = (await listInvoices(test.database, { site: site.name, organizationId: 80 }, { limit: 100 })).filter(
      ({ kind }) => kind === 'credit_note',
    );
    const sum = (of: (note: (typeof notes)[number]) => number) => notes.reduce((total, note) => total + of(note), 0);
    expect([sum(({ net }) => net), sum(({ tax }) => tax), sum(({ total }) => total)]).toEqual([
      invoice.net,
      invoice.tax,
      invoice.total,
    ]);
  });

  it('[REC-08] are for exactly the refunded amount', async () => {
    const site = newSite();
    const { invoice } = await issue(site, 'order:7');
    const refund = (key: string, total: bigint) =>
      within((transaction) => issueCreditNote(transaction, { site, key, invoiceId: invoice.id, total, now: NOW }));
    for (const total of [1n, 1_000n, 12_345n])
      expect(await refund(`refund:${total}`, total)).toMatchObject({ ok: true, invoice: { total: Number(total) } });
    expect(await refund('more', 45_772n)).toEqual({ ok: false, refusal: 'exceedsInvoice' });
    const rest = invoice.total - 13_346;
    expect(await credit(site, invoice.id, 'rest')).toMatchObject({ ok: true, invoice: { total: rest } });
  });

  it('[REC-08] are issued once per key, which belongs to one invoice', async () => {
    const site = newSite();
    const [one, other] = [await issue(site, 'a'), await issue(site, 'b')];
    await credit(site, one.invoice.id, 'refund', 1n);
    expect(await credit(site, one.invoice.id, 'refund', 1n)).toMatchObject({ ok: true, isRepeated: true });
    await expect(credit(site, other.invoice.id, 'refund', 1n)).rejects.toThrow('another invoice');
    await expect(credit(site, other.invoice.id, 'a', 1n)).rejects.toThrow('another invoice');
    await expect(issue(site, 'refund')).rejects.toThrow('credit note');
  });

  it('[REC-08] never exceed their invoice, even if issued concurrently', async () => {
    const site = newSite();
    const { invoice } = await issue(site, 'order:7');
    expect(await credit(site, invoice.id, 'more', BigInt(invoice.net) + 1n)).toMatchObject({
      refusal: 'exceedsInvoice',
    });
    expect(await credit(site, invoice.id, 'nothing', 0n)).toMatchObject({ refusal: 'exceedsInvoice' });
    const results = await Promise.all(['a', 'b', 'c', 'd'].map((key) => credit(site, invoice.id, key, 30_000n)));
    expect(results.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await credit(site, invoice.id, 'rest')).toMatchObject({ ok: true, invoice: { net: 9_810 } });
  });

  it('[REC-08] are only for invoices of the same site, and not for credit notes', async () => {
    const [site, other] = [newSite(), newSite()];
    const { invoice } = await issue(site, 'order:7');
    expect(await credit(other, invoice.id, 'a')).toEqual({ ok: false, refusal: 'notFound' });
    const note = await credit(site, invoice.id, 'a', 1n);
    if (!note.ok) throw new Error(note.refusal);
    expect(await credit(site, note.invoice.id, 'b')).toEqual({ ok: false, refusal: 'notFound' });
  });
});

describe('the database', () => {
  it.each([
    'update invoice set total = total',
    'update invoice set buyer = buyer',
    'delete from invoice',
    'truncate invoice',
    'truncate invoice_series cascade',
    'delete from invoice_series',
    'update invoice_series set last_number = last_number + 1',
    'update invoice_series set last_number = 0',
  ])('[REC-08] refuses: %s', async (text) => {
    await issue(newSite(), 'a');
    await expect(sql.raw(text).execute(test.database)).rejects.toMatchObject({ code: '23001' });
  });

  it.each([
    ['a total that does not add up', { total: '1' }],
    ['lines that do not add up', { net: '1', total: '5963' }],
    ['taxes that do not add up', { tax: '1', total: '39811' }],
    ['no lines', { lines: '[]' }],
    ['a unit price below zero', { lines: '[{"quantity": 1, "unitNet": -1, "net": -1}]' }],
    ['a credit note of nothing', { kind: 'credit_note' }],
  ])('[REC-08] refuses an invoice with %s', async (_name, changed) => {
    const { invoice } = await issue(newSite(), 'a');
    await expect(copy(invoice.id, { key: 'copy', ...changed })).rejects.toMatchObject({ code: '23514' });
  });

  it.each([QUEBEC, { ...QUEBEC, category: 'reverseCharge' as const, lines: [] }])(
    '[REC-08] refuses a credit note that exceeds its invoice or is of another buyer (%#)',
    async (decision) => {
      const { invoice } = await issue(newSite(), 'a', { decision });
      const note = { key: 'n', kind: 'credit_note', series: 'CN', corrects_id: String(invoice.id) };
      await copy(invoice.id, note);
      await expect(copy(invoice.id, { ...note, key: 'again' })).rejects.toMatchObject({ code: '23514' });
      await expect(copy(invoice.id, { ...note, key: 'x', organization_id: '81' })).rejects.toMatchObject({
        code: '23000',
      });
    },
  );

  it('[REC-08] has a hash of each invoice, in whatever time zone it is read', async () => {
    await issue(newSite(), 'a');
    await test.database.connection().execute(async (connection) => {
      await sql`set timezone = 'Asia/Tokyo'`.execute(connection);
      const { rows } = await sql<{ count: number; wrong: number }>`
        select count(*), count(*) filter (where content_hash <> invoice_hash(i)) as wrong from invoice i
      `.execute(connection);
      expect(rows[0]!.count).toBeGreaterThan(0);
      expect(rows[0]!.wrong).toBe(0);
      await sql`reset timezone`.execute(connection);
    });
  });
});

/** Inserts a copy of an invoice with other values directly, without the application's checks. */
async function copy(id: number, changed: Record<string, string>): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select column_name as name from information_schema.columns
    where table_name = 'invoice' and is_generated = 'NEVER' and is_identity = 'NO'
  `.execute(test.database);
  const names = rows.map(({ name }) => name);
  await sql`
    insert into invoice (${sql.join(names.map((name) => sql.ref(name)))})
    select ${sql.join(names.map((name) => sql.ref(name)))} from jsonb_populate_record(
      null::invoice, (select to_jsonb(i) from invoice i where i.id = ${id}) || ${JSON.stringify(parsed(changed))}::jsonb)
  `.execute(test.database);
}

function parsed(changed: Record<string, string>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(changed).map(([name, value]) => [name, name === 'lines' ? JSON.parse(value) : value]),
  );
}
