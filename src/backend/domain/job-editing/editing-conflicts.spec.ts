import { jobWorld } from '../../../../test/support/worlds/job-world.js';

describe('jobs that several people edit', () => {
  const world = jobWorld();

  it('[REC-01] of two concurrent authors the second is told, and nothing is overwritten', async () => {
    const organization = await world.organization();
    const ann = await world.member(organization);
    const ben = await world.member(organization, 'editor');
    const id = await world.draft(ann.jwt);
    const [one, other] = await Promise.all([
      world.save(ann.jwt, `id: "${id}", version: 1,`, { title: 'From Ann' }),
      world.save(ben.jwt, `id: "${id}", version: 1,`, { title: 'From Ben' }, 1),
    ]);
    const [won, lost] = one.conflict ? [other, one] : [one, other];
    expect([won.version, won.conflict, lost.version]).toEqual([2, null, 2]);
    expect(lost.conflict!.by).toBe(one.conflict ? ben.email : ann.email);
    expect((await world.edited(ann.jwt, id))!.job.title).toBe(one.conflict ? 'From Ben' : 'From Ann');
    // Nor can changes be published that the person has not seen.
    const move = await world.move(ann.jwt, id, 'publish', ', version: 1');
    expect([move.conflict !== null, move.job!.state]).toEqual([true, 'draft']);
  });

  it('[REC-01] values that are stored already, because the answer to the first request was lost, are no conflict', async () => {
    const [organization, other] = [await world.organization(), await world.organization()];
    const { jwt, email, id: accountId } = await world.member(organization);
    await world.database
      .insertInto('organization_member')
      .values({ organization_id: other, account_id: accountId, role: 'owner' })
      .execute();
    const { id } = await world.save(jwt, 'type: job_per_template,', { title: 'Baker' });
    const save = (title: string, more = '') => world.save(jwt, `id: "${id}", version: 1, ${more}`, { title });
    const saved = { id, version: 2, conflict: null };
    expect(await save('Nurse')).toMatchObject({ ...saved, errors: [] });
    expect(await save('Nurse')).toMatchObject({ ...saved, errors: [] });
    expect(await save('Nurse', 'step: "job",')).toMatchObject({ ...saved, errors: [{ field: 'description' }] });
    for (const late of [await save('Cook'), await save('Nurse', `organizationId: "${other}",`)])
      expect(late).toMatchObject({ version: 2, conflict: { by: email } });
    await world.save(jwt, `id: "${id}", version: 2,`, { title: 'Cook' });
    expect((await save('Nurse')).conflict).not.toBeNull();
  });

  it('[REC-01] a conflict is also reported if the base version has been published or discarded since', async () => {
    const organization = await world.organization();
    const ann = await world.member(organization);
    const ben = await world.member(organization, 'editor');
    const id = await world.draft(ann.jwt);
    await world.move(ann.jwt, id, 'publish', ', version: 1');
    for (const version of [0, 1]) {
      const late = await world.save(ben.jwt, `id: "${id}", version: ${version},`, { description: 'From Ben' });
      expect([late.version, late.conflict]).toEqual([2, { by: ann.email }]);
    }
    // Ben opens the form, Ann changes it and publishes again: version numbers are never reused.
    await world.save(ann.jwt, `id: "${id}", version: 2,`, { description: 'From Ann' });
    await world.move(ann.jwt, id, 'update', ', version: 3');
    expect(
      (await world.save(ben.jwt, `id: "${id}", version: 2,`, { description: 'From Ben' })).conflict,
    ).not.toBeNull();
    await world.save(ann.jwt, `id: "${id}", version: 4,`, { description: 'Not this' });
    await world.ask(`discardJobDraft(id: "${id}", version: 5) { errors { rule } }`, ann.jwt);
    expect(
      (await world.save(ben.jwt, `id: "${id}", version: 5,`, { description: 'From Ben' })).conflict,
    ).not.toBeNull();
    const values = (await world.edited(ben.jwt, id))!.fields.find(({ name }) => name === 'description')!.values;
    expect(values).toEqual(['<p>From Ann</p>']);
  });

  it('[REC-01] a save during a publication is either published or reported, never lost', async () => {
    const { jwt } = await world.member(await world.organization());
    for (let round = 0; round < 5; round++) {
      const id = await world.draft(jwt);
      const [save, move] = await Promise.all([
        world.save(jwt, `id: "${id}", version: 1,`, { description: 'The last words.' }, 1),
        world.move(jwt, id, 'publish', ', version: 1'),
      ]);
      expect([save.conflict === null, move.conflict === null]).toContain(false);
      const { fields } = (await world.edited(jwt, id))!;
      const kept = fields.find(({ name }) => name === 'description')!.values;
      expect(kept).toEqual([save.conflict ? '<p>You look after people at home.</p>' : '<p>The last words.</p>']);
    }
  });
});
