import { sql } from 'kysely';
import type { StoredQuestion } from '../../../platform/database/tables/application-tables.js';
import { applicationWorld, type Person } from '../../../../../test/support/worlds/application-world.js';

const LIST = `query L($jobId: ID!, $filter: ApplicationFilterInput) { jobApplications(jobId: $jobId, filter: $filter) {
  total hasCriteria applications { firstName unmet answers { question answer } } } }`;
const TEAM = `query T($id: ID!) { receivedApplication(id: $id) { team { unmet } } }`;
const JOB = `query J($id: ID!) { job(id: $id) { applicationQualifyingQuestions { id text required type choices } } }`;

const QUESTIONS: StoredQuestion[] = [
  { id: 'free', text: 'Why?', required: false },
  {
    id: 'car',
    text: 'Do you have a driving licence?',
    required: true,
    type: 'yes_no',
    needs: { name: 'driving licence', answer: 'yes' },
  },
  {
    id: 'years',
    text: 'How many years have you cooked?',
    required: true,
    type: 'number',
    needs: { atLeast: 2, atMost: 10 },
  },
  {
    id: 'days',
    text: 'When can you work?',
    required: true,
    type: 'choice',
    choices: ['Weekdays', 'Weekends', 'Both'],
    needs: { accepted: ['Weekends', 'Both'] },
  },
];

interface List {
  total: number;
  hasCriteria: boolean;
  applications: { firstName: string; unmet: string[]; answers: { question: string; answer: string }[] }[];
}

describe('[APP-01] [REC-05] screening questions and criteria', () => {
  const world = applicationWorld();
  let job: string;

  beforeEach(async () => {
    await sql`delete from application`.execute(world.database);
    job = await world.job({}, { application_qualifying_questions: JSON.stringify(QUESTIONS) });
  });

  const send = (firstName: string, [car, years, days]: string[], who?: Person, locale = 'en') => {
    const answers = [
      { id: 'free', answer: 'Because' },
      { id: 'car', answer: car },
      { id: 'years', answer: years },
      { id: 'days', answer: days },
    ].filter(({ answer }) => answer !== undefined);
    const emailAddress = `${firstName.toLowerCase()}@people.test`;
    return world.apply(job, { firstName, emailAddress, answers }, who, 'default', locale);
  };
  const list = (filter: object = {}, who: Person = 'owner') => world.ask<List>(LIST, { jobId: job, filter }, who);
  const names = async (filter: object) =>
    (await list(filter)).applications.map(({ firstName }) => firstName).sort((one, other) => one.localeCompare(other));

  it('are asked with their type of answer and without the criterion, and wrong answers are named', async () => {
    const { applicationQualifyingQuestions: asked } = await world.ask<{ applicationQualifyingQuestions: object[] }>(
      JOB,
      {
        id: job,
      },
    );
    expect(asked).toEqual(
      QUESTIONS.map(({ id, text, required, type = 'text', choices = [] }) => ({ id, text, required, type, choices })),
    );
    const { outcome, errors } = await send('Ann', ['maybe', 'many', 'Mondays']);
    expect(outcome).toBe('faults');
    expect(errors).toEqual([
      { field: 'answer:car', message: 'Please choose one of the answers' },
      { field: 'answer:years', message: 'Please enter a number, with at most two decimals' },
      { field: 'answer:days', message: 'Please choose one of the answers' },
    ]);
    // They must be answered, even if the job does not require its free-text questions.
    expect((await send('Ann', [])).errors.map(({ field }) => field)).toEqual([
      'answer:car',
      'answer:years',
      'answer:days',
    ]);
  });

  it('show only the team what an application does not meet, filter the list, and decide nothing', async () => {
    const { applicationId } = await send('Ann', ['no', '1.5', 'Weekdays'], 'applicant');
    await send('Bob', ['yes', '2', 'Both']);
    await send('Cem', ['yes', '11', 'Weekends'], undefined, 'de');
    const all = await list();
    expect(all.hasCriteria).toBe(true);
    expect(Object.fromEntries(all.applications.map(({ firstName, unmet }) => [firstName, unmet]))).toEqual({
      Ann: ['driving licence', 'How many years have you cooked?', 'When can you work?'],
      Bob: [],
      Cem: ['How many years have you cooked?'],
    });
    expect(all.applications.find(({ firstName }) => firstName === 'Ann')!.answers.map(({ answer }) => answer)).toEqual([
      'Because',
      'No',
      '1.5',
      'Weekdays',
    ]);
    expect(await names({ meetsCriteria: true })).toEqual(['Bob']);
    expect(await names({ meetsCriteria: false })).toEqual(['Ann', 'Cem']);
    expect(await names({ meetsCriteria: false, text: 'cem' })).toEqual(['Cem']);
    expect(await world.ask(TEAM, { id: applicationId }, 'editor')).toEqual({
      team: { unmet: ['driving licence', 'How many years have you cooked?', 'When can you work?'] },
    });
    const { rows } = await sql<{ state: string; mails: number }>`
      select distinct state, (select count(*)::int from mail where template = 'application-declined') as mails from application
    `.execute(world.database);
    expect(rows).toEqual([{ state: 'new', mails: 0 }]);
    // Applicants can read their own application; it contains no criteria.
    const own = await world.ask<object>(
      `query O($id: ID!) { ownApplication(id: $id) { answers { question answer } } }`,
      { id: applicationId },
      'applicant',
    );
    expect(JSON.stringify(own)).not.toMatch(/licence",|unmet|needs/);
  });

  it('are ignored for applications that were sent before the question existed, or that it was not meant for', async () => {
    await send('Ann', ['yes', '3', 'Both']);
    const later = [...QUESTIONS, { id: 'new', text: 'New?', required: true, type: 'yes_no', needs: { answer: 'yes' } }];
    await sql`update job set application_qualifying_questions = ${JSON.stringify(later)}::jsonb where id = ${job}`.execute(
      world.database,
    );
    expect((await list()).applications[0]!.unmet).toEqual([]);
    expect(await names({ meetsCriteria: true })).toEqual(['Ann']);
    // Answers from before typed questions stay unchanged.
    await sql`update application set answers = '[{"id": "car", "question": "Car?", "answer": "no"}]'`.execute(
      world.database,
    );
    expect((await list()).applications[0]).toMatchObject({ unmet: [], answers: [{ question: 'Car?', answer: 'no' }] });
  });
});
