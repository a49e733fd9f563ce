import { connect, type Socket } from 'node:net';
import fc from 'fast-check';
import { DEMO_PASSWORD, HOSTS, startProduct } from '../../support/products.mjs';
import { waitFor } from '../../support/wait-for.js';
import { PRODUCTS, SiteUnderTest } from '../../support/data/site.js';

const JSON_TYPE = 'application/json';
const GRAPHQL_TYPE = 'application/graphql-response+json';
const terms = { operationName: 'FacetTerms' };
const login = {
  operationName: 'JwtToken',
  variables: { email: 'applicant@demo.causeboard.test', password: DEMO_PASSWORD },
};

describe.each(PRODUCTS)('/graphql, %s', (_name, url) => {
  const site = new SiteUnderTest(url);
  const post = (body: unknown, headers: Record<string, string> = {}) =>
    site
      .post('/graphql')
      .set({ 'Content-Type': JSON_TYPE, ...headers })
      .send(typeof body === 'string' ? body : JSON.stringify(body));
  const form = (fields: [string, string | Blob][], headers: Record<string, string> = {}) => {
    const data = new FormData();
    for (const [name, value] of fields) data.append(name, value);
    return fetch(`${url}/graphql`, {
      method: 'POST',
      body: data,
      headers: { 'x-causeboard-request': '1', ...headers },
    });
  };

  it('[GQL-07] answers only its own site, in JSON and in multipart alike', async () => {
    const host = HOSTS.default;
    expect((await post(terms, { Origin: `http://${host}` })).status).toBe(200);
    expect((await post(terms, { 'Sec-Fetch-Site': 'same-origin' })).status).toBe(200);
    const foreign: Record<string, string>[] = [
      { Origin: 'https://evil.example' },
      { Origin: 'null' },
      { Origin: `http://${host}.evil.example` },
      { 'Sec-Fetch-Site': 'cross-site' },
      { 'Sec-Fetch-Site': 'same-site' },
    ];
    for (const headers of foreign)
      expect({ headers, status: (await post(login, headers)).status }).toEqual({ headers, status: 403 });
  });

  it('[GQL-07] refuses a login that a form of another site sends as multipart', async () => {
    const operations = JSON.stringify(login);
    const fields: [string, string][] = [
      ['operations', operations],
      ['map', '{}'],
    ];
    const data = new FormData();
    for (const [name, value] of fields) data.append(name, value);
    const simple = await fetch(`${url}/graphql`, { method: 'POST', body: data });
    expect([simple.status, await simple.text()]).toEqual([403, expect.not.stringContaining('data') as string]);
    expect((await form(fields, { origin: 'https://evil.example' })).status).toBe(403);
    for (const type of ['text/plain', 'application/x-www-form-urlencoded'])
      expect((await post(operations, { 'Content-Type': type })).status).toBe(415);
  });

  it('[GQL-07] reads multipart according to its specification, and explains errors', async () => {
    const operations: [string, string] = ['operations', JSON.stringify(terms)];
    expect((await form([operations, ['map', '{}']])).status).toBe(200);
    const batch = await form([
      ['operations', JSON.stringify([terms, terms])],
      ['map', '{}'],
    ]);
    expect(await batch.json()).toHaveLength(2);
    const file = new Blob(['x']);
    const wanted = JSON.stringify({ ...terms, variables: { file: null } });
    const wrong: [string, string | Blob][][] = [
      [],
      [operations],
      [['map', '{}'], operations],
      [
        ['operations', '{'],
        ['map', '{}'],
      ],
      [operations, ['map', '[]']],
      [operations, ['map', '{"0":"variables.file"}'], ['0', file]],
      [operations, ['map', '{"0":["variables.file"]}'], ['0', file]],
      [operations, ['map', '{"0":["variables.__proto__.x"]}'], ['0', file]],
      [
        ['operations', wanted],
        ['map', '{"0":["variables.file"]}'],
      ],
    ];
    for (const fields of wrong) expect((await form(fields)).status).toBe(400);
    // A variable that the operation does not have is ignored, whether or not it is replaced by a file.
    const right: [string, string | Blob][] = [
      ['operations', wanted],
      ['map', '{"0":["variables.file"]}'],
      ['0', file],
    ];
    expect((await form(right)).status).toBe(200);
    const many = Object.fromEntries(Array.from({ length: 11 }, (_value, index) => [index, ['variables.file']]));
    expect(
      (
        await form([
          ['operations', wanted],
          ['map', JSON.stringify(many)],
        ])
      ).status,
    ).toBe(413);
  });

  it('[GQL-07] accepts only its own operations', async () => {
    const query = '{ __schema { types { name } } }';
    for (const body of [
      { query },
      { operationName: 'Stranger', query },
      { query: 'query Stranger { getUser { id } }' },
    ])
      expect((await post(body)).body).toEqual({
        errors: [
          { message: expect.stringContaining('is not an operation') as string, extensions: { code: 'BAD_USER_INPUT' } },
        ],
      });
    // The query text is ignored.
    expect((await post({ ...terms, query })).body).not.toHaveProperty('data.__schema');
  });

  it('[GQL-07] answers a batch of ten in order, and refuses larger ones', async () => {
    const batch = Array.from({ length: 10 }, (_value, index) => (index % 2 ? terms : { operationName: `No${index}` }));
    const { body, status } = (await post(batch)) as { body: unknown; status: number };
    const answers = body as { errors?: { message: string }[]; data?: unknown }[];
    expect([status, answers.length]).toEqual([200, 10]);
    answers.forEach((answer, index) => {
      if (index % 2)
        expect(answer.data).toHaveProperty(
          'termTree' in (answer.data as object) ? 'termTree' : Object.keys(answer.data as object)[0]!,
        );
      else expect(answer.errors?.[0]?.message).toContain(`"No${index}"`);
    });
    expect((await post([...batch, terms])).status).toBe(413);
    expect((await post([])).status).toBe(400);
  });

  it('[GQL-07] complies with GraphQL over HTTP', async () => {
    for (const method of ['get', 'put', 'patch', 'delete'] as const) {
      const answer = await fetch(`${url}/graphql?query={getUser{id}}`, { method: method.toUpperCase() });
      expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST']);
    }
    const unknown = { operationName: 'Stranger' };
    const plain = await post(unknown, { Accept: JSON_TYPE });
    expect([plain.status, plain.headers['content-type']]).toEqual([200, `${JSON_TYPE}; charset=utf-8`]);
    const modern = await post(unknown, { Accept: `${GRAPHQL_TYPE}, ${JSON_TYPE};q=0.9` });
    expect([modern.status, modern.headers['content-type']]).toEqual([400, `${GRAPHQL_TYPE}; charset=utf-8`]);
    expect((await post(terms, { Accept: GRAPHQL_TYPE })).status).toBe(200);
    expect((await post(terms, { Accept: 'text/html' })).status).toBe(406);
    for (const body of [
      '{',
      '"x"',
      '3',
      'null',
      '{}',
      '{"operationName":3}',
      '{"operationName":"FacetTerms","variables":[]}',
    ])
      expect({ body, status: (await post(body)).status }).toEqual({ body, status: 400 });
    expect((await post(terms)).headers['cache-control']).toBe('no-store');
  });

  it.each([
    [JSON_TYPE, 200, JSON_TYPE],
    ['*/*', 200, JSON_TYPE],
    [GRAPHQL_TYPE, 400, GRAPHQL_TYPE],
    [`${GRAPHQL_TYPE}, ${JSON_TYPE}`, 400, GRAPHQL_TYPE],
  ])(
    '[GQL-07] answers %s for an unknown operation with the status of a known one that is refused',
    async (accept, status, type) => {
      const refused = { operationName: 'JwtToken', variables: { email: 3 } };
      const unknown = [
        { operationName: 'Stranger' },
        { operationName: 'Stranger', query: 'query Stranger { getUser { id } }' },
        { query: '{ __typename }' },
        { query: '{' },
      ];
      for (const body of [refused, ...unknown]) {
        const answer = await post(body, { Accept: accept });
        expect([body, answer.status, answer.headers['content-type']]).toEqual([body, status, `${type}; charset=utf-8`]);
        expect(answer.body).toEqual({ errors: expect.any(Array) as unknown[] });
      }
    },
  );

  it('[GQL-07] no body causes a server error', async () => {
    const value = fc.oneof(
      fc.json(),
      fc.string(),
      fc
        .record({
          operationName: fc.constantFrom('FacetTerms', 'JwtToken', '__proto__', 'constructor'),
          variables: fc.jsonValue(),
        })
        .map((body) => JSON.stringify(body)),
      fc.array(fc.jsonValue(), { maxLength: 12 }).map((body) => JSON.stringify(body)),
    );
    const type = fc.constantFrom(
      JSON_TYPE,
      'multipart/form-data',
      'multipart/form-data; boundary=x',
      GRAPHQL_TYPE,
      'text/plain',
    );
    await fc.assert(
      fc.asyncProperty(value, type, async (body, contentType) => {
        const headers = { 'content-type': contentType, 'x-causeboard-request': '1', accept: GRAPHQL_TYPE };
        const answer = await fetch(`${url}/graphql`, { method: 'POST', headers, body });
        expect(answer.status).toBeLessThan(500);
      }),
      { numRuns: 150, seed: 417 },
    );
  });
});

