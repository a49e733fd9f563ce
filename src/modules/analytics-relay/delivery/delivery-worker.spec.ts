import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CaptureServer } from '../../../../test/support/servers/capture-server.js';
import { freePort } from '../../../../test/support/servers/free-port.js';
import { waitFor } from '../../../../test/support/wait-for.js';
import { MeasurementProtocol, ConversionsApi } from '../destinations.js';
import { JournalFolder } from '../queue/journal.js';
import { RelayStore } from '../queue/relay-store.js';
import type { RelayEvent } from '../relay-event.js';
import { DeliveryWorker, RecentDeliveries } from './delivery-worker.js';
import { JsonPoster } from './post-json.js';

interface GoogleBody {
  client_id: string;
  events: { name: string }[];
}
interface MetaBody {
  data: { event_id: string; event_name: string }[];
}

const HOUR_MS = 3_600_000;
const LIMITS = { maxEvents: 200, maxBytes: 10_000_000, maxAgeMs: HOUR_MS, maxRetryMs: HOUR_MS };

let folder: string;
const cleanups: (() => Promise<void>)[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'relays-'));
});
afterEach(async () => {
  for (const cleanUp of cleanups.splice(0).reverse()) await cleanUp();
  await rm(folder, { recursive: true });
});

async function captureServer<Body>(port?: number): Promise<CaptureServer<Body>> {
  const server = await CaptureServer.start<Body>(port);
  cleanups.push(() => server.close());
  return server;
}

/** Creates both relays of a process, with destinations at the given origin. */
async function relays(origin: string) {
  const google = new MeasurementProtocol({
    endpoint: `${origin}/mp`,
    measurementId: 'G-TEST1234',
    apiSecret: 'secret',
  });
  const meta = new ConversionsApi({ endpoint: origin, version: 'v25.0', pixelId: '12345', accessToken: 'token' });
  const store = new RelayStore({
    folder,
    queues: {
      measurement: { limits: LIMITS, groupOf: (event) => google.groupOf(event) },
      conversion: { limits: LIMITS, groupOf: () => meta.groupOf() },
    },
    mayRepeat: (name) => name === 'conversion',
  });
  const poster = new JsonPoster();
  const recent = new RecentDeliveries();
  const workers = {
    measurement: new DeliveryWorker(google, store, poster, recent),
    conversion: new DeliveryWorker(meta, store, poster, recent),
  };
  let isOpen = true;
  const stop = async (): Promise<void> => {
    if (!isOpen) return;
    isOpen = false;
    poster.close();
    await Promise.all([workers.measurement.stop(), workers.conversion.stop()]);
    await store.close();
  };
  cleanups.push(stop);
  await store.open(() => undefined);
  const accept = async (event: Partial<RelayEvent>): Promise<RelayEvent> => {
    const whole: RelayEvent = {
      id: randomUUID(),
      destination: 'measurement',
      site: 'default',
      name: 'ss_job_visit',
      at: Date.now(),
      parameters: { value: 1 },
      visitor: { clientId: '1.2' },
      ...event,
    };
    await store.accept(whole);
    return whole;
  };
  return { store, workers, recent, accept, stop };
}

const many = (count: number): number[] => Array.from({ length: count }, (_none, at) => at);

