import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { type ConsentService } from '#contract/consent/consent-services.js';
import { formatConsentCookie } from '#contract/consent/consent-cookie.js';
import { type ReplayedJournal, replayJournal } from '../../../src/modules/analytics-relay/queue/journal.js';
import { HOSTS, type RunningProduct, startProduct } from '../products.mjs';
import { CaptureServer } from '../servers/capture-server.js';

/** Switches on the relays of every site. */
const SITE_FLAGS = Object.keys(HOSTS)
  .flatMap((site) => [`${site}.measurementApi=on`, `${site}.conversionApi=on`])
  .join(',');

/** Request body of the Measurement Protocol. */
export interface GoogleBody {
  client_id: string;
  timestamp_micros: number;
  consent: object;
  events: { name: string; params: Record<string, unknown> }[];
}

/** Request body of the Conversions API. */
export interface MetaBody {
  access_token: string;
  data: { event_name: string; event_id: string; event_time: number; custom_data: Record<string, unknown> }[];
}

export const ACCESS_TOKEN = 'the-access-token-of-the-pixel';
export const API_SECRET = 'the-secret-of-the-data-stream';

/** Consent of a visitor, as a cookie. */
export function consentTo(...services: ConsentService[]): string {
  return `klaro=${formatConsentCookie(Object.fromEntries(services.map((service) => [service, true])))}`;
}
export const CONSENT = consentTo('google-analytics', 'meta-pixel');

export interface RelayAnswer {
  status: number;
  type: string;
  body: Record<string, unknown>;
  setCookie: string[];
}

/** A product that relays events to servers of the test. This needs no backend, so none is reachable. */
export class RelayWorld {
  private address = 0;

  private constructor(
    public product: RunningProduct,
    readonly google: CaptureServer<GoogleBody>,
    readonly meta: CaptureServer<MetaBody>,
    private readonly settings: Record<string, string>,
  ) {}

  static async start(changes: Record<string, string> = {}): Promise<RelayWorld> {
    const dataDir = await mkdtemp(join(tmpdir(), 'causeboard-relays-'));
    const google = await CaptureServer.start<GoogleBody>();
    const meta = await CaptureServer.start<MetaBody>();
    const settings = {
      DATA_DIR: dataDir,
      BACKEND_GRAPHQL_URL: 'http://127.0.0.1:1/graphql',
      SITE_FLAGS,
      GA_MP_ENDPOINT: `${google.origin}/mp/collect`,
      GA_MEASUREMENT_ID: 'G-TEST1234',
      GA_API_SECRET: API_SECRET,
      META_GRAPH_ENDPOINT: meta.origin,
      META_PIXEL_ID: '123456789',
      META_ACCESS_TOKEN: ACCESS_TOKEN,
      // Each test uses its own client address, so that rate limits per address can stay on.
      TRUST_PROXY: 'on',
      RATE_LIMITS: 'on',
      ...changes,
    };
    return new RelayWorld(await startProduct(settings), google, meta, settings);
  }

  /** Restarts the product on the same folder. */
  async restart(): Promise<void> {
    this.product = await startProduct(this.settings);
  }

  /** Kills the process, as a failing machine would. */
  async kill(): Promise<void> {
    Object.assign(this.product.child, { stopping: true });
    this.product.child.kill('SIGKILL');
    await this.product.exited;
  }

  /** State of the journals on disk: the number of events with each outcome, and the number of waiting events. */
  async journal(): Promise<{ counts: ReplayedJournal['counts']; waiting: number }> {
    const folder = join(this.settings.DATA_DIR!, 'relays');
    const names = (await readdir(folder)).filter((name) => name.endsWith('.jsonl'));
    const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
    const { counts, events } = replayJournal(texts.join('\n'));
    return { counts, waiting: events.length };
  }

  async close(): Promise<void> {
    await this.product.stop();
    await this.google.close();
    await this.meta.close();
    await rm(this.settings.DATA_DIR!, { recursive: true, force: true });
  }

  measure(event: string, params: object, headers: Record<string, string> = {}): Promise<RelayAnswer> {
    return this.post('/api/gmapi', { event, params }, { cookie: CONSENT, ...headers });
  }

  convert(name: string, data: object, headers: Record<string, string> = {}): Promise<RelayAnswer> {
    return this.post('/api/conversionapi', { event_name: name, custom_data: data }, { cookie: CONSENT, ...headers });
  }

  async post(path: string, body: unknown, headers: Record<string, string> = {}): Promise<RelayAnswer> {
    this.address += 1;
    const own = {
      'content-type': 'application/json',
      'x-forwarded-for': `10.${this.address >> 16}.${(this.address >> 8) & 255}.${this.address & 255}`,
    };
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const response = await send(this.product.url + path, { ...own, ...headers }, text);
    return {
      status: response.statusCode ?? 0,
      type: response.headers['content-type'] ?? '',
      body: (await json(response)) as Record<string, unknown>,
      setCookie: response.headers['set-cookie'] ?? [],
    };
  }

  /** All events that Google received. */
  get measured(): GoogleBody['events'] {
    return this.google.bodies.flatMap(({ events }) => events);
  }

  get converted(): MetaBody['data'] {
    return this.meta.bodies.flatMap(({ data }) => data);
  }
}

/** Unlike `fetch`, allows a test to set the Host header. */
function send(url: string, headers: Record<string, string>, text: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request(url, { method: 'POST', headers: { ...headers, 'content-length': Buffer.byteLength(text) } }, resolve)
      .on('error', reject)
      .end(text);
  });
}
