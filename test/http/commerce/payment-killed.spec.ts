import { sql } from 'kysely';
import { waitFor } from '../../support/wait-for.js';
import type { RecruiterVisitor } from '../../support/visitors/recruiter-visitor.js';
import { type Death, type PaidSale, SeparateShop } from '../../support/worlds/separate-shop.js';

const PATIENT = 400_000;
/** Upper limit for the number of statements in the fulfilment of an order. */
const MAX_STATEMENTS = 100;
/** Statements of the fulfilment in order; the backend must have died at each of them. */
const FULFILMENT = [
  /^insert into "payment_event"/,
  /^update payment_event set attempts/,
  /^begin/,
  /^select \* from customer_order .* for update/,
  /^update customer_order set state/,
  /^insert into "customer_order_event"/,
  /ledger_put/,
  /^update "customer_order" set "delivered_at"/,
  /ledger_take/,
  /insert into "?invoice"?/,
  /^update "customer_order" set "invoice_id"/,
  /^insert into "mail"/,
  /^commit/,
  /^update payment_event set failure/,
];

/** Query of a worker that has done everything: when the next task is due. */
const IDLE = /^select \(extract\(epoch from min\(due_at\)/;

let shop: SeparateShop;
let buyer: RecruiterVisitor;
let sold = 0;

beforeAll(async () => {
  shop = await SeparateShop.open();
  buyer = await shop.buyer();
  expect((await shop.fillBilling(buyer)).status).toBe(303);
}, PATIENT);
afterAll(() => shop.close());

const isDone = async ({ order }: PaidSale): Promise<boolean> => {
  const { rows } = await sql`
    select from payment_event where order_id = ${order} and done_at is not null
  `.execute(shop.database);
  return rows.length > 0;
};

/** Sells something, lets the backend die while it processes the payment event, and delivers the event to a new backend. */
async function sellAndDie(death: Death): Promise<{ isKilled: boolean; statements: string[] }> {
  const sale = await shop.sell(buyer);
  sold += 1;
  shop.arm(death);
  const first = await shop.tell(sale);
  const isKilled = await shop.dies(async () => {
    const said = shop.statements();
    const recorded = said.findLastIndex((text) => FULFILMENT.at(-1)!.test(text));
    const isIdle = recorded >= 0 && said.slice(recorded).some((text) => IDLE.test(text));
    const isDying = !('statement' in death) || said.length >= death.statement;
    return isIdle && !isDying && (await isDone(sale));
  });
  const statements = shop.statements();
  shop.disarm();
  // An event answered with 200 must be stored; Stripe sends all others again.
  if (first === 200) {
    const { rows } = await sql`select from payment_event where order_id = ${sale.order}`.execute(shop.database);
    expect(rows).toHaveLength(1);
  } else expect([first, isKilled]).toEqual([503, true]);
  if (isKilled) await shop.startBackend();
  expect([statements.at(-1), await shop.tell(sale)]).toEqual([statements.at(-1), 200]);
  await waitFor(`order ${sale.order} to be fulfilled after ${statements.at(-1)}`, () => isDone(sale), 20_000);
  expect([statements.at(-1), await effectsOf(sale)]).toEqual([statements.at(-1), ONE_EFFECT]);
  return { isKilled, statements };
}

const ONE_EFFECT = { state: 'paid', events: 1, invoices: 1, grants: 1, payments: 1, mails: 1 };

async function effectsOf({ order }: PaidSale) {
  const { rows } = await sql<typeof ONE_EFFECT>`
    select o.state,
      (select count(*) from payment_event where order_id = o.id)::integer as events,
      (select count(*) from invoice where order_id = o.id)::integer as invoices,
      (select count(*) from ledger_transfer where cause_kind = 'order' and cause_id = o.id::text and unit = 'job')::integer as grants,
      (select count(*) from ledger_transfer where key = 'order:' || o.id || ':payment')::integer as payments,
      (select count(*) from mail where template = 'order-paid' and details ->> 'order' = o.id::text)::integer as mails
    from customer_order o where o.id = ${order}
  `.execute(shop.database);
  return rows[0];
}

it(
  '[REC-08] a backend that is killed before any statement of the fulfilment: one order, one invoice, one grant',
  async () => {
    const died: string[] = [];
    let completed: string[] | undefined;
    for (let statement = 1; !completed && statement < MAX_STATEMENTS; statement += 1) {
      const { isKilled, statements } = await sellAndDie({ statement });
      if (isKilled) died.push(statements.at(-1)!);
      else completed = statements;
    }
    expect(completed).toBeDefined();
    // Periodic queries of the backend come in between, so the same number is not always the same statement.
    const missed = FULFILMENT.filter((each) => !died.some((text) => each.test(text)));
    for (const { source } of missed) died.push((await sellAndDie({ before: source })).statements.at(-1)!);
    expect(FULFILMENT.filter((each) => !died.some((text) => each.test(text)))).toEqual([]);
  },
  PATIENT,
);

it.each([
  'insert into "payment_event"',
  'update payment_event set attempts',
  'commit',
  'update payment_event set failure',
])(
  '[REC-08] a backend that is killed after it sent a statement and before it knows the answer: %s',
  async (text) => {
    const { isKilled, statements } = await sellAndDie({ sent: `^${text}` });
    expect([isKilled, statements.at(-1)]).toEqual([true, expect.stringMatching(`^${text}`)]);
  },
  PATIENT,
);

it('[REC-08] afterwards the books balance and invoice numbers have no gaps', async () => {
  const { rows } = await sql<Record<string, number>>`
    select (select count(*) from customer_order where organization_id = ${shop.organizationId})::integer as orders,
      (select amount from credit_balance where organization_id = ${shop.organizationId} and type = 'job')::integer as credits,
      (select count(*) from invoice)::integer as invoices, (select max(number) from invoice)::integer as highest,
      (select sum(amount) from ledger_entry)::integer as books
  `.execute(shop.database);
  expect(rows[0]).toEqual({ orders: sold, credits: sold, invoices: sold, highest: sold, books: 0 });
});
