import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { RawNode, sql } from 'kysely';
import { createTestDatabase, silentLogger, type TestDatabase } from '../../../../test/support/database.js';
import { createOrganization } from '../../../../test/support/data/jobs.js';
import { type CorpusJob, KINDS_OF_WORK, MeaningCorpus } from '../../../../test/support/data/meaning-corpus.js';
import { waitFor } from '../../../../test/support/wait-for.js';
import { Stemmer } from '../analysis/stemmer.js';
import type { BackgroundTask } from '../../platform/background-jobs/recurring-work.js';
import { createMeaning, type Meaning } from './create-meaning.js';
import { MeaningModel } from './model/meaning-model.js';

/** Runs without delays, and builds a new model as soon as a fifth of the corpus has changed. */
const TIMING = { firstInMs: 0, afterChangeMs: 10, everyMs: 10, allEveryMs: 0, modelEveryMs: 0, lookEveryMs: 0 };
const EMPLOYERS = 12;

let test: TestDatabase;
let corpus: MeaningCorpus;
let jobs: CorpusJob[];
let meaning: Meaning;
let work: BackgroundTask;

function start(database = test.database): Meaning {
  const stemmer = new Stemmer('inflection');
  return createMeaning({ database, stemmer, clock: () => new Date(), logger: silentLogger, timing: TIMING });
}

/** Waits until every job has a vector of its current text, and no model is about to replace another. */
async function settled(): Promise<void> {
  await waitFor(
    'all vectors',
    async () => {
      const { rows } = await sql<{ ready: boolean }>`
        select (select coalesce(bool_and(complete_at is not null), false) from meaning_model) and not exists (
          select from job left join job_vector v on v.job_id = job.id and v.model = (select max(id) from meaning_model)
          where job.state = 'published' and v.made_of is distinct from job.updated_at
        ) as ready
      `.execute(test.database);
      return rows[0]!.ready;
    },
    60_000,
  );
}

const of = (kind: CorpusJob['kind'], language: CorpusJob['language']): CorpusJob[] =>
  jobs.filter((job) => job.kind === kind && job.language === language);

/** Returns the mean similarity of a job to the others, excluding itself. */
async function nearness(job: CorpusJob, others: readonly CorpusJob[]): Promise<number> {
  const ids = others.map(({ id }) => id).filter((id) => id !== job.id);
  const near = [...(await meaning.toJob(job.id, ids)).values()];
  expect(near.length).toBeGreaterThan(0);
  return near.reduce((sum, each) => sum + each, 0) / near.length;
}

beforeAll(async () => {
  test = await createTestDatabase();
  corpus = new MeaningCorpus(test.database);
  jobs = await corpus.fill(EMPLOYERS);
  meaning = start();
  work = meaning.startJobs();
  await settled();
}, 120_000);
afterAll(async () => {
  await work.stop();
  await test.close();
});

