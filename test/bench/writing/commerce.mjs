// 200 buyers who order at the same time on two processes: orders per second and the slowest order; afterwards the books are checked.
import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { backendModule } from '../made-jobs/open-bench.mjs';
import { median, spread } from '../report/statistics.mjs';

const BUYERS = 200;
const PROCESSES = 2;
const ORDERS = 5;
const part = 'commerce';
const silent = { info() {}, warn() {}, error: console.error, debug() {} };
const SITE = {
  name: 'shop',
  languages: ['en'],
  countries: ['CA'],
  currencies: ['CAD'],
  demo: 'international',
  commerce: {
    publishing: 'credit',
    refundHours: 24,
    selfService: true,
    // Each order is delivered at once: an invoice is written, and its credits are granted.
    deliverWhenPaid: false,
    paymentDays: 14,
    invoiceSeries: 'INV',
    creditNoteSeries: 'CN',
    seller: {
      name: 'Bench',
      addressLine1: '1 Main St',
      locality: 'Ottawa',
      administrativeArea: 'ON',
      zip: 'K1A 0A1',
      countryCode: 'CA',
      email: 'bench@example.org',
      taxNumbers: [{ label: 'GST/HST', number: '1' }],
      paymentDetails: [],
    },
  },
};

export async function measureCommerce({ pace, quick }) {
  const rates = [];
  const slowest = [];
  for (let round = 0; round < (quick ? 1 : pace.rounds); round += 1) {
    const { rate, p99 } = await measureRound(quick ? 1 : ORDERS);
    rates.push(rate);
    slowest.push(p99);
  }
  const note = `${BUYERS} buyers, ${PROCESSES} processes, ${ORDERS} orders each; books balanced afterwards`;
  return [
    { part, what: 'ordering on invoice: orders/s', value: median(rates), spread: spread(rates), note },
    { part, what: 'ordering on invoice: p99 ms', value: median(slowest), spread: spread(slowest), note },
  ];
}

async function measureRound(orders) {
  const dataDir = mkdtempSync(join(tmpdir(), 'causeboard-bench-'));
  const secret = randomUUID();
  const { openDatabase } = await backendModule('platform/database/open-database.js');
  const { startBackend } = await backendModule('index.js');
  // Creates the database, and keeps its server running while the processes start and stop.
  const backend = await startBackend({
    dataDir,
    sites: [SITE],
    secrets: [secret],
    logger: silent,
    searchMemoryMb: 0,
    demoData: false,
  });
  const { database, close } = await openDatabase({ dataDir, logger: silent });
  try {
    const { buyers, priceId } = await fill(database, secret);
    const file = new URL('./orders-process.mjs', import.meta.url);
    const children = Array.from({ length: PROCESSES }, () => fork(file));
    await Promise.all(
      children.map(async (child, index) => {
        const own = buyers.filter((_buyer, at) => at % PROCESSES === index);
        child.send({ dataDir, secret, site: SITE, buyers: own, orders, priceId });
        await once(child, 'message');
      }),
    );
    const started = performance.now();
    const answers = await Promise.all(
      children.map(async (child) => {
        child.send({ go: true });
        const [{ taken }] = await once(child, 'message');
        return taken;
      }),
    );
    const seconds = (performance.now() - started) / 1000;
    await Promise.all(children.map((child) => child.exitCode ?? once(child, 'exit')));
    const taken = answers.flat().sort((one, other) => one - other);
    await checkBooks(database, taken.length + PROCESSES);
    return { rate: taken.length / seconds, p99: taken[Math.floor(taken.length * 0.99)] };
  } finally {
    await close();
    await backend.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Creates organizations with a logged-in owner, and a product that costs 100 dollars. */
async function fill(database, secret) {
  const { Sessions, SessionTokens } = await backendModule('domain/accounts/sessions/sessions.js');
  const feed = { subscribe: () => () => undefined, sync: () => Promise.resolve(), isCurrent: false };
  const sessions = new Sessions(database, new SessionTokens([secret]), feed);
  const buyers = [];
  for (let number = 1; number <= BUYERS; number += 1) {
    const { rows } = await sql`
      with person as (
        insert into account (email, name, roles, email_verified, approved_at)
        values (${`owner${number}@shop.test`}, 'Owner', '{recruiter}', now(), now()) returning id
      ), made as (
        insert into organization (site, slug, name, language, source, source_key, state)
        values (${SITE.name}, ${`shop-${number}`}, 'Shop', 'en', 'bench', ${String(number)}, 'public') returning id
      ), member as (
        insert into organization_member (organization_id, account_id, role) select made.id, person.id, 'owner' from made, person
      ), profile as (
        insert into billing_profile (organization_id, company_name, email, first_name, last_name, country_code,
          administrative_area, address_line1, address_line2, locality, zip, vat_number)
        select id, 'Shop', 'books@shop.test', 'Ada', 'Roy', 'CA', 'ON', '1 Main St', '', 'Ottawa', 'K1A 0A1', '' from made
      )
      select made.id as organization, person.id as account from made, person
    `.execute(database);
    const [{ organization, account }] = rows;
    const jwt = await sessions.begin(database, { accountId: account, now: new Date() });
    buyers.push({ organizationId: String(organization), jwt });
  }
  const { rows } = await sql`
    with made as (
      insert into product (site, code, names, job_credits) values (${SITE.name}, 'five-jobs', '{"en": "Five jobs"}', 5) returning id
    )
    insert into product_price (product_id, currency, amount) select id, 'CAD', 10000 from made returning id
  `.execute(database);
  return { buyers, priceId: String(rows[0].id) };
}

/** @throws unless every order has one invoice, invoice numbers have no gaps, credits are granted once, and all entries balance */
async function checkBooks(database, orders) {
  const { rows } = await sql`
    select (select count(*)::integer from customer_order) as orders,
      (select count(*)::integer from invoice) as invoices,
      (select max(number)::integer from invoice) as last,
      (select count(distinct cause_id)::integer from ledger_transfer where kind = 'grant' and unit = 'job') as granted,
      (select coalesce(sum(balance), 0)::integer from ledger_account where kind = 'available' and unit = 'job') as credits,
      (select coalesce(sum(amount), 0)::integer from ledger_entry) as sum
  `.execute(database);
  const expected = { orders, invoices: orders, last: orders, granted: orders, credits: orders * 5, sum: 0 };
  if (JSON.stringify(rows[0]) !== JSON.stringify(expected))
    throw new Error(`commerce: the books are ${JSON.stringify(rows[0])} instead of ${JSON.stringify(expected)}`);
}
