import { silentLogger } from '../../../../test/support/database.js';
import { allow, type RootResolvers, badUserInput } from './allow.js';
import { createExecutor } from './executor.js';
import { assembleSchema } from './backend-module.js';

const SDL = `
  scalar DateTime
  type Query { hello(name: String!): String! broken: String unavailable: Node refused: String when: DateTime! node: Node }
  type Node { node: Node name: String }
`;
const site = { name: 'default', languages: ['en'], countries: [], demo: 'international' as const };
const headers = { 'x-causeboard-frontend': 'default; locale=en-GB', 'x-request-id': 'r-1' };

function resolvers() {
  return {
    hello: allow<{ name: string }, string>('anyone', ({ name }, { locale }) => `${name} ${locale}`),
    broken: allow<object, string>('anyone', () => {
      throw new Error('password=secret');
    }),
    unavailable: allow<object, string>('anyone', () =>
      Promise.reject(Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })),
    ),
    refused: allow<object, string>('anyone', () => {
      throw badUserInput('radius is too large');
    }),
    when: allow<object, Date>('anyone', (_args, { now }) => now),
    node: allow<object, unknown>('anyone', () => null),
  } satisfies RootResolvers['Query'];
}

describe('assembleSchema', () => {
  it('refuses an operation without a resolver, or without a rule', () => {
    const { broken, unavailable, refused, when, node } = resolvers();
    const rest = { broken, unavailable, refused, when, node };
    expect(() => assembleSchema([{ Query: rest }], SDL)).toThrow('No resolver for Query.hello');
    const bare = { resolve: () => 'hi' } as unknown as ReturnType<typeof resolvers>['hello'];
    expect(() => assembleSchema([{ Query: { ...rest, hello: bare } }], SDL)).toThrow(
      'Query.hello does not define who may call it',
    );
  });

  it('refuses two resolvers of one operation, and one that the contract does not know', () => {
    const { hello } = resolvers();
    expect(() => assembleSchema([{ Query: resolvers() }, { Query: { hello } }], SDL)).toThrow('Query.hello has two');
    expect(() => assembleSchema([{ Query: { ...resolvers(), other: hello } }], SDL)).toThrow('Query.other');
  });
});

describe('createExecutor', () => {
  const logged: unknown[] = [];
  const execute = createExecutor({
    viewerOf: () => Promise.resolve(null),
    schema: assembleSchema([{ Query: resolvers() }], SDL),
    sites: [site],
    clock: () => new Date('2026-11-21T09:30:00Z'),
    logger: { ...silentLogger, error: (details) => logged.push(details) },
  });
  const run = (query: string, variables?: Record<string, unknown>, own: Record<string, string> = headers) =>
    execute({ operationName: '', query, variables, headers: own });
  const refused = (message: string | RegExp, code: string) => ({
    errors: [{ message: expect.stringMatching(message) as string, extensions: { code } }],
  });

  it('executes with the context of the headers, and serialises dates', async () => {
    expect(await run('query Q($n: String!) { hello(name: $n) when }', { n: 'Ann' })).toEqual({
      data: { hello: 'Ann en-GB', when: '2026-11-21T09:30:00.000Z' },
    });
  });

  it('masks a bug, and logs it with the request id', async () => {
    const result = await run('{ broken }');
    expect(result).toEqual({
      data: { broken: null },
      errors: [{ message: 'Internal server error', path: ['broken'], extensions: { code: 'INTERNAL_SERVER_ERROR' } }],
    });
    expect(logged).toEqual([expect.objectContaining({ requestId: 'r-1', error: 'password=secret', path: 'broken' })]);
  });

  it('distinguishes an unavailable database, a bug and a violated rule', async () => {
    expect(await run('{ unavailable { name } }')).toMatchObject({
      errors: [{ extensions: { code: 'SERVICE_UNAVAILABLE' } }],
    });
    expect(await run('{ refused }')).toMatchObject({
      errors: [{ message: 'radius is too large', extensions: { code: 'BAD_USER_INPUT' } }],
    });
  });

  it('rejects invalid requests', async () => {
    const bad = 'BAD_USER_INPUT';
    expect(await run('{ nothing }')).toMatchObject(refused(/Cannot query field/, bad));
    expect(await run('{ hello')).toMatchObject(refused(/Syntax Error/, bad));
    expect(await run('query Q($n: String!) { hello(name: $n) }', { n: 3 })).toMatchObject(
      refused(/got invalid value/, bad),
    );
    expect(await run('query A { when } query B { when }')).toMatchObject(refused(/Must provide operation name/, bad));
    expect(await run(`{ when #${'x'.repeat(20_001)}\n}`)).toMatchObject(refused(/longer than/, bad));
    const deep = (levels: number) => `{ ${'node { '.repeat(levels)}name${' }'.repeat(levels)} }`;
    expect(await run(deep(11))).toEqual({ data: { node: null } });
    expect(await run(deep(12))).toMatchObject(refused(/deeper than 12/, bad));
    const wide = Array.from({ length: 31 }, (_, index) => `a${index}: when`).join(' ');
    expect(await run(`{ ${wide} }`)).toMatchObject(refused(/more than 30/, bad));
  });

  it('executes a mutation only once, even if it fails', async () => {
    let calls = 0;
    const strike = allow<object, boolean>('anyone', () => {
      calls++;
      throw new Error('broken');
    });
    const schema = assembleSchema(
      [{ Query: resolvers(), Mutation: { strike } }],
      `${SDL} type Mutation { strike: Boolean }`,
    );
    const own = { schema, sites: [site], clock: () => new Date(), logger: silentLogger };
    const executeOwn = createExecutor({ ...own, viewerOf: () => Promise.resolve(null) });
    const query = 'query A { when } mutation B { strike }';
    expect(await executeOwn({ operationName: 'B', query, headers })).toMatchObject({ data: { strike: null } });
    expect(calls).toBe(1);
  });

  it('reports a failure to identify the viewer', async () => {
    const down = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
    const own = { schema: assembleSchema([{ Query: resolvers() }], SDL), sites: [site], clock: () => new Date() };
    const executeOwn = createExecutor({ ...own, logger: silentLogger, viewerOf: () => Promise.reject(down) });
    const asked = { operationName: '', query: '{ when }', headers: { ...headers, authorization: 'Bearer token' } };
    expect(await executeOwn(asked)).toMatchObject({ errors: [{ extensions: { code: 'SERVICE_UNAVAILABLE' } }] });
  });

  it('rejects a missing or unknown site, naming it', async () => {
    expect(await run('{ when }', {}, {})).toMatchObject(refused(/x-causeboard-frontend.*missing/, 'BAD_USER_INPUT'));
    const unknown = { 'x-causeboard-frontend': 'mars; locale=en' };
    expect(await run('{ when }', {}, unknown)).toMatchObject(refused('There is no site mars here.', 'BAD_USER_INPUT'));
  });
});
