import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { extractText, getMeta } from 'unpdf';
import { invoicePath } from '#contract/pages/paths.js';
import { backendSiteOf, loadSite } from '../../../config/sites/load-sites.js';
import { hashPassword } from '../../../src/backend/domain/accounts/passwords/password-hash.js';
import { issueInvoice } from '../../../src/backend/domain/invoices/issue-invoice.js';
import { decideTax } from '../../../src/backend/domain/tax/tax-decision.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { type RunningProduct, startBackendProcess, startProduct } from '../../support/products.mjs';
import { SiteUnderTest } from '../../support/data/site.js';
import { FormVisitor } from '../../support/visitors/form-visitor.js';

const PASSWORD = 'a long enough passphrase';

describe.each(['in the process', 'as a process of its own'])(
  '[REC-08] invoices as PDF, with the backend %s',
  (place) => {
    let test: TestDatabase;
    let folder: string;
    const running: RunningProduct[] = [];
    let site: SiteUnderTest;
    let path = '';

    beforeAll(async () => {
      test = await createTestDatabase();
      folder = mkdtempSync(join(tmpdir(), 'causeboard-invoices-'));
      const settings = { DATA_DIR: folder, RATE_LIMITS: 'off', DEMO_DATA: 'off' };
      if (place === 'in the process') running.push(await startProduct({ ...settings, DATABASE_URL: test.url }));
      else {
        const backend = await startBackendProcess(folder, { databaseUrl: test.url, demoData: false });
        running.push(backend, await startProduct({ ...settings, BACKEND_GRAPHQL_URL: `${backend.url}/graphql` }));
      }
      site = new SiteUnderTest(running.at(-1)!.url, 'charity-ca');
      path = invoicePath(await sell());
    }, 180_000);
    afterAll(async () => {
      for (const each of running.reverse()) await each.stop();
      await test.close();
      rmSync(folder, { recursive: true, force: true });
    });

    /** @returns the id of the new invoice */
    async function sell(): Promise<number> {
      const organization = await sql<{ id: number }>`
      insert into organization (site, slug, name, language, source, source_key)
      values ('charity-ca', 'o', 'Orchard', 'en', 'test', 'o') returning id`.execute(test.database);
      const { id } = organization.rows[0]!;
      const hash = await hashPassword(PASSWORD);
      const people = { member: 'recruiter', stranger: 'recruiter', admin: 'administrator' };
      for (const [name, role] of Object.entries(people))
        await sql`
        insert into account (email, name, roles, password_hash, email_verified, verified_site)
        values (${`${name}@people.test`}, ${name}, ${[role]}, ${hash}, now(), 'charity-ca')`.execute(test.database);
      await sql`
      insert into organization_member (organization_id, account_id, role)
      select ${id}::bigint, id, 'owner' from account where email = 'member@people.test'`.execute(test.database);
      const seller = backendSiteOf(await loadSite('charity-ca'));
      const decision = decideTax({
        seller: seller.commerce!.seller!,
        buyer: { countryCode: 'CA', administrativeArea: 'NS', vatIdVerdict: 'none', isBusiness: true },
        day: '2026-11-25',
      });
      const { invoice } = await test.database.transaction().execute((transaction) =>
        issueInvoice(transaction, {
          site: seller,
          key: 'order:1',
          organizationId: String(id),
          buyer: { name: 'Orchard', addressLine1: '1 Barrington Street', locality: 'Halifax', countryCode: 'CA' },
          lines: [{ description: '5 job credits', quantity: 1, unitNet: 50_000n }],
          decision,
          currency: 'CAD',
          locale: 'en-CA',
          now: new Date('2026-11-25T15:00:00Z'),
          dueOn: '2026-12-09',
        }),
      );
      return invoice.id;
    }

    async function visitor(name: string): Promise<FormVisitor> {
      const someone = new FormVisitor(site);
      await someone.send('/user/login', 'form[data-form="login"]', {
        email: `${name}@people.test`,
        password: PASSWORD,
      });
      return someone;
    }

    it.each(['member', 'admin'])('can be downloaded by the %s, and use the site’s font', async (name) => {
      const answer = await (await visitor(name)).get(path);
      expect(answer.status).toBe(200);
      expect(answer.headers).toMatchObject({
        'content-type': 'application/pdf',
        'cache-control': 'private, no-store',
        'content-disposition': expect.stringContaining('GWC-000001.pdf') as string,
      });
      const bytes = new Uint8Array(answer.body as Buffer);
      const { info } = await getMeta(new Uint8Array(bytes));
      expect(info).toMatchObject({ Title: 'Invoice GWC-000001', Language: 'en-CA' });
      const raw = Buffer.from(bytes).toString('latin1');
      expect(raw).toMatch(/\/BaseFont \/[A-Z]+\+Lora/);
      expect(raw).toContain('/Subtype /Image');
      const { text } = await extractText(bytes, { mergePages: true });
      expect(text.replace(/\s+/g, ' ')).toMatch(/HST 14% on \$500\.00 \$70\.00.*Total \$570\.00/);
    });

    it('are not found for others', async () => {
      expect((await (await visitor('stranger')).get(path)).status).toBe(404);
      expect((await new FormVisitor(site).get(path)).status).toBe(404);
      const member = await visitor('member');
      for (const other of ['/invoices/999.pdf', '/invoices/x', '/invoices/..%2f1.pdf'])
        expect((await member.get(other)).status).toBe(404);
    });
  },
);
