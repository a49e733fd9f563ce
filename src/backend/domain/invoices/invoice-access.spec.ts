import { sql } from 'kysely';
import { commerceRules } from '#contract/commerce/commerce-rules.js';
import { accountWorld } from '../../../../test/support/worlds/account-world.js';
import { issueInvoice, issueCreditNote } from './issue-invoice.js';

const commerce = commerceRules.parse({
  seller: {
    name: 'Seller Ltd',
    addressLine1: '1 Bridge Street',
    locality: 'Bristol',
    zip: 'BS1 2AN',
    countryCode: 'GB',
    email: 'billing@seller.test',
    vatId: 'GB123456782',
  },
});
const FIELDS =
  '{ reference kind total credited taxes { name rate amount } corrects { reference } buyer { name vatId } lines { net } }';

interface List {
  invoices: { reference: string }[];
  next: string | null;
}

describe('invoices of an organization', () => {
  const world = accountWorld({ commerce, locales: ['en', 'de'] });
  const { ask, send, person, jwtOf } = world;
  let invoiceId = '';
  let [member, stranger, applicant, admin] = ['', '', '', ''];

  beforeAll(async () => {
    const recruiter = await person('recruiter');
    await sql`insert into organization (id, site, slug, name, language, source, source_key)
      values (80, 'default', 's', 'Eighty', 'en', 'test', '80'), (81, 'default', 's', 'Other', 'en', 'test', '81')`.execute(
      world.database,
    );
    await sql`insert into organization_member values (80, ${recruiter.id}, 'editor')`.execute(world.database);
    const other = await person('recruiter');
    await sql`insert into organization_member values (81, ${other.id}, 'owner')`.execute(world.database);
    member = await jwtOf(recruiter.email);
    stranger = await jwtOf(other.email);
    applicant = await jwtOf((await person('applicant')).email);
    admin = await jwtOf((await person('administrator')).email);
    const site = { name: 'default', languages: ['en'], countries: ['GB'], demo: 'international' as const, commerce };
    await world.database.transaction().execute(async (transaction) => {
      const { invoice } = await issueInvoice(transaction, {
        site,
        key: 'order:1',
        organizationId: '80',
        buyer: { name: '=1+1<script>', addressLine1: 'a', locality: 'b', countryCode: 'GB' },
        lines: [{ description: 'Credits', quantity: 1, unitNet: 1_000n }],
        decision: {
          category: 'standard',
          lines: [{ tax: 'vat', jurisdiction: 'GB', rate: 20_000 }],
          note: null,
          source: 'test',
        },
        currency: 'GBP',
        locale: 'de',
        now: world.now,
        dueOn: null,
      });
      invoiceId = String(invoice.id);
      await issueCreditNote(transaction, {
        site,
        key: 'refund:1',
        invoiceId: invoice.id,
        lines: [{ description: 'Back', quantity: 1, unitNet: 500n }],
        now: world.now,
      });
    });
  });

  it('[REC-08] are listed to its members and to administrators, page by page', async () => {
    const note = { reference: 'CN-000001', kind: 'credit_note', total: 600, corrects: { reference: 'INV-000001' } };
    const invoice = {
      reference: 'INV-000001',
      kind: 'invoice',
      total: 1_200,
      credited: 600,
      taxes: [{ name: 'USt.', rate: 20_000, amount: 200 }],
      corrects: null,
      buyer: { name: '=1+1<script>', vatId: null },
    };
    for (const jwt of [member, admin]) {
      const { invoices, next } = await ask<List>(`invoices(organizationId: "80") { invoices ${FIELDS} next }`, jwt);
      expect([invoices, next]).toMatchObject([[note, invoice], null]);
      expect(await ask(`invoice(id: "${invoiceId}") ${FIELDS}`, jwt)).toMatchObject(invoice);
    }
    const first = await ask<List>('invoices(organizationId: "80", limit: 1) { invoices { reference } next }', member);
    expect(first.invoices).toEqual([{ reference: 'CN-000001' }]);
    const rest = await ask<List>(
      `invoices(organizationId: "80", limit: 1, before: "${first.next}") { invoices { reference } next }`,
      member,
    );
    expect(rest).toEqual({ invoices: [{ reference: 'INV-000001' }], next: null });
  });

  it('[REC-08] do not exist for anybody else', async () => {
    const list = await send('invoices(organizationId: "80") { next }', stranger);
    expect(list.errors?.[0]?.extensions?.code).toBe('FORBIDDEN');
    expect(await ask(`invoice(id: "${invoiceId}") { total }`, stranger)).toBeNull();
    for (const id of ['0', '-1', 'x', '999999999999999999'])
      expect(await ask(`invoice(id: "${id}") { total }`, member)).toBeNull();
    const refused = await send(`invoice(id: "${invoiceId}") { total }`, applicant);
    expect(refused.errors?.[0]?.extensions?.code).toBe('FORBIDDEN');
  });

  it('[REC-08] can be downloaded by the same people', async () => {
    const fetch = (jwt: string | undefined, path = `/invoices/${invoiceId}.pdf`) =>
      world.backend.fetch({ path, headers: jwt === undefined ? {} : { authorization: `Bearer ${jwt}` } });
    for (const jwt of [member, admin]) {
      const { status, headers, body } = await fetch(jwt);
      expect([status, headers['content-type']]).toEqual([200, 'application/pdf']);
      expect(headers['content-disposition']).toContain('INV-000001.pdf');
      const pieces: Uint8Array[] = [];
      for await (const piece of body as AsyncIterable<Uint8Array>) pieces.push(piece);
      const bytes = Buffer.concat(pieces);
      expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
      expect(headers['content-length']).toBe(String(bytes.length));
    }
    for (const jwt of [stranger, applicant, 'nonsense', undefined]) expect((await fetch(jwt)).status).toBe(404);
    for (const path of [
      '/invoices/999999.pdf',
      '/invoices/0.pdf',
      '/invoices/99999999999999999999.pdf',
      '/invoices/x.pdf',
    ])
      expect((await fetch(member, path)).status).toBe(404);
  });
});