describe('vectors of what jobs are about', () => {
  it.each(KINDS_OF_WORK)('jobs of %s are near each other, in both languages, and far from others', async (kind) => {
    const [job] = of(kind, 'en');
    const others = KINDS_OF_WORK.filter((other) => other !== kind).flatMap((other) => of(other, 'en'));
    const [same, translated, different] = [
      await nearness(job!, of(kind, 'en')),
      await nearness(job!, of(kind, 'de')),
      await nearness(job!, others),
    ];
    expect(same).toBeGreaterThan(0.7);
    expect(translated).toBeGreaterThan(different + 0.3);
    expect(different).toBeLessThan(0.2);
  });

  it('can be compared with texts that are not stored, unless all their words are unknown', async () => {
    const text = { language: 'en', subjects: ['wounds'], description: 'Medication on a ward.', tids: [] };
    const near = await meaning.toText(
      { ...text, title: 'Ward nurse' },
      [of('nursing', 'en')[0]!, of('software', 'en')[0]!].map(({ id }) => id),
    );
    expect(near.get(of('nursing', 'en')[0]!.id)).toBeGreaterThan(0.7);
    expect(near.get(of('software', 'en')[0]!.id)).toBeLessThan(0.2);
    const strange = { language: 'xx', title: 'Zyzzyva qwx', subjects: [], description: '', tids: [] };
    expect((await meaning.toText(strange, [jobs[0]!.id])).size).toBe(0);
    const [nurse, nothing] = await meaning.ofTexts(of('nursing', 'en')[0]!.id, [{ ...text, title: 'Nurse' }, strange]);
    expect(nurse).toBeGreaterThan(0.7);
    expect(nothing).toBeUndefined();
  });

  it('use the actual language of an advert, even if it declares another one', async () => {
    const employer = await createOrganization(test.database, 'default', 'Wrong language');
    const wrong = await corpus.advertise(employer, 'nursing', 'de', 'en', []);
    await settled();
    expect(await nearness(wrong, of('nursing', 'de'))).toBeGreaterThan(0.5);
    expect(await nearness(wrong, of('software', 'en'))).toBeLessThan(0.2);
  });

  it('are updated when the texts of jobs change', async () => {
    const employer = await createOrganization(test.database, 'default', 'Changing');
    const job = await corpus.advertise(employer, 'cooking', 'en', 'en', []);
    await settled();
    expect(await nearness(job, of('cooking', 'en'))).toBeGreaterThan(0.7);
    await sql`update job set description = 'You test software, mend bugs, and review code.', occupation_tids = '{}' where id = ${job.id}`.execute(
      test.database,
    );
    await corpus.rewrite(job.id, 'Software developer');
    await settled();
    expect(await nearness(job, of('software', 'en'))).toBeGreaterThan(0.7);
    expect(await nearness(job, of('cooking', 'en'))).toBeLessThan(0.3);
  });

  it('are complete again even if the process dies repeatedly between two statements, while jobs change', async () => {
    const before = await sql<{ id: number }>`select max(id) as id from meaning_model`.execute(test.database);
    await work.stop();
    await sql`update meaning_model set made_at = '2000-01-01', documents = 1`.execute(test.database);
    for (const [deaths, job] of jobs.slice(0, 8).entries()) {
      await corpus.rewrite(job.id, `Changed ${deaths}`);
      const { database, died } = dyingDatabase(3 + deaths * 2);
      const dying = start(database).startJobs();
      await died;
      // A killed process does not release its lease; other processes wait until it expires.
      await dying.stop();
      await sql`update meaning_lease set until = '-infinity'`.execute(test.database);
    }
    meaning = start();
    work = meaning.startJobs();
    await settled();
    const { rows } = await sql<{ models: number; newest: number }>`
      select count(*)::integer as models, max(id) as newest from meaning_model
    `.execute(test.database);
    expect(rows[0]!.models).toBe(1);
    expect(rows[0]!.newest).toBeGreaterThan(before.rows[0]!.id);
    expect(await nearness(of('nursing', 'en').at(-1)!, of('nursing', 'en').slice(-3))).toBeGreaterThan(0.7);
  }, 120_000);

  it('leave no model in memory after it was replaced', async () => {
    const loaded: WeakRef<MeaningModel>[] = [];
    const original = Object.getOwnPropertyDescriptor(MeaningModel, 'unpack')!;
    const unpack = MeaningModel.unpack.bind(MeaningModel);
    MeaningModel.unpack = (bytes) => {
      const model = unpack(bytes);
      if (model) loaded.push(new WeakRef(model));
      return model;
    };
    for (const count of [1, 2, 3]) {
      await sql`update meaning_model set made_at = '2000-01-01', documents = 1`.execute(test.database);
      await waitFor('another model', () => loaded.length === count, 60_000);
      await settled();
    }
    Object.defineProperty(MeaningModel, 'unpack', original);
    setFlagsFromString('--expose-gc');
    const collectGarbage = runInNewContext('gc') as () => void;
    await waitFor('the memory of the replaced models', () => {
      collectGarbage();
      return loaded.filter((model) => model.deref()).length <= 1;
    });
  }, 120_000);

  it('are not distorted by a thousand adverts of one employer that pair nurses with a casino', async () => {
    const [casino, royal] = [
      await createOrganization(test.database, 'default', 'Casino'),
      await createOrganization(test.database, 'default', 'Royal'),
    ];
    // A model that is built while they are written would be replaced only after many more changes.
    await work.stop();
    const honest = [
      ...(await corpus.write(casino, 'Croupier', 'You deal cards and spin the roulette in our casino.', 6)),
      ...(await corpus.write(royal, 'Croupier', 'Roulette and cards in a casino, late at night.', 6)),
    ];
    await corpus.write(
      casino,
      'Nurse casino nurse',
      'Nurse in our casino: nurse, ward, patients, casino, roulette.',
      1000,
    );
    work = meaning.startJobs();
    const isCurrent = async (): Promise<boolean> => {
      const { rows } = await sql<{ documents: number }>`
        select documents from meaning_model where complete_at is not null order by id desc limit 1
      `.execute(test.database);
      return rows[0]!.documents > 1000;
    };
    await waitFor('a model of these jobs', isCurrent, 90_000);
    await settled();
    const [nurse] = of('nursing', 'en').slice(-1);
    expect(await nearness(nurse!, of('nursing', 'en').slice(-4))).toBeGreaterThan(0.6);
    expect(await nearness(nurse!, honest)).toBeLessThan(0.3);
  }, 180_000);
});