describe('/graphql in development', () => {
  it('[GQL-07] accepts any operation, within limits', async () => {
    const product = await startProduct({
      NODE_ENV: 'development',
      DATA_DIR: process.env.TEST_DATA_DIR!,
      BACKEND_GRAPHQL_URL: `${process.env.TEST_BACKEND!}/graphql`,
    });
    try {
      const ask = async (query: string, operationName?: string) => {
        const answer = await new SiteUnderTest(product.url).post('/graphql').send({ query, operationName });
        return answer.body as { data?: Record<string, unknown>; errors?: { message: string }[] };
      };
      expect((await ask('{ __schema { queryType { name } } }')).data).toEqual({
        __schema: { queryType: { name: 'Query' } },
      });
      expect((await ask('query A { a: __typename } query B { b: __typename }', 'B')).data).toEqual({ b: 'Query' });
      const repeated = Array.from({ length: 6 }, (_value, index) => `u${index}: getUser { id }`);
      expect((await ask(`{ ${repeated.join(' ')} }`)).errors?.[0]?.message).toContain('more than 5 times');
      const hidden = `query { ...A ...B } fragment A on Query { ${repeated.slice(0, 3).join(' ')} } fragment B on Query { ${repeated.slice(3).join(' ')} }`;
      expect((await ask(hidden)).errors?.[0]?.message).toContain('more than 5 times');
      expect((await ask('{')).errors?.[0]?.message).toContain('Syntax Error');
      const { email, password } = login.variables;
      const { data } = await ask(
        `mutation { in: userLogin(email: "${email}", password: "${password}") { token: jwt } }`,
      );
      // A page never gets the session token itself (AUTH-04), which has three parts, but a JWE with five.
      expect((data?.in as { token: string }).token.split('.')).toHaveLength(5);
    } finally {
      await product.stop();
    }
  }, 90_000);
});

