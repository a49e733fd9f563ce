import { SwitchingSearchEngine } from './switching.search-engine.js';
import type { SearchAnswer, SearchEngine, SearchQuery } from '../port/search.port.js';

const answerOf = (id: string): SearchAnswer => ({ total: 1, ids: [id], facets: [] });
const query = {} as SearchQuery;

describe('SwitchingSearchEngine', () => {
  const logged: string[] = [];
  const log = (_details: object, message: string) => logged.push(message);
  const postgres: SearchEngine = { search: () => Promise.resolve(answerOf('postgres')) };
  let memory: { canAnswer: () => boolean; search: () => Promise<SearchAnswer> } | undefined;
  const engine = new SwitchingSearchEngine('jobs', () => memory, postgres, { info: log, warn: log, error: log });
  const whoAnswers = async () => (await engine.search(query)).ids[0];

  beforeEach(() => {
    logged.length = 0;
    memory = { canAnswer: () => true, search: () => Promise.resolve(answerOf('memory')) };
  });

  it('searches in memory if it can answer, otherwise in the database', async () => {
    expect(await whoAnswers()).toBe('memory');
    memory!.canAnswer = () => false;
    expect(await whoAnswers()).toBe('postgres');
    memory = undefined;
    expect(await whoAnswers()).toBe('postgres');
  });

  it('does not retry a search that failed because the database is unavailable', async () => {
    memory!.search = () => Promise.reject(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }));
    await expect(engine.search(query)).rejects.toThrow('refused');
    expect(logged).toEqual([]);
  });

  it('searches in the database if the in-memory search fails, and logs this once', async () => {
    memory!.search = () => Promise.reject(new Error('broken'));
    expect([await whoAnswers(), await whoAnswers()]).toEqual(['postgres', 'postgres']);
    expect(logged).toHaveLength(1);
  });
});
