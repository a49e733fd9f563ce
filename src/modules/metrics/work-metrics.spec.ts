import { Registry } from 'prom-client';
import { backgroundTasks, observe, observeTask } from '#shared/telemetry/telemetry.js';
import { Scrape } from '../../../test/support/telemetry/prometheus-text.js';
import { measureWork } from './work-metrics.js';

const TOTAL = 'causeboard_background_tasks_total';

describe('metrics of background tasks', () => {
  const registry = new Registry();
  const end = measureWork(registry);
  afterAll(end);
  const scrape = async () => Scrape.read(await registry.metrics());

  it('[OPS-03] count each task with its outcome and duration', async () => {
    await observeTask('digest', 'send', () => Promise.resolve({ mails: 2 }));
    await observeTask('digest', 'send', () => Promise.resolve('busy'));
    await expect(observeTask('digest', 'send', () => Promise.reject(new Error('no database')))).rejects.toThrow('no');
    await observe(
      backgroundTasks,
      () => ({ kind: 'mail', name: 'application-digest', startedAt: performance.now() }),
      (task) => {
        task!.outcome = 'given_up';
        return Promise.resolve();
      },
    );
    const found = (await scrape()).find(TOTAL).map(({ labels, value }) => [...Object.values(labels), value]);
    expect(found).toEqual([
      ['digest', 'send', 'ok', 1],
      ['digest', 'send', 'busy', 1],
      ['digest', 'send', 'failed', 1],
      ['mail', 'application-digest', 'given_up', 1],
    ]);
    expect((await scrape()).sum('causeboard_background_task_duration_seconds_count', { kind: 'digest' })).toBe(3);
  });

  it('[OPS-03] stop on request', async () => {
    const own = new Registry();
    measureWork(own)();
    await observeTask('digest', 'send', () => Promise.resolve());
    expect(Scrape.read(await own.metrics()).find(TOTAL)).toEqual([]);
  });
});