describe('/graphql with many uploads at once', () => {
  it('[GQL-07] refuses those that memory does not suffice for, until others end', async () => {
    const product = await startProduct({
      DATA_DIR: process.env.TEST_DATA_DIR!,
      BACKEND_GRAPHQL_URL: `${process.env.TEST_BACKEND!}/graphql`,
    });
    const uploads: Socket[] = [];
    try {
      const data = new FormData();
      data.append('operations', JSON.stringify({ ...terms, variables: { file: null } }));
      data.append('map', '{"0":["variables.file"]}');
      data.append('0', new Blob([Buffer.alloc(2_000_000)]));
      const headers = { 'x-causeboard-request': '1' };
      const upload = () => fetch(`${product.url}/graphql`, { method: 'POST', body: data, headers });
      expect((await upload()).status).toBe(200);
      const { hostname, port } = new URL(product.url);
      const head = `POST /graphql HTTP/1.1\r\nHost: ${hostname}\r\nContent-Length: 11400000\r\nX-Causeboard-Request: 1\r\n`;
      const hold = (): void => {
        const socket = connect(Number(port), hostname).on('error', () => undefined);
        socket.write(`${head}Content-Type: multipart/form-data; boundary=x\r\n\r\n`);
        socket.write(Buffer.alloc(11_300_000));
        // One that is refused itself is replaced.
        socket.once('data', hold);
        uploads.push(socket);
      };
      for (let each = 0; each < 7; each += 1) hold();
      let refused = await upload();
      await waitFor('the memory is used up', async () => {
        if (refused.status !== 503) refused = await upload();
        return refused.status === 503;
      });
      expect([refused.headers.get('retry-after'), refused.headers.get('connection')]).toEqual(['20', 'close']);
      for (const socket of uploads) socket.destroy();
      await waitFor('the memory is free again', async () => (await upload()).status === 200);
    } finally {
      for (const socket of uploads) socket.destroy();
      await product.stop();
    }
  }, 90_000);
});
