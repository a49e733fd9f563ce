import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql, type Kysely } from 'kysely';
import type { Response } from 'supertest';
import { hashPassword } from '../../../src/backend/domain/accounts/passwords/password-hash.js';
import type { Database } from '../../../src/backend/platform/database/schema.js';
import { SiteUnderTest } from '../data/site.js';
import { createTestDatabase, type TestDatabase } from '../database.js';
import { HOSTS, type RunningProduct, startBackendProcess, startProduct } from '../products.mjs';
import { freePort } from '../servers/free-port.js';
import { TestStripeServer } from '../servers/stripe-server.js';
import { waitFor } from '../wait-for.js';
import { RecruiterVisitor } from '../visitors/recruiter-visitor.js';

const SITE = 'charity-ca';
const PASSWORD = 'a long way to Tipperary';
const PRODUCT = '/checkout?product=job-credits-1&quantity=1';
const PROFILE = {
  companyName: 'Maple Shelter',
  firstName: 'Ada',
  lastName: 'Roy',
  email: 'books@maple.test',
  countryCode: 'CA',
  addressLine1: '1 Main St',
  zip: 'K1A 0A1',
  locality: 'Ottawa',
  administrativeArea: 'Ontario',
  vatNumber: '',
};

/** Statement at which a backend kills itself; see `test/support/processes/kill-at-statement.mjs`. */
export type Death = { statement: number } | { before: string } | { sent: string };

/** A paid order at Stripe, and the event that reports it. */
export interface PaidSale {
  order: string;
  event: { body: string; signature: string };
}

/**
 * A shop whose backend is a separate process, paid through a Stripe server on loopback. The process of the pages keeps running, while
 * that of the backend may die and be restarted at the same address.
 */
export class SeparateShop {
  private backend: RunningProduct | undefined;
  private readonly killFile: string;

  private constructor(
    private readonly test: TestDatabase,
    private readonly folder: string,
    private readonly ports: { web: number; backend: number },
    readonly stripe: TestStripeServer,
    private readonly pages: RunningProduct,
    readonly organizationId: number,
  ) {
    this.killFile = join(folder, 'kill.json');
  }

  static async open(): Promise<SeparateShop> {
    const test = await createTestDatabase();
    const stripe = await TestStripeServer.start();
    const folder = mkdtempSync(join(tmpdir(), 'causeboard-separate-shop-'));
    writeFileSync(join(folder, 'stripe'), `${stripe.secretKey}\n${stripe.webhookSecret}\n`);
    const ports = { web: await freePort(), backend: await freePort() };
    const organizationId = await makeBuyer(test.database);
    const pages = await startProduct({
      DATA_DIR: folder,
      PORT: String(ports.web),
      BACKEND_GRAPHQL_URL: `http://127.0.0.1:${ports.backend}/graphql`,
      STRIPE_API_BASE: stripe.url,
    });
    const shop = new SeparateShop(test, folder, ports, stripe, pages, organizationId);
    await shop.startBackend();
    return shop;
  }

  get database(): Kysely<Database> {
    return this.test.database;
  }

  get site(): SiteUnderTest {
    return new SiteUnderTest(this.pages.url, SITE);
  }

  /** The owner of the organization, logged in. */
  buyer(): Promise<RecruiterVisitor> {
    return RecruiterVisitor.of(this.site, 'buyer@people.test', PASSWORD);
  }

  async startBackend(): Promise<void> {
    const origins = { [SITE]: `http://${HOSTS[SITE]}:${this.ports.web}` };
    const changes = {
      port: this.ports.backend,
      databaseUrl: this.test.url,
      searchMemoryMb: 0,
      origins,
      stripeAccount: { secretFile: join(this.folder, 'stripe'), apiBase: this.stripe.url },
    };
    this.backend = await startBackendProcess(this.folder, changes, {
      args: ['--import', './test/support/processes/kill-at-statement.mjs'],
      env: { KILL_FILE: this.killFile },
    });
    // The pages have stopped sending requests to the dead backend, and try again after a while.
    const unsigned = { order: '', event: { body: '{}', signature: 't=1,v1=0' } };
    await waitFor('the pages to reach the backend', async () => (await this.tell(unsigned)) === 400, 20_000);
  }

  async stopBackend(): Promise<void> {
    await this.backend?.stop();
  }

  /** Makes the backend die at a statement. */
  arm(death: Death): void {
    Object.assign(this.backend!.child, { stopping: true });
    writeFileSync(`${this.killFile}.new`, JSON.stringify(death));
    renameSync(`${this.killFile}.new`, this.killFile);
  }

  disarm(): void {
    for (const file of [`${this.killFile}.log`, this.killFile]) rmSync(file, { force: true });
  }

  /** Statements since `arm` was called, including the one at which the backend died. */
  statements(): string[] {
    const log = `${this.killFile}.log`;
    const lines = existsSync(log) ? readFileSync(log, 'utf8').split('\n').slice(0, -1) : [];
    return lines.map((line) => JSON.parse(line) as string);
  }

  /** Waits for one of both. @param hasSurvived returns whether the work is done @returns whether the backend has died */
  async dies(hasSurvived: () => Promise<boolean>): Promise<boolean> {
    let isGone = false;
    void this.backend!.exited.then(() => (isGone = true));
    await waitFor('the backend to die or to have done its work', async () => isGone || (await hasSurvived()), 30_000);
    return isGone;
  }

  /** Fills in the billing address in the pages. */
  async fillBilling(buyer: RecruiterVisitor): Promise<Response> {
    return buyer.fill(PRODUCT, 'form[data-checkout-form]', PROFILE);
  }

  /** Orders a job credit in the pages. @returns the response, which redirects to Stripe */
  async order(buyer: RecruiterVisitor): Promise<Response> {
    const review = await buyer.get(`${PRODUCT}&step=review`);
    return buyer.fillShown(review.text, 'form[data-order-form]', { provider: 'stripe', terms: 'yes' });
  }

  /** Orders a job credit, and pays at Stripe. */
  async sell(buyer: RecruiterVisitor): Promise<PaidSale> {
    const { status, headers } = await this.order(buyer);
    const session = this.stripe.session();
    if (status !== 303 || headers.location !== session.url) throw new Error(`The order was not placed: ${status}`);
    this.stripe.pay(session);
    return { order: session.metadata.order!, event: this.stripe.event('checkout.session.completed', session) };
  }

  /** Delivers an event to the webhook. */
  async tell({ event: { body, signature } }: PaidSale): Promise<number> {
    const headers = { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature };
    return (await this.site.post('/payments/stripe').set(headers).send(body)).status;
  }

  async close(): Promise<void> {
    await this.stopBackend();
    await this.pages.stop();
    await this.stripe.stop();
    await this.test.close();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** @returns the id of the organization */
async function makeBuyer(database: Kysely<Database>): Promise<number> {
  const hash = await hashPassword(PASSWORD);
  const { rows } = await sql<{ id: number }>`
    with organization as (
      insert into organization (site, slug, name, language, source, source_key)
      values (${SITE}, 'maple-shelter', 'Maple Shelter', 'en', 'test', 'maple-shelter') returning id
    ), account as (
      insert into account (email, name, roles, password_hash, email_verified, verified_site, approved_at)
      values ('buyer@people.test', 'Ada Roy', '{recruiter}', ${hash}, now(), ${SITE}, now()) returning id
    ), member as (
      insert into organization_member (organization_id, account_id, role)
      select organization.id, account.id, 'owner' from organization, account
    )
    select id from organization
  `.execute(database);
  return rows[0]!.id;
}
