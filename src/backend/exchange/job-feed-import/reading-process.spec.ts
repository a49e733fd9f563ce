import { silentLogger } from '../../../../test/support/database.js';
import { readInProcess } from './reading-process.js';

describe('the process that reads feeds', () => {
  const { execPath } = process;
  afterEach(() => {
    process.execPath = execPath;
  });

  it('is reported as a failure if it cannot be started, for example while the release is replaced', async () => {
    process.execPath = '/nonexistent/node';
    const unhandled: unknown[] = [];
    const note = (error: unknown): number => unhandled.push(error);
    for (const event of ['uncaughtException', 'unhandledRejection']) process.on(event, note);
    const order = { dataDir: '/nonexistent', sites: [], networks: [] };
    await expect(readInProcess(order, silentLogger, new AbortController().signal)).rejects.toThrow('ENOENT');
    await new Promise((resolve) => setTimeout(resolve, 200));
    for (const event of ['uncaughtException', 'unhandledRejection']) process.off(event, note);
    expect(unhandled).toEqual([]);
  });
});
