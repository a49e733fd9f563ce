import { jobWorld } from '../../../../test/support/worlds/job-world.js';

describe('[REC-01] [APP-01] screening questions in the form of a job', () => {
  const world = jobWorld();
  const entries = [
    { question: 'A driving licence?', questionType: 'yes_no', criterionName: 'licence', neededAnswer: 'yes' },
    { question: 'Years?', questionType: 'number', atLeast: '2' },
    { question: 'When?', questionType: 'choice', choices: 'Weekdays\nWeekends', acceptedChoices: 'Weekends' },
  ];
  const values = (list: readonly object[]) => list.map((entry) => JSON.stringify(entry));

  it('are stored besides the free-text questions, are shown again as typed, and keep their ids', async () => {
    const { jwt } = await world.member(await world.organization());
    const id = await world.draft(jwt, {
      applicationQualifyingQuestions: ['Why?', 'Years?'],
      screeningQuestions: values(entries),
    });
    await world.move(jwt, id, 'publish');
    const asked = () =>
      world.ask<{ applicationQualifyingQuestions: { id: string; text: string; type: string; choices: string[] }[] }>(
        `job(id: "${id}") { applicationQualifyingQuestions { id text type choices } }`,
        jwt,
      );
    const { applicationQualifyingQuestions: first } = await asked();
    expect(first.map(({ text, type, choices }) => [text, type, choices])).toEqual([
      ['Why?', 'text', []],
      ['Years?', 'text', []],
      ['A driving licence?', 'yes_no', []],
      ['Years?', 'number', []],
      ['When?', 'choice', ['Weekdays', 'Weekends']],
    ]);
    expect(new Set(first.map((question) => question.id)).size).toBe(5);
    const { fields, version } = (await world.edited(jwt, id))!;
    expect(
      fields.find(({ name }) => name === 'screeningQuestions')!.values.map((value) => JSON.parse(value) as object),
    ).toEqual(entries);
    // The needed answer may change: answers still belong to the same questions.
    const changed = [{ ...entries[0], neededAnswer: 'no' }, entries[2]!];
    await world.save(jwt, `id: "${id}", version: ${version},`, { screeningQuestions: values(changed) });
    const { changes } = (await world.edited(jwt, id))!;
    expect(JSON.parse(changes.find(({ field }) => field === 'screeningQuestions')!.after[0]!)).toEqual(changed[0]);
    await world.move(jwt, id, 'update');
    const { applicationQualifyingQuestions: second } = await asked();
    expect(second).toEqual(first.filter(({ text, type }) => type !== 'number' || text !== 'Years?'));
  });

  it.each([
    [{ question: 'When?', questionType: 'choice', choices: 'One' }, 'choices', 'choicesFew'],
    [
      { question: 'When?', questionType: 'choice', choices: 'a\nb', acceptedChoices: 'c' },
      'acceptedChoices',
      'acceptedUnknown',
    ],
    [{ question: 'Years?', questionType: 'number', atLeast: '5', atMost: '2' }, 'atMost', 'numberOrder'],
    [{ question: 'Years?', questionType: 'number', atLeast: 'many' }, 'atLeast', 'number'],
    [{ question: 'Years?' }, 'questionType', 'required'],
    [{ questionType: 'number' }, 'question', 'required'],
  ])('report violations: %j', async (entry, field, rule) => {
    const { jwt } = await world.member(await world.organization());
    const fields = await world.complete({ screeningQuestions: values([entry]) });
    const { errors } = await world.save(jwt, 'type: job_per_template, step: "application",', fields);
    expect(errors.map((error) => [error.field, error.rule])).toEqual([[`screeningQuestions.1.${field}`, rule]]);
  });
});
