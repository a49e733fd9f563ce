import { MAX_DESCRIPTIONS_PER_DAY } from '#contract/job-form/job-form.js';
import { jobWorld } from '../../../../../test/support/worlds/job-world.js';

const world = jobWorld({ aiDescription: true });

function start(jwt: string, input: string, process = 0) {
  const fields = 'fields: [{ name: "title", values: ["Beekeeper"] }]';
  return world.ask<{ facts: { field: string; values: string[] }[]; errors: { rule: string; message: string }[] }>(
    `startJobDescription(input: { ${input} language: "en" ${fields} }) { facts { field values } errors { rule message } }`,
    jwt,
    process,
  );
}

describe('[ROLE-08] the limit of job descriptions', () => {
  it('counts for the whole organization, across all processes, for one day', async () => {
    const organization = await world.organization();
    const one = await world.member(organization);
    const other = await world.member(organization, 'editor');
    const input = `organizationId: "${organization}"`;
    const calls = Array.from({ length: MAX_DESCRIPTIONS_PER_DAY + 5 }, (_unused, index) =>
      start(index % 3 === 0 ? one.jwt : other.jwt, input, index % 2),
    );
    const answers = await Promise.all(calls);
    expect(answers.filter(({ errors }) => errors.length === 0).length).toBe(MAX_DESCRIPTIONS_PER_DAY);
    const refused = await start(one.jwt, input);
    expect([refused.facts, refused.errors[0]]).toEqual([
      [],
      { rule: 'descriptions', message: expect.stringContaining(`${MAX_DESCRIPTIONS_PER_DAY} times today`) as string },
    ]);
    const elsewhere = await world.member(await world.organization());
    expect((await start(elsewhere.jwt, '')).errors).toEqual([]);
    world.now = new Date(world.now.getTime() + 86_400_000);
    expect((await start(one.jwt, input)).errors).toEqual([]);
  });
});
