import { setTimeout } from 'node:timers/promises';
import { DROP_REASONS, type OutcomeCounts } from '../../../src/modules/analytics-relay/relay-event.js';
import { waitFor } from '../../support/wait-for.js';
import { startBlackHole } from '../../support/servers/black-hole.mjs';
import { RelayWorld } from '../../support/worlds/relay-world.js';

const PATIENT = 240_000;

/** Measures server times of requests, a few at a time. @returns the 99th percentile in milliseconds */
async function p99(world: RelayWorld, requests: number): Promise<number> {
  const times: number[] = [];
  const send = async (): Promise<void> => {
    for (let each = 0; each < requests / 2; each += 1) {
      const started = performance.now();
      const { status } = await world.measure('ss_job_visit', { entity_id: '1' });
      times.push(performance.now() - started);
      expect(status).toBe(202);
    }
  };
  await Promise.all([send(), send()]);
  return times.sort((one, other) => one - other)[Math.floor(times.length * 0.99)]!;
}

describe('[TRACK-04] destinations that do not answer', () => {
  let world: RelayWorld;
  beforeAll(async () => {
    world = await RelayWorld.start();
  }, PATIENT);
  afterAll(() => world.close());

  it(
    'do not slow down requests, whether they are fast, slow, silent, failing or refuse connections',
    async () => {
      await p99(world, 100);
      const fast = await p99(world, 400);
      world.google.answer = () => ({ status: 204, afterMs: 30_000 });
      const slow = await p99(world, 400);
      world.google.answer = () => 'silence';
      const silent = await p99(world, 400);
      world.google.answer = () => ({ status: 503 });
      const failing = await p99(world, 400);
      await world.google.close();
      const refusing = await p99(world, 400);
      // A machine that runs other tests may need more than the 5 ms of an idle one; waiting for a destination would take seconds.
      for (const time of [fast, slow, silent, failing, refusing]) expect(time).toBeLessThan(1000);
    },
    PATIENT,
  );
});

describe('[TRACK-04] a destination that is a black hole', () => {
  it(
    'does not slow down requests, and events that wait for it are not lost',
    async () => {
      const hole = await startBlackHole();
      const world = await RelayWorld.start({ GA_MP_ENDPOINT: `${hole.origin}/mp/collect` });
      try {
        await p99(world, 100);
        // Waiting for the connection would take five seconds.
        expect(await p99(world, 400)).toBeLessThan(1000);
        // No connection was established, so no event is lost.
        await waitFor('it is known', () => world.product.output.includes('no connection in'), 20_000);
        const { counts, waiting } = await world.journal();
        expect([counts.measurement.accepted, dropped(counts.measurement), waiting]).toEqual([500, 0, 500]);
      } finally {
        await world.close();
        hole.close();
      }
    },
    PATIENT,
  );
});

describe('[TRACK-04] a process that is killed', () => {
  let world: RelayWorld;
  beforeAll(async () => {
    world = await RelayWorld.start({ RATE_LIMITS: 'off' });
  }, PATIENT);
  afterAll(() => world.close());

  it(
    'twice, with 10,000 accepted events: each is delivered or counted as dropped, under one id, and never twice at Google',
    async () => {
      world.google.answer = () => ({ status: 204, afterMs: 20 });
      world.meta.answer = () => ({ status: 200, afterMs: 20 });
      const accepted = { google: 0, meta: new Set<string>() };
      const send = async (lane: string, events: number): Promise<void> => {
        for (let each = 0; each < events; each += 1) {
          const entity = { entity_id: `${lane}-${each}` };
          const isForMeta = each % 2 === 0;
          const answer = isForMeta
            ? await world.convert('job_visit', entity)
            : await world.measure('ss_job_visit', entity);
          expect(answer.status).toBe(202);
          if (isForMeta) accepted.meta.add(String(answer.body.id));
          else accepted.google += 1;
        }
      };
      const sendAll = (name: string) =>
        Promise.all(Array.from({ length: 40 }, (_none, lane) => send(`${name}-${lane}`, 125)));
      await sendAll('first');
      // Requests whose response is never received; some of their events are in the journal, and some are not.
      const unanswered = Array.from({ length: 20 }, (_none, lane) => send(`lost-${lane}`, 20).catch(() => undefined));
      await setTimeout(100);
      await world.kill();
      await Promise.all(unanswered);
      await world.restart();
      await sendAll('second');
      await world.kill();
      const entities = (): string[] => world.measured.map(({ params }) => String(params.entity_id));
      // Makes sure that events are still waiting, otherwise the test would prove nothing.
      expect(entities().length).toBeLessThan(accepted.google);
      await world.restart();
      await waitFor('nothing waits any more', async () => (await world.journal()).waiting === 0, 120_000);
      const { counts } = await world.journal();

      const { accepted: forMeta = 0, delivered: converted } = counts.conversion;
      expect(forMeta).toBeGreaterThanOrEqual(accepted.meta.size);
      expect({ converted, dropped: dropped(counts.conversion) }).toEqual({ converted: forMeta, dropped: 0 });
      const arrived = new Set(world.converted.map(({ event_id: id }) => id));
      expect(arrived.size).toBe(forMeta);
      expect([...accepted.meta].filter((id) => !arrived.has(id))).toEqual([]);
      const pairs = new Set(
        world.converted.map(({ event_id: id, custom_data: data }) => `${String(data.entity_id)} ${id}`),
      );
      expect(pairs.size).toBe(arrived.size);

      const { accepted: forGoogle = 0, delivered: measured = 0 } = counts.measurement;
      expect(forGoogle).toBeGreaterThanOrEqual(accepted.google);
      expect(measured + dropped(counts.measurement)).toBe(forGoogle);
      // Events that were being sent when the process died may have arrived: they are counted as lost, and not sent again.
      expect(new Set(entities()).size).toBe(entities().length);
      expect(entities().length).toBeGreaterThanOrEqual(measured);
      expect(entities().length).toBeLessThanOrEqual(forGoogle);
      const interrupted = counts.measurement.interrupted ?? 0;
      expect(dropped(counts.measurement)).toBe(interrupted);
      expect(interrupted).toBeLessThanOrEqual(2 * 8 * 25);
    },
    PATIENT,
  );
});

/** Number of dropped events, for any reason. */
function dropped(counts: OutcomeCounts): number {
  return DROP_REASONS.reduce((sum, reason) => sum + (counts[reason] ?? 0), 0);
}
