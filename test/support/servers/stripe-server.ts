import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import Stripe from 'stripe';

const SIGNING = new Stripe('sk_test_signing');

interface StoredSession {
  id: string;
  object: 'checkout.session';
  url: string;
  status: 'open' | 'complete' | 'expired';
  payment_status: 'paid' | 'unpaid';
  amount_total: number;
  currency: string;
  client_reference_id: string;
  customer_email: string;
  metadata: Record<string, string>;
  success_url: string;
  cancel_url: string;
  payment_intent: string | null;
}

interface StoredPayment {
  id: string;
  object: 'payment_intent';
  status: 'succeeded' | 'processing' | 'requires_payment_method';
  amount: number;
  currency: string;
  metadata: Record<string, string>;
  latest_charge: string | null;
}

interface StoredCharge {
  id: string;
  object: 'charge';
  amount: number;
  amount_refunded: number;
  disputed: boolean;
  payment_intent: string;
  metadata: Record<string, string>;
}

/**
 * A loopback server with the part of Stripe's API that is used here. It stores objects and signs events as Stripe does. Its checkout pages
 * have a single button.
 */
export class TestStripeServer {
  readonly webhookSecret = `whsec_${randomUUID().replaceAll('-', '')}`;
  readonly secretKey = 'sk_test_0123456789';
  readonly sessions = new Map<string, StoredSession>();
  readonly payments = new Map<string, StoredPayment>();
  readonly charges = new Map<string, StoredCharge>();
  readonly disputes: { id: string; charge: string; status: string; amount: number; payment_intent: string }[] = [];
  /** All requests, for example `POST /v1/refunds`. */
  readonly requests: string[] = [];
  /** Whether every response is a server error. */
  isDown = false;
  /** Whether refunds are executed, but their responses are lost. */
  losesRefundAnswers = false;
  private readonly answers = new Map<string, string>();
  private readonly server: Server;
  private count = 0;

  private constructor() {
    this.server = createServer((request, response) => {
      this.answer(request, response).catch((error: unknown) => {
        response.writeHead(500).end(JSON.stringify({ error: { message: String(error) } }));
      });
    });
  }