describe('rounds with a feed of changes', () => {
  const timing = { ...TIMING };
  let statements: string[] = [];
  let failing: string | undefined;
  let notify: (ids: readonly number[]) => void;
  let rounds: BackgroundTask;

  beforeAll(async () => {
    await work.stop();
    timing.allEveryMs = timing.modelEveryMs = 3_600_000;
    rounds = createMeaning({
      database: watched(onStatement),
      feed: {
        subscribe(listener) {
          notify = (ids) => void listener([{ kind: 'job', site: 'default', ids, words: [] }]);
          return () => undefined;
        },
      },
      stemmer: new Stemmer('inflection'),
      clock: () => new Date(),
      logger: silentLogger,
      timing,
    }).startJobs();
    await laterRounds();
    await settled();
  }, 60_000);
  afterAll(() => rounds.stop());

  function onStatement(text: string): void {
    statements.push(text);
    if (failing === undefined || !text.includes(failing)) return;
    failing = undefined;
    throw new Error('The database is away.');
  }

  /** Waits for three rounds that start from now on, so that one in progress does not count. */
  async function laterRounds(): Promise<void> {
    statements = [];
    await waitFor(
      'three rounds',
      () => statements.filter((text) => text.includes('meaning_model')).length >= 7,
      60_000,
    );
  }

  const isCurrent = async ({ id }: CorpusJob): Promise<boolean> => {
    const { rows } = await sql`
      select from job join job_vector v on v.job_id = job.id and v.made_of = job.updated_at where job.id = ${id}
    `.execute(test.database);
    return rows.length > 0;
  };

  it('check only changed jobs, and all of them at a long interval', async () => {
    const [missed, changed] = jobs as [CorpusJob, CorpusJob];
    await corpus.rewrite(missed.id, 'Nobody was told');
    await laterRounds();
    expect(statements.filter((text) => /\bjob\b/.test(text))).toEqual([]);
    await corpus.rewrite(changed.id, 'Somebody was told');
    notify([changed.id]);
    await waitFor('the vector of the changed job', () => isCurrent(changed));
    expect(statements.filter((text) => text.includes('id > '))).toEqual([]);
    expect(await isCurrent(missed)).toBe(false);
    timing.allEveryMs = 0;
    await waitFor('the vector of the other job', () => isCurrent(missed));
  });

  it('check changed jobs again after a failure', async () => {
    timing.allEveryMs = 3_600_000;
    await laterRounds();
    const [job] = jobs as [CorpusJob];
    await corpus.rewrite(job.id, 'Fails at first');
    failing = 'insert into job_vector';
    notify([job.id]);
    await waitFor('its vector', () => isCurrent(job));
    expect(failing).toBeUndefined();
  });
});

/** @param onStatement called with the text of each statement; if it throws, the statement fails */
function watched(onStatement: (text: string) => void): TestDatabase['database'] {
  return test.database.withPlugin({
    transformQuery({ node }) {
      if (RawNode.is(node)) onStatement(node.sqlFragments.join('?'));
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  });
}

/** Returns a database connection that fails after the given number of statements. */
function dyingDatabase(statements: number): { database: TestDatabase['database']; died: Promise<void> } {
  let left = statements;
  let die: () => void;
  const died = new Promise<void>((resolve) => (die = resolve));
  const database = test.database.withPlugin({
    transformQuery: ({ node }) => {
      left -= 1;
      if (left < 0) {
        die();
        throw new Error('The process was killed.');
      }
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  });
  return { database, died };
}
