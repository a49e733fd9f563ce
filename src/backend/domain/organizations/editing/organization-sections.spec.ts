import { sql } from 'kysely';
import { jobWorld } from '../../../../../test/support/worlds/job-world.js';
import { DEFAULT_JOB_RULES } from '#contract/job-form/job-form.js';

interface Result {
  version: number | null;
  conflict: { by: string | null } | null;
  inReview: string[];
  errors: { field: string | null; rule: string }[];
}

const RESULT = 'version conflict { by } inReview errors { field rule }';

describe('[REC-04] sections of an organization’s page', () => {
  const world = jobWorld({ jobs: { ...DEFAULT_JOB_RULES, review: true } });

  const edited = (jwt: string, id: number) =>
    world.ask<{ version: number; hasChanges: boolean; sections: { step: string; state: string }[] }>(
      `editedOrganization(id: "${id}") { version hasChanges sections { step state } }`,
      jwt,
    );
  async function stateOf(jwt: string, id: number, step: string): Promise<string | undefined> {
    return (await edited(jwt, id)).sections.find((section) => section.step === step)?.state;
  }
  async function save(jwt: string, id: number, fields: Record<string, string[]>): Promise<Result> {
    const { version } = await edited(jwt, id);
    const list = Object.entries(fields).map(
      ([name, values]) => `{ name: "${name}", values: ${JSON.stringify(values)} }`,
    );
    const input = `id: "${id}", version: ${version}, fields: [${list.join(' ')}]`;
    return world.ask(`saveOrganizationDraft(input: { ${input} }) { ${RESULT} }`, jwt);
  }
  async function move(jwt: string, id: number, mutation: string, step: string, version?: number): Promise<Result> {
    const own = version ?? (await edited(jwt, id)).version;
    return world.ask(`${mutation}(id: "${id}", version: ${own}, step: "${step}") { ${RESULT} }`, jwt);
  }
  const publish = (jwt: string, id: number, step: string, version?: number) =>
    move(jwt, id, 'publishOrganization', step, version);
  const shown = (id: number) =>
    world.ask<{ name: string; mission: string | null; website: string | null }>(
      `organizationProfile(id: "${id}") { name mission website }`,
    );

  it('are published one by one: the others, valid or not, stay drafts', async () => {
    const id = await world.organization();
    const { jwt } = await world.member(id);
    await save(jwt, id, { mission: ['Trees'], website: ['not an address'] });
    expect(await stateOf(jwt, id, 'profile')).toBe('changed');
    const done = await publish(jwt, id, 'profile');
    expect(done).toMatchObject({ errors: [], conflict: null });
    expect(await shown(id)).toMatchObject({ mission: 'Trees', website: null });
    expect(await edited(jwt, id)).toMatchObject({ version: done.version, hasChanges: true });
    expect([await stateOf(jwt, id, 'profile'), await stateOf(jwt, id, 'links')]).toEqual(['live', 'changed']);
    expect((await publish(jwt, id, 'links')).errors).toEqual([{ field: 'website', rule: 'url' }]);
    expect((await publish(jwt, id, 'profile')).errors).toEqual([{ field: null, rule: 'nothing' }]);
    await save(jwt, id, { website: ['https://trees.test'] });
    expect((await publish(jwt, id, 'links', 1)).conflict).not.toBeNull();
    expect((await publish(jwt, id, 'links')).errors).toEqual([]);
    expect((await shown(id)).website).toBe('https://trees.test');
    expect((await edited(jwt, id)).hasChanges).toBe(false);
  });

  it('are discarded one by one', async () => {
    const id = await world.organization();
    const { jwt } = await world.member(id);
    await save(jwt, id, { mission: ['Trees'], website: ['https://trees.test'] });
    const { version } = await edited(jwt, id);
    expect((await move(jwt, id, 'discardOrganizationDraft', 'links')).version).toBe(version + 1);
    expect([await stateOf(jwt, id, 'profile'), await stateOf(jwt, id, 'links')]).toEqual(['changed', 'empty']);
    await move(jwt, id, 'discardOrganizationDraft', 'profile');
    expect((await edited(jwt, id)).hasChanges).toBe(false);
    expect(await shown(id)).toMatchObject({ mission: null, website: null });
  });

  it('report their state: empty, live, private, or waiting for the first job', async () => {
    const id = await world.organization('pending');
    const owner = await world.member(id);
    const editor = await world.member(id, 'editor');
    expect(await stateOf(owner.jwt, id, 'links')).toBe('empty');
    await save(owner.jwt, id, { website: ['https://trees.test'], firstName: ['Prudence'] });
    await publish(owner.jwt, id, 'links');
    await publish(owner.jwt, id, 'account');
    expect([await stateOf(owner.jwt, id, 'links'), await stateOf(owner.jwt, id, 'account')]).toEqual([
      'pending',
      'private',
    ]);
    expect(await stateOf(editor.jwt, id, 'account')).toBeUndefined();
    await save(owner.jwt, id, { firstName: ['Patience'] });
    expect((await publish(editor.jwt, id, 'account')).errors).toEqual([{ field: null, rule: 'nothing' }]);
    // With the original value, there is nothing to publish.
    await save(owner.jwt, id, { firstName: ['Prudence'] });
    expect(await stateOf(owner.jwt, id, 'account')).toBe('private');
    await sql`update organization set state = 'public' where id = ${id}`.execute(world.database);
    expect(await stateOf(owner.jwt, id, 'links')).toBe('live');
  });

  it('a change of name still waits for review, and publishing another section leaves it waiting', async () => {
    const id = await world.organization();
    const { jwt } = await world.member(id);
    const before = (await shown(id)).name;
    await save(jwt, id, { name: ['Another name altogether'] });
    expect((await publish(jwt, id, 'profile')).inReview).toEqual(['name']);
    expect(await stateOf(jwt, id, 'profile')).toBe('review');
    await save(jwt, id, { website: ['https://trees.test'] });
    expect((await publish(jwt, id, 'links')).inReview).toEqual(['name']);
    expect(await shown(id)).toMatchObject({ name: before, website: 'https://trees.test' });
    expect(await stateOf(jwt, id, 'profile')).toBe('review');
  });

  it('of which staff publish another one leave the changes of members waiting', async () => {
    const id = await world.organization();
    const member = await world.member(id);
    const editor = await world.reviewer();
    const before = (await shown(id)).name;
    const waiting = async () => {
      const { rows } = await sql<{ fields: object; submitted_by: string }>`
        select fields, submitted_by from organization_review where organization_id = ${id}
      `.execute(world.database);
      return rows[0];
    };
    await save(member.jwt, id, { name: ['Another name altogether'] });
    await publish(member.jwt, id, 'profile');
    const submitted = { fields: { name: ['Another name altogether'] }, submitted_by: member.id };
    expect(await waiting()).toEqual(submitted);
    await save(editor.jwt, id, { website: ['https://trees.test'] });
    expect((await publish(editor.jwt, id, 'links')).inReview).toEqual(['name']);
    expect(await shown(id)).toMatchObject({ name: before, website: 'https://trees.test' });
    expect(await waiting()).toEqual(submitted);
    // Their form contains the waiting name, which they have not changed.
    await save(editor.jwt, id, { name: ['Another name altogether'], mission: ['Trees'] });
    expect((await publish(editor.jwt, id, 'profile')).inReview).toEqual(['name']);
    expect(await shown(id)).toMatchObject({ name: before, mission: 'Trees' });
    expect(await waiting()).toEqual(submitted);
    // A name that they type is published at once, and replaces the waiting one.
    await save(editor.jwt, id, { name: ['A third name'] });
    expect((await publish(editor.jwt, id, 'profile')).inReview).toEqual([]);
    expect((await shown(id)).name).toBe('A third name');
    expect(await waiting()).toBeUndefined();
  });

  it('that only owners see are neither published nor discarded by editors, together with all others either', async () => {
    const id = await world.organization();
    const owner = await world.member(id);
    const editor = await world.member(id, 'editor');
    const everything = async (jwt: string, mutation: string) => {
      const { version } = await edited(jwt, id);
      return world.ask<Result>(`${mutation}(id: "${id}", version: ${version}) { ${RESULT} }`, jwt);
    };
    const stored = async () => {
      const { rows } = await sql<{ fields: object; company: string | null }>`
        select d.fields, a.billing ->> 'companyName' as company from organization o
        left join organization_draft d on d.organization_id = o.id left join organization_account a on a.organization_id = o.id
        where o.id = ${id}
      `.execute(world.database);
      return rows[0];
    };
    const hidden = { fields: { companyName: ['Ledger Ltd'] }, company: null };
    await save(owner.jwt, id, { companyName: ['Ledger Ltd'] });
    await save(editor.jwt, id, { mission: ['Trees'] });
    expect(await everything(editor.jwt, 'publishOrganization')).toMatchObject({ conflict: null, errors: [] });
    expect((await shown(id)).mission).toBe('Trees');
    expect(await stored()).toEqual(hidden);
    await save(editor.jwt, id, { mission: ['More trees'] });
    expect((await everything(editor.jwt, 'discardOrganizationDraft')).conflict).toBeNull();
    expect(await stored()).toEqual(hidden);
    expect((await everything(editor.jwt, 'publishOrganization')).errors).toMatchObject([{ rule: 'nothing' }]);
    expect(await everything(owner.jwt, 'publishOrganization')).toMatchObject({ conflict: null, errors: [] });
    expect(await stored()).toEqual({ fields: null, company: 'Ledger Ltd' });
  });
});