  static async start(): Promise<TestStripeServer> {
    const made = new TestStripeServer();
    await new Promise<void>((resolve) => made.server.listen(0, '127.0.0.1', resolve));
    return made;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  stop(): Promise<void> {
    this.server.closeAllConnections();
    return new Promise((resolve) => this.server.close(() => resolve()));
  }

  /** Session of an order, or the newest session if none is given. */
  session(order?: string): StoredSession {
    const all = [...this.sessions.values()];
    const found = order === undefined ? all.at(-1) : all.find((each) => each.metadata.order === order);
    if (!found) throw new Error(`There is no session of order ${order}`);
    return found;
  }

  /** The buyer pays. @param how `later` is a delayed payment method, whose outcome is set by `settle` */
  pay(session: StoredSession, how: 'at once' | 'later' = 'at once'): void {
    const intent: StoredPayment = {
      id: this.newId('pi'),
      object: 'payment_intent',
      status: 'processing',
      amount: session.amount_total,
      currency: session.currency,
      metadata: session.metadata,
      latest_charge: null,
    };
    this.payments.set(intent.id, intent);
    session.payment_intent = intent.id;
    session.status = 'complete';
    if (how === 'at once') this.settle(session, true);
  }

  /** Sets the outcome of a delayed payment. */
  settle(session: StoredSession, isPaid: boolean): void {
    const intent = this.payments.get(session.payment_intent!)!;
    intent.status = isPaid ? 'succeeded' : 'requires_payment_method';
    if (!isPaid) return;
    session.payment_status = 'paid';
    const charge: StoredCharge = {
      id: this.newId('ch'),
      object: 'charge',
      amount: intent.amount,
      amount_refunded: 0,
      disputed: false,
      payment_intent: intent.id,
      metadata: intent.metadata,
    };
    this.charges.set(charge.id, charge);
    intent.latest_charge = charge.id;
  }

  chargeOf(session: StoredSession): StoredCharge {
    return this.charges.get(this.payments.get(session.payment_intent!)!.latest_charge!)!;
  }

  /** The buyer's bank opens a dispute, or decides it. @param amount in minor units; defaults to the whole charge */
  dispute(
    session: StoredSession,
    status: 'needs_response' | 'won' | 'lost',
    amount?: number,
  ): { object: 'dispute' } & Record<string, unknown> {
    const charge = this.chargeOf(session);
    charge.disputed = true;
    let found = this.disputes.find((each) => each.charge === charge.id);
    if (!found) {
      const { id, amount: whole, payment_intent } = charge;
      found = { id: this.newId('dp'), charge: id, status, amount: amount ?? whole, payment_intent };
      this.disputes.push(found);
    }
    found.status = status;
    return { object: 'dispute', ...found };
  }

  /** An event as it is sent, with its signature. @param at time of the signature, in seconds; defaults to now */
  event(
    type: string,
    about: object,
    { id = this.newId('evt'), at, secret = this.webhookSecret }: { id?: string; at?: number; secret?: string } = {},
  ): { body: string; signature: string } {
    const body = JSON.stringify({
      id,
      object: 'event',
      type,
      api_version: '2026-10-28.endive',
      data: { object: about },
    });
    const signature = SIGNING.webhooks.generateTestHeaderString({
      payload: body,
      secret,
      ...(at === undefined ? {} : { timestamp: at }),
    });
    return { body, signature };
  }

  private newId(prefix: string): string {
    return `${prefix}_test_${++this.count}${randomUUID().slice(0, 8)}`;
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET' } = request;
    const url = new URL(request.url ?? '/', 'http://stripe.invalid');
    if (url.pathname.startsWith('/pay/')) {
      this.showPage(method, url.pathname.slice('/pay/'.length), response);
      return;
    }
    const body = await textOf(request);
    this.requests.push(`${method} ${url.pathname}`);
    const executed = this.contentFor(request, method, url, body);
    const isLost = this.losesRefundAnswers && url.pathname === '/v1/refunds';
    const { status, content } = isLost ? failure(504, 'api_error', 'Timeout') : executed;
    response.writeHead(status, { 'content-type': 'application/json', 'request-id': `req_${this.count}` });
    response.end(content);
  }

  private contentFor(
    { headers }: IncomingMessage,
    method: string,
    url: URL,
    body: string,
  ): { status: number; content: string } {
    if (this.isDown) return failure(503, 'api_error', 'Down');
    if (headers.authorization !== `Bearer ${this.secretKey}`)
      return failure(401, 'invalid_request_error', 'Invalid API key');
    // A repeated idempotency key gets the first response again; with other parameters it is an error.
    const key = headers['idempotency-key'];
    const stored = typeof key === 'string' ? this.answers.get(`${key} ${body}`) : undefined;
    if (stored !== undefined) return { status: 200, content: stored };
    if (typeof key === 'string' && [...this.answers.keys()].some((each) => each.startsWith(`${key} `)))
      return failure(400, 'idempotency_error', 'Keys for idempotent requests differ');
    const content = this.handle(method, url, new URLSearchParams(body));
    if (!content) return failure(404, 'invalid_request_error', 'No such object');
    if (typeof key === 'string' && !('error' in content)) this.answers.set(`${key} ${body}`, JSON.stringify(content));
    return { status: 'error' in content ? 400 : 200, content: JSON.stringify(content) };
  }

  private handle(method: string, url: URL, form: URLSearchParams): object | undefined {
    const [, , resource, ...rest] = url.pathname.split('/');
    if (resource === 'checkout') return this.handleSession(method, rest, form, url.searchParams);
    if (resource === 'payment_intents') return this.payments.get(rest[0]!);
    if (resource === 'refunds' && method === 'POST')
      return this.refund(form.get('payment_intent')!, Number(form.get('amount')));
    if (resource === 'disputes') {
      const data = this.disputes.filter(({ charge }) => charge === url.searchParams.get('charge'));
      return { object: 'list', data, has_more: false };
    }
    return undefined;
  }

  private handleSession(
    method: string,
    [, id, action]: string[],
    form: URLSearchParams,
    query: URLSearchParams,
  ): object | undefined {
    if (method === 'POST' && id === undefined) return this.createSession(form);
    const session = this.sessions.get(id!);
    if (!session) return undefined;
    if (action === 'expire') {
      if (session.status !== 'open') return { error: { type: 'invalid_request_error', message: 'Not open' } };
      session.status = 'expired';
    }
    const intent = session.payment_intent === null ? undefined : this.payments.get(session.payment_intent);
    if (!intent || ![...query.values()].includes('payment_intent')) return session;
    const charge = intent.latest_charge === null ? null : (this.charges.get(intent.latest_charge) ?? null);
    return { ...session, payment_intent: { ...intent, latest_charge: charge } };
  }

  private createSession(form: URLSearchParams): StoredSession {
    let total = 0;
    for (let line = 0; form.has(`line_items[${line}][quantity]`); line++)
      total +=
        Number(form.get(`line_items[${line}][quantity]`)) *
        Number(form.get(`line_items[${line}][price_data][unit_amount]`));
    const id = this.newId('cs');
    const session: StoredSession = {
      id,
      object: 'checkout.session',
      // Like those of Stripe, the URL has a fragment that must be kept.
      url: `${this.url}/pay/${id}#fid`,
      status: 'open',
      payment_status: 'unpaid',
      amount_total: total,
      currency: form.get('line_items[0][price_data][currency]')!,
      client_reference_id: form.get('client_reference_id')!,
      customer_email: form.get('customer_email')!,
      metadata: { order: form.get('metadata[order]')! },
      success_url: form.get('success_url')!,
      cancel_url: form.get('cancel_url')!,
      payment_intent: null,
    };
    this.sessions.set(id, session);
    return session;
  }

  private refund(intent: string, amount: number): object {
    const charge = this.charges.get(this.payments.get(intent)!.latest_charge!)!;
    if (charge.amount_refunded + amount > charge.amount)
      return { error: { type: 'invalid_request_error', message: 'Greater than unrefunded amount' } };
    charge.amount_refunded += amount;
    return { id: this.newId('re'), object: 'refund', amount, payment_intent: intent, status: 'succeeded' };
  }

  /** The checkout page: a single button that pays and redirects back to the shop. */
  private showPage(method: string, id: string, response: ServerResponse): void {
    const session = this.sessions.get(id)!;
    if (method === 'POST') {
      this.pay(session);
      response.writeHead(303, { location: session.success_url }).end();
      return;
    }
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(`<!doctype html><title>Pay</title><form method="post"><button>Pay</button></form>`);
  }
}

function failure(status: number, type: string, message: string): { status: number; content: string } {
  return { status, content: JSON.stringify({ error: { type, message } }) };
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const part of request) text += String(part);
  return text;
}
