import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import type { EmbeddingsOptions } from '#contract/backend/backend.js';
import { createTestDatabase, silentLogger, type TestDatabase } from '../../../../../test/support/database.js';
import { createOrganization } from '../../../../../test/support/data/jobs.js';
import { type CorpusJob, MeaningCorpus } from '../../../../../test/support/data/meaning-corpus.js';
import { waitFor } from '../../../../../test/support/wait-for.js';
import { Stemmer } from '../../analysis/stemmer.js';
import type { BackgroundTask } from '../../../platform/background-jobs/recurring-work.js';
import { createMeaning, type Meaning } from '../create-meaning.js';
import { endpointEncoder } from '../vectors/encoders.js';
import { EmbeddingsClient, EMBEDDINGS_LIMITS, readEmbeddings } from './embeddings-client.js';

const SIZE = 100;
const KEY = 'a-key-of-this-test';

interface Asked {
  model: string;
  input: string[];
}

type Answer = (asked: Asked, response: ServerResponse) => void;

let server: Server;
let url: string;
let answer: Answer;
let requests: { authorization: string | undefined; asked: Asked }[];

/** Returns one direction for texts about software and another for all other texts. */
function vectorOf(text: string): number[] {
  const isSoftware = /software|code/i.test(text);
  return Array.from({ length: SIZE }, (_, at) => (at % 2 === (isSoftware ? 0 : 1) ? 1 : 0));
}

const good: Answer = ({ input }, response) => {
  response.end(JSON.stringify({ data: input.map((text, index) => ({ index, embedding: vectorOf(text) })) }));
};

async function read(request: IncomingMessage): Promise<Asked> {
  let body = '';
  for await (const part of request) body += String(part);
  return JSON.parse(body) as Asked;
}