describe('[TRACK-04] events', () => {
  it('are sent to Google in batches of 25, each with events of one visitor only', async () => {
    const server = await captureServer<GoogleBody>();
    const { store, workers, accept } = await relays(server.origin);
    const at = Date.now();
    for (const number of many(60)) await accept({ at, visitor: { clientId: number < 30 ? '1.1' : '2.2' } });
    workers.measurement.retry();
    await waitFor('all are delivered', () => store.counts.of('measurement').delivered === 60);
    expect(server.bodies.map(({ client_id: id, events }) => [id, events.length]).sort()).toEqual([
      ['1.1', 25],
      ['1.1', 5],
      ['2.2', 25],
      ['2.2', 5],
    ]);
    expect(server.captured[0]!.path).toBe('/mp?measurement_id=G-TEST1234&api_secret=secret');
  });

  it('wait for an unreachable destination, and are delivered once when it is reachable', async () => {
    const port = await freePort();
    const { store, workers, accept, recent } = await relays(`http://127.0.0.1:${port}`);
    const events = [await accept({}), await accept({ destination: 'conversion' })];
    workers.measurement.retry();
    workers.conversion.retry();
    await waitFor('both have failed', () => recent.list().length === 2);
    expect(store.queue('measurement').size + store.queue('conversion').size).toBe(2);
    const server = await captureServer<GoogleBody & MetaBody>(port);
    workers.measurement.retry();
    workers.conversion.retry();
    await waitFor(
      'both are delivered',
      () => recent.list().filter((each) => each.outcome === 'delivered').length === 2,
    );
    expect(server.bodies.length).toBe(2);
    expect(server.bodies.find(({ data }) => data as unknown)!.data[0]!.event_id).toBe(events[1]!.id);
  });

  it('without a response are repeated for Meta with the same id, and never for Google', async () => {
    const server = await captureServer<GoogleBody & MetaBody>();
    server.answer = () => ({ status: 500 });
    const { store, workers, accept } = await relays(server.origin);
    await accept({});
    await accept({ destination: 'conversion' });
    workers.measurement.retry();
    workers.conversion.retry();
    await waitFor('both were sent', () => server.bodies.length === 2);
    server.answer = () => ({ status: 200 });
    await waitFor('Meta was asked again', () => store.counts.of('conversion').delivered === 1, 10_000);
    const sent = server.bodies.flatMap(({ data }) => (data as MetaBody['data'] | undefined) ?? []);
    expect([sent.length, new Set(sent.map(({ event_id: id }) => id)).size]).toEqual([2, 1]);
    expect(store.counts.of('measurement')).toEqual({ accepted: 1, unanswered: 1 });
    expect(server.bodies.length).toBe(3);
  });

  it('are delivered even if one of them is rejected', async () => {
    const server = await captureServer<MetaBody>();
    server.answer = ({ body }) =>
      body.data.some((event) => event.event_name === 'bad')
        ? { status: 400, body: { error: { code: 100, message: 'Invalid parameter' } } }
        : { status: 200 };
    const { store, workers, accept } = await relays(server.origin);
    for (const number of many(100)) await accept({ destination: 'conversion', name: number === 57 ? 'bad' : 'Search' });
    workers.conversion.retry();
    await waitFor('all are done', () => store.queue('conversion').size === 0);
    expect(store.counts.of('conversion')).toEqual({ accepted: 100, delivered: 99, refused: 1 });
  });

  it('wait for an operator while the access token is invalid', async () => {
    const server = await captureServer<MetaBody>();
    server.answer = () => ({ status: 400, body: { error: { code: 190, message: 'Invalid OAuth access token' } } });
    const { store, workers, accept, recent } = await relays(server.origin);
    await accept({ destination: 'conversion' });
    workers.conversion.retry();
    await waitFor('it has failed', () => workers.conversion.circuit.state === 'open');
    expect(store.queue('conversion').size).toBe(1);
    expect(recent.list()[0]!.answer).toContain('Invalid OAuth access token');
    expect(JSON.stringify(recent.list())).not.toContain('token":"token');
  });

  it('are dropped in favour of newer ones when the queue is full, and are counted', async () => {
    const { store, accept } = await relays('http://127.0.0.1:1');
    const events = [];
    while (events.length < 250) events.push(await accept({}));
    expect(store.counts.of('measurement')).toEqual({ accepted: 250, overflow: 50 });
    expect([store.queue('measurement').has(events[49]!.id), store.queue('measurement').has(events[50]!.id)]).toEqual([
      false,
      true,
    ]);
  });

  it('are dropped when they are too old', async () => {
    const { store, accept, workers } = await relays('http://127.0.0.1:1');
    await accept({ at: Date.now() - 2 * HOUR_MS });
    workers.measurement.retry();
    await waitFor('it is dropped', () => store.counts.of('measurement').expired === 1);
    expect(store.queue('measurement').size).toBe(0);
  });

  it('survive the process with their ids; one that was being sent to Google is not sent again', async () => {
    const server = await captureServer<GoogleBody & MetaBody>();
    server.answer = () => 'silence';
    const first = await relays(server.origin);
    await first.accept({ name: 'ss_sent' });
    first.workers.measurement.retry();
    await waitFor('it is being sent', () => server.bodies.length === 1);
    await first.accept({ name: 'ss_waiting' });
    const meta = await first.accept({ destination: 'conversion' });
    // As after kill -9: the first store is not closed.
    server.answer = () => ({ status: 204 });
    const second = await relays(server.origin);
    second.workers.measurement.retry();
    second.workers.conversion.retry();
    await waitFor('the rest is delivered', () => second.store.counts.of('conversion').delivered === 1);
    await waitFor('the rest is delivered', () => second.store.counts.of('measurement').delivered === 1);
    expect(second.store.counts.of('measurement')).toEqual({ accepted: 2, interrupted: 1, delivered: 1 });
    const names = server.bodies.flatMap(({ events }) => (events as { name: string }[] | undefined) ?? []);
    expect(names.map(({ name }) => name)).toEqual(['ss_sent', 'ss_waiting']);
    expect(server.bodies.flatMap(({ data }) => (data as MetaBody['data'] | undefined) ?? [])).toMatchObject([
      { event_id: meta.id },
    ]);
  });

  it('are counted once if a process died between adopting a journal and deleting it', async () => {
    const first = await relays('http://127.0.0.1:1');
    await Promise.all(many(3).map(() => first.accept({})));
    await first.stop();
    const [name = ''] = await readdir(folder);
    const journal = await readFile(join(folder, name));
    const second = await relays('http://127.0.0.1:1');
    await second.stop();
    await writeFile(join(folder, name), journal);
    const third = await relays('http://127.0.0.1:1');
    expect([third.store.counts.of('measurement'), third.store.queue('measurement').size]).toEqual([{ accepted: 3 }, 3]);
    expect(await readdir(folder)).toHaveLength(1);
  });

  it('are adopted by one process, for which other machines then do not regard the journal as abandoned', async () => {
    const abandoned = join(folder, 'another-machine.1.1.jsonl');
    await writeFile(abandoned, '{"kind":"journal","id":"abandoned"}');
    const anHourAgo = new Date(Date.now() - HOUR_MS);
    await utimes(abandoned, anHourAgo, anHourAgo);
    const adopted: [string | undefined, number][] = [];
    await new JournalFolder(folder).adopt(async ({ id }) => {
      const [name = ''] = await readdir(folder);
      adopted.push([id, (await stat(join(folder, name))).mtimeMs]);
    });
    expect(adopted).toEqual([['abandoned', expect.any(Number)]]);
    expect(adopted[0]![1]).toBeGreaterThan(Date.now() - 60_000);
    expect(await readdir(folder)).toEqual([]);
  });
});
