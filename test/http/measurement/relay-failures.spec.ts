import { setTimeout } from 'node:timers/promises';
import { waitFor } from '../../support/wait-for.js';
import { RelayWorld } from '../../support/worlds/relay-world.js';

const PATIENT = 240_000;

/** Server time of requests, in milliseconds, with a few at a time. @returns the time that 99 % of them need at most */
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
    'make no request slower, whether they are fast, slow, refusing or silent',
    async () => {
      await p99(world, 100);
      const fast = await p99(world, 400);
      world.google.answer = () => ({ status: 204, afterMs: 30_000 });
      const slow = await p99(world, 400);
      world.google.answer = () => 'silence';
      const silent = await p99(world, 400);
      world.google.answer = () => ({ status: 503 });
      const refusing = await p99(world, 400);
      // A machine that runs other tests may take longer than the 5 ms of an idle one; waiting for a destination takes seconds.
      for (const time of [fast, slow, silent, refusing]) expect(time).toBeLessThan(250);
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
    'loses nothing that it has accepted: each event is delivered, or counted as dropped, under one id',
    async () => {
      world.google.answer = () => ({ status: 204, afterMs: 20 });
      world.meta.answer = () => ({ status: 200, afterMs: 20 });
      const ids = { google: 0, meta: new Set<string>() };
      const send = async (lane: number): Promise<void> => {
        for (let each = 0; each < 250; each += 1) {
          const isForMeta = each % 2 === 0;
          const answer = isForMeta
            ? await world.convert('job_visit', { entity_id: `${lane}-${each}` })
            : await world.measure('ss_job_visit', { entity_id: `${lane}-${each}` });
          expect(answer.status).toBe(202);
          if (isForMeta) ids.meta.add(String(answer.body.id));
          else ids.google += 1;
        }
      };
      await Promise.all(Array.from({ length: 40 }, (_none, lane) => send(lane)));
      Object.assign(world.product.child, { stopping: true });
      world.product.child.kill('SIGKILL');
      await world.product.exited;
      await world.restart();
      await waitFor(
        'Meta has all',
        () => new Set(world.converted.map(({ event_id: id }) => id)).size === 5000,
        120_000,
      );
      expect(new Set(world.converted.map(({ event_id: id }) => id))).toEqual(ids.meta);
      const entities = (): string[] => world.measured.map(({ params }) => String(params.entity_id));
      let before = -1;
      while (before !== entities().length) {
        before = entities().length;
        await setTimeout(2_000);
      }
      // Never twice; what was under way when the process died is counted, and no more than that can be missing.
      expect(new Set(entities()).size).toBe(entities().length);
      const interrupted = /measurement, interrupted\): (\d+)/.exec(world.product.output)?.[1] ?? '0';
      const unanswered = ids.google - entities().length;
      expect(unanswered).toBeLessThanOrEqual(Number(interrupted));
      expect(Number(interrupted)).toBeLessThanOrEqual(8 * 25);
    },
    PATIENT,
  );
});