beforeAll(async () => {
  server = createServer((request, response) => {
    void read(request).then((asked) => {
      requests.push({ authorization: request.headers.authorization, asked });
      answer(asked, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/embeddings`;
});
beforeEach(() => {
  requests = [];
  answer = good;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

describe('the response of an embeddings service', () => {
  const limits = { ...EMBEDDINGS_LIMITS, timeoutMs: 3000, maxFailures: 100 };
  const client = () => new EmbeddingsClient({ url, model: 'm', apiKey: KEY }, silentLogger, limits);

  it('has one vector per text, requested with the API key', async () => {
    const outcome = await client().embed(['software', 'a nurse\ud800']);
    expect(outcome).toEqual({
      vectors: [vectorOf('software'), vectorOf('nurse')].map((each) => Float64Array.from(each)),
    });
    expect(requests).toEqual([
      {
        authorization: `Bearer ${KEY}`,
        asked: { model: 'm', input: ['software', 'a nurse\ufffd'], encoding_format: 'float' },
      },
    ]);
  });

  const row = (index: number, embedding: unknown) => ({ index, embedding });
  it.each<[string, string, unknown]>([
    ['no JSON', 'malformed', 'not json'],
    ['nothing', 'malformed', ''],
    ['another object', 'malformed', '{"error":"no"}'],
    ['too few', 'count', { data: [row(0, vectorOf(''))] }],
    ['one twice', 'count', { data: [row(0, vectorOf('')), row(0, vectorOf(''))] }],
    ['another size', 'size', { data: [row(0, [1, 2]), row(1, [1, 2])] }],
    ['two sizes', 'size', { data: [row(0, vectorOf('')), row(1, [1])] }],
    ['texts', 'values', { data: [row(0, vectorOf('')), row(1, vectorOf('').map(String))] }],
    [
      'nulls, as JSON says NaN',
      'values',
      {
        data: [
          row(0, vectorOf('')),
          row(
            1,
            vectorOf('').map(() => Number.NaN),
          ),
        ],
      },
    ],
    [
      'zeros',
      'values',
      {
        data: [
          row(0, vectorOf('')),
          row(
            1,
            vectorOf('').map(() => 0),
          ),
        ],
      },
    ],
  ])('is refused: %s', async (_, violation, body) => {
    answer = (_asked, response) => response.end(typeof body === 'string' ? body : JSON.stringify(body));
    expect(await client().embed(['one', 'two'], SIZE)).toEqual({ violation });
  });

  it.each<[string, string, Answer]>([
    ['an error', 'refused', (_, response) => response.writeHead(500).end()],
    ['a redirect', 'unreachable', (_, response) => response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end()],
    ['nothing in time', 'unreachable', () => undefined],
    ['a broken connection', 'unreachable', (_, response) => response.destroy()],
    [
      'more than anybody asked for',
      'tooLarge',
      (_, response) => response.end(' '.repeat(2 * EMBEDDINGS_LIMITS.maxSize * 32 + 1)),
    ],
  ])('is refused: %s', async (_, violation, wrong) => {
    answer = wrong;
    expect(await client().embed(['one', 'two'], SIZE)).toEqual({ violation });
  });

  it('is not requested repeatedly while it is invalid', async () => {
    answer = (_, response) => response.writeHead(500).end();
    const impatient = new EmbeddingsClient({ url, model: 'm' }, silentLogger, { ...limits, maxFailures: 2 });
    for (let each = 0; each < 5; each += 1) await impatient.embed(['one']);
    expect(requests.length).toBe(2);
    expect(impatient.isPaused).toBe(true);
  });

  it('is read within limits, whatever it contains', () => {
    expect(readEmbeddings('[]', 1, undefined, 10)).toEqual({ violation: 'malformed' });
    expect(readEmbeddings('{"data":[null]}', 1, undefined, 10)).toEqual({ violation: 'malformed' });
    expect(readEmbeddings('{"data":[{"index":0,"embedding":[]}]}', 1, undefined, 10)).toEqual({ violation: 'size' });
    expect(readEmbeddings(`{"data":[{"index":0,"embedding":[${'1,'.repeat(10)}1]}]}`, 1, undefined, 10)).toEqual({
      violation: 'size',
    });
  });
});

describe('texts that are too much for an embeddings service', () => {
  // Requests for them are interrupted at once, which the client does not distinguish from those that it interrupts because they take too long.
  const limits = { ...EMBEDDINGS_LIMITS, maxFailures: 100 };
  const encoder = () => endpointEncoder(new EmbeddingsClient({ url, model: 'm' }, silentLogger, limits), SIZE);
  const texts = (count: number, length = 10) =>
    Array.from({ length: count }, () => ({
      language: 'en',
      title: 'x'.repeat(length),
      subjects: [],
      description: '',
      tids: [],
    }));
  /** Numbers of texts of the requests since the last call; `1` may be a probe. */
  const asked = () => requests.splice(0).map((request) => request.asked.input.length);
  const vectors = (count: number) => Array.from({ length: count }, () => expect.anything() as unknown);

  it('are sent in smaller requests, which grow again', async () => {
    answer = (request, response) => (request.input.length > 4 ? response.destroy() : good(request, response));
    const one = encoder();
    expect(await one.encode(texts(20))).toEqual(vectors(20));
    expect(asked()).toEqual([20, 1, 10, 1, 5, 1, 3, 3, 3, 3, 3, 3, 2]);
    expect(await one.encode(texts(4))).toEqual(vectors(4));
    expect(asked()).toEqual([4]);
    expect(await one.encode(texts(6))).toEqual(vectors(6));
    expect(asked()).toEqual([5, 1, 3, 3]);
  });

  it('are sent in smaller requests after a pause, if it is still busy with an aborted one', async () => {
    answer = (_, response) => response.destroy();
    const one = encoder();
    expect(await one.encode(texts(4))).toBeUndefined();
    expect(asked()).toEqual([4, 1]);
    answer = good;
    expect(await one.encode(texts(4))).toEqual(vectors(4));
    expect(asked()).toEqual([2, 2]);
  });

  it('are shortened if one alone is too much', async () => {
    answer = (request, response) =>
      request.input.some((text) => text.length > 2000) ? response.destroy() : good(request, response);
    expect(await encoder().encode(texts(1, 3900))).toEqual(vectors(1));
    expect(requests.at(-1)!.asked.input).toEqual(['x'.repeat(1950)]);
  });
});

describe('jobs compared by an embeddings service', () => {
  const TIMING = { firstInMs: 0, afterChangeMs: 10, everyMs: 10, allEveryMs: 0, modelEveryMs: 0, lookEveryMs: 0 };
  let test: TestDatabase;
  let corpus: MeaningCorpus;
  let jobs: CorpusJob[];
  let meaning: Meaning;
  let work: BackgroundTask;

  beforeAll(async () => {
    test = await createTestDatabase();
    corpus = new MeaningCorpus(test.database);
    jobs = await corpus.fill(9);
  }, 60_000);
  beforeEach(() => sql`delete from meaning_model`.execute(test.database));
  afterEach(() => work.stop());
  afterAll(() => test.close());

  const create = (embeddings?: EmbeddingsOptions): Meaning =>
    createMeaning({
      database: test.database,
      stemmer: new Stemmer('inflection'),
      clock: () => new Date(),
      logger: silentLogger,
      embeddings,
      timing: TIMING,
    });
  const start = (): void => {
    meaning = create({ url, model: 'a-model', apiKey: KEY });
    work = meaning.startJobs();
  };
  const of = (kind: string, language: string) => jobs.filter((job) => job.kind === kind && job.language === language);
  const toSoftware = async (kind: string) => {
    const [software] = of('software', 'en');
    return (await meaning.toJob(software!.id, [of(kind, 'en').at(-1)!.id])).get(of(kind, 'en').at(-1)!.id);
  };
  const isComplete = async (source: string): Promise<boolean> =>
    (await sql`select from meaning_model where source = ${source} and complete_at is not null`.execute(test.database))
      .rows.length > 0;

  it('are similar if their vectors are', async () => {
    start();
    await waitFor('its vectors', () => isComplete('endpoint'), 30_000);
    expect(await toSoftware('software')).toBeGreaterThan(0.95);
    expect(await toSoftware('nursing')).toBeLessThan(0.3);
    const sent = requests.flatMap(({ asked }) => asked.input);
    expect(sent.length).toBeGreaterThanOrEqual(jobs.length);
    expect(
      await meaning.toText({ language: 'en', title: 'Ward nurse', subjects: ['patients'], description: '', tids: [] }, [
        of('nursing', 'en')[0]!.id,
      ]),
    ).toHaveProperty('size', 1);
    // Texts without stored vectors, such as resumes, are never sent.
    expect(requests.flatMap(({ asked }) => asked.input).some((text) => text.includes('Ward nurse\npatients'))).toBe(
      false,
    );
  }, 60_000);

  it.each<[string, Answer]>([
    ['is away', (_, response) => response.destroy()],
    ['never answers', () => undefined],
    [
      'answers with another size later on',
      (asked, response) =>
        asked.input.length === 1
          ? good(asked, response)
          : response.end(JSON.stringify({ data: asked.input.map((_, index) => ({ index, embedding: [1, 2] })) })),
    ],
    [
      'lies',
      (asked, response) =>
        response.end(JSON.stringify({ data: asked.input.map(() => ({ index: 0, embedding: [Number.NaN] })) })),
    ],
  ])(
    'are compared by the words of the corpus while the service %s',
    async (_, wrong) => {
      answer = wrong;
      start();
      await waitFor('vectors of the corpus', () => isComplete('corpus'), 30_000);
      expect(await toSoftware('software')).toBeGreaterThan(0.7);
      expect(await toSoftware('nursing')).toBeLessThan(0.3);
      expect(await isComplete('endpoint')).toBe(false);
    },
    60_000,
  );

  it('have vectors of the service although it refuses some texts', async () => {
    const employer = await createOrganization(test.database, 'default', 'Writers');
    const [long] = await corpus.write(employer, 'Software', 'You write code. '.repeat(300));
    const [bad] = await corpus.write(employer, 'Poison', 'Nobody knows why.');
    const [zero] = await corpus.write(employer, 'Nothing', 'It means nothing.');
    answer = (asked, response) => {
      if (asked.input.some((text) => text.length > 2000)) return response.writeHead(413).end();
      if (asked.input.some((text) => text.startsWith('Poi'))) return response.writeHead(500).end();
      const data = asked.input.map((text, index) => {
        const embedding = vectorOf(text);
        return { index, embedding: text.startsWith('Not') ? embedding.map(() => 0) : embedding };
      });
      response.end(JSON.stringify({ data }));
    };
    start();
    await waitFor('its vectors', () => isComplete('endpoint'), 30_000);
    const { rows } = await sql<{ job: number }>`
      select v.job_id as job from job_vector v join meaning_model m on m.id = v.model
      where m.source = 'endpoint' and v.vector is null order by v.job_id
    `.execute(test.database);
    expect(rows.map(({ job }) => job)).toEqual([bad!.id, zero!.id]);
    const [software] = of('software', 'en');
    expect([...(await meaning.toJob(long!.id, [software!.id])).values()]).toEqual([expect.closeTo(1, 1)]);
  }, 60_000);

  it('have vectors of the service although it does not answer all of a batch in time', async () => {
    answer = (asked, response) => (asked.input.length > 4 ? response.destroy() : good(asked, response));
    start();
    await waitFor('its vectors', () => isComplete('endpoint'), 30_000);
    expect(await toSoftware('software')).toBeGreaterThan(0.95);
  }, 60_000);

  it('have new vectors when the service answers with another size', async () => {
    start();
    await waitFor('its vectors', () => isComplete('endpoint'), 30_000);
    answer = ({ input }, response) => {
      const data = input.map((text, index) => ({ index, embedding: [...vectorOf(text), 0, 0] }));
      response.end(JSON.stringify({ data }));
    };
    const models = async () =>
      (
        await sql<{ name: string }>`
          select name from meaning_model where source = 'endpoint' and complete_at is not null
        `.execute(test.database)
      ).rows.map(({ name }) => name);
    await waitFor('vectors of the new size', async () => (await models())[0] === `a-model ${SIZE + 2}`, 30_000);
    expect(await models()).toHaveLength(1);
    expect(await toSoftware('software')).toBeGreaterThan(0.95);
  }, 60_000);

  it('are compared by the words of the corpus without a vector of the service, or without the service', async () => {
    // For this service, all texts have the same meaning.
    answer = ({ input }, response) => {
      response.end(JSON.stringify({ data: input.map((_, index) => ({ index, embedding: vectorOf('') })) }));
    };
    start();
    await waitFor('its vectors', () => isComplete('endpoint'), 30_000);
    await work.stop();
    expect(await toSoftware('nursing')).toBeGreaterThan(0.95);
    await sql`
      delete from job_vector where job_id = ${of('software', 'en')[0]!.id}
        and model in (select id from meaning_model where source = 'endpoint')
    `.execute(test.database);
    expect(await toSoftware('nursing')).toBeLessThan(0.3);
    start();
    await waitFor('its vector', async () => ((await toSoftware('nursing')) ?? 0) > 0.95);
    await work.stop();
    meaning = create();
    expect(await toSoftware('nursing')).toBeLessThan(0.3);
    work = meaning.startJobs();
    await waitFor('its vectors to be deleted', async () => !(await isComplete('endpoint')));
    expect(await toSoftware('nursing')).toBeLessThan(0.3);
  }, 60_000);
});
