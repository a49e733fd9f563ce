import {
  ChangeBookmarksDocument,
  KeywordSuggestionsDocument,
  type TypedDocumentString,
} from '#contract/generated/operations.js';
import { browserGraphql, GraphqlRequestError } from './browser-graphql';

type Sent = { operationName: string; variables: { prefix?: string } };

/** Requests that were posted, the oldest first. */
let posted: { method?: string; signal?: AbortSignal | null; body: Sent | Sent[] }[];
/** The endpoint's response to one operation. */
let answerTo: (sent: Sent) => object;
let respond: (body: Sent | Sent[]) => Response;
const realFetch = globalThis.fetch;

beforeEach(() => {
  posted = [];
  answerTo = ({ variables }) => ({ data: { keywordSuggestions: [{ text: `${variables.prefix}!` }] } });
  respond = (body) => Response.json(Array.isArray(body) ? body.map((each) => answerTo(each)) : answerTo(body));
  globalThis.fetch = (_address, init) => {
    const body = JSON.parse(init?.body as string) as Sent | Sent[];
    posted.push({ method: init?.method, signal: init?.signal, body });
    return Promise.resolve(respond(body));
  };
});
afterEach(() => {
  globalThis.fetch = realFetch;
});

const ask = async (prefix: string, signal?: AbortSignal): Promise<string | undefined> => {
  const document = KeywordSuggestionsDocument as TypedDocumentString<
    { keywordSuggestions: { text: string }[] },
    { prefix: string }
  >;
  const { keywordSuggestions } = await browserGraphql(document, { prefix }, { locale: 'en', signal });
  return keywordSuggestions[0]?.text;
};
const sizes = () => posted.map(({ body }) => (Array.isArray(body) ? body.length : 'alone'));

describe('GraphQL of browsers', () => {
  it('[GQL-03] sends queries within 10 ms as one batch, and gives each caller its own response', async () => {
    expect(await Promise.all([ask('co'), ask('nu'), ask('te')])).toEqual(['co!', 'nu!', 'te!']);
    expect(sizes()).toEqual([3]);
    expect(posted[0]!.method).toBe('POST');
    expect(await ask('later')).toBe('later!');
    expect(sizes()).toEqual([3, 'alone']);
  });

  it('[GQL-03] waits for 10 ms and no longer', async () => {
    const delays: (number | undefined)[] = [];
    const realTimer = globalThis.setTimeout;
    let end: (() => void) | undefined;
    globalThis.setTimeout = ((callback: () => void, delay?: number) => {
      delays.push(delay);
      end = callback;
      return 0;
    }) as unknown as typeof setTimeout;
    try {
      const calls = [ask('a'), ask('b')];
      expect([delays, posted]).toEqual([[10], []]);
      end!();
      expect(sizes()).toEqual([2]);
      await Promise.all(calls);
    } finally {
      globalThis.setTimeout = realTimer;
    }
  });

  it('[GQL-03] sends at most 10 in a batch', async () => {
    const prefixes = Array.from({ length: 23 }, (_none, index) => `p${index}`);
    expect(await Promise.all(prefixes.map((prefix) => ask(prefix)))).toEqual(prefixes.map((prefix) => `${prefix}!`));
    expect(sizes()).toEqual([10, 10, 3]);
  });

  it('[GQL-03] an operation that fails fails its own caller only', async () => {
    answerTo = ({ variables: { prefix } }) =>
      prefix === 'bad' ? { errors: [{ message: 'Not this.' }] } : { data: { keywordSuggestions: [{ text: 'fine' }] } };
    const [good, bad] = await Promise.allSettled([ask('good'), ask('bad')]);
    expect(good).toEqual({ status: 'fulfilled', value: 'fine' });
    expect(bad).toMatchObject({ status: 'rejected', reason: new GraphqlRequestError('Not this.') });
  });

  it('[GQL-03] [GQL-04] a batch that fails as a whole fails all of its callers', async () => {
    respond = () => Response.json({ errors: [{ message: 'Too many.' }] }, { status: 429 });
    for (const { status, reason } of (await Promise.allSettled([ask('a'), ask('b')])) as PromiseRejectedResult[])
      expect([status, (reason as Error).message]).toEqual(['rejected', 'Too many.']);
    respond = () => Response.json([answerTo({ operationName: '', variables: { prefix: 'a' } })]);
    const [first, second] = await Promise.allSettled([ask('a'), ask('b')]);
    expect([first.status, second.status]).toEqual(['fulfilled', 'rejected']);
    respond = () => new Response('<html>');
    expect((await Promise.allSettled([ask('a'), ask('b')])).map(({ status }) => status)).toEqual([
      'rejected',
      'rejected',
    ]);
  });

  it('[GQL-03] omits aborted queries, and aborts a batch without waiting callers', async () => {
    const [early, late] = [new AbortController(), new AbortController()];
    const calls = [ask('early', early.signal), ask('late', late.signal)];
    early.abort();
    const results = Promise.allSettled(calls);
    await expect(calls[0]).rejects.toMatchObject({ name: 'AbortError' });
    expect(await calls[1]).toBe('late!');
    await results;
    expect(sizes()).toEqual(['alone']);
    expect(posted[0]!.signal!.aborted).toBe(false);
    late.abort();
    expect(posted[0]!.signal!.aborted).toBe(true);
  });

  it('[GQL-03] sends a mutation at once and alone', async () => {
    const query = ask('a');
    const mutation = browserGraphql(ChangeBookmarksDocument, { add: ['1'], remove: [] }, { locale: 'en' });
    expect(sizes()).toEqual(['alone']);
    await Promise.all([query, mutation]);
    expect(posted.map(({ body }) => (body as Sent).operationName)).toEqual(['ChangeBookmarks', 'KeywordSuggestions']);
  });
});
