import { sql } from 'kysely';
import { accountWorld } from '../../../../test/support/worlds/account-world.js';
import { chargeCredits, grantCredits, holdCredits, voidHold } from '../ledger/ledger.js';

interface Statement {
  movements: { id: string; kind: string; amount: number; balance: number; cause: string; causeId: string | null }[];
  next: string | null;
}

describe('the statement of credits', () => {
  const world = accountWorld();
  const { ask, send, person, jwtOf } = world;
  const FIELDS = '{ next movements { id kind amount balance cause causeId causeTitle settledBy } }';

  it('[REC-08] shows members every movement with its cause and balance, page by page, and nobody else', async () => {
    const { email, id } = await person('recruiter');
    await sql`insert into organization (id, site, slug, name, language, source, source_key)
      values (80, 'default', 's', 'Eighty', 'en', 'test', '80'), (81, 'default', 's', 'Other', 'en', 'test', '81')`.execute(
      world.database,
    );
    await sql`insert into job (id, site, organization_id, title, language, description, state, published_at,
        application_workflow, source, source_key, content_hash)
      overriding system value values (7, 'default', 80, 'Cook', 'en', '', 'draft', now(), 'form', 'test', '7', '')`.execute(
      world.database,
    );
    await sql`insert into organization_member values (80, ${id}, 'editor')`.execute(world.database);
    for (const organization of ['80', '81']) {
      const owner = { site: 'default', kind: 'organization', id: organization } as const;
      const movement = { owner, unit: 'job', amount: 3n, cause: { kind: 'order', id: '5' } };
      await grantCredits(world.database, { ...movement, key: 'order:5', source: 'purchased' });
      await chargeCredits(world.database, { ...movement, amount: 1n, key: 'job:7', cause: { kind: 'job', id: '7' } });
      const hold = await holdCredits(world.database, { ...movement, amount: 1n, key: 'h', lapsesAfterSeconds: 600 });
      const transferId = hold.ok ? hold.transferId : '';
      await voidHold(world.database, { transferId, cause: { kind: 'request' } });
    }
    const jwt = await jwtOf(email);
    const first = await ask<Statement>(`creditStatement(type: "job", limit: 2) ${FIELDS}`, jwt);
    const { next, movements } = await ask<Statement>(
      `creditStatement(type: "job", limit: 2, before: "${first.next}") ${FIELDS}`,
      jwt,
    );
    expect(next).toBeNull();
    expect([...first.movements, ...movements]).toMatchObject([
      { kind: 'void', amount: 1, balance: 2, cause: 'request', causeId: null },
      { kind: 'hold', amount: -1, balance: 1, cause: 'order', settledBy: 'void' },
      { kind: 'charge', amount: -1, balance: 2, cause: 'job', causeId: '7', causeTitle: 'Cook', settledBy: null },
      { kind: 'grant', amount: 3, balance: 3, cause: 'order', causeId: '5' },
    ]);
    const [balance] = await ask<{ amount: number }[]>('creditBalance { amount }', jwt);
    expect(balance?.amount).toBe(first.movements[0]?.balance);
    const foreign = await send(`creditStatement(type: "job", organizationId: "81") ${FIELDS}`, jwt);
    expect(foreign.errors?.[0]?.extensions?.code).toBe('FORBIDDEN');
    for (const args of ['type: "CAD"', 'type: "job", before: "x"']) {
      const { errors } = await send(`creditStatement(${args}) ${FIELDS}`, jwt);
      expect([args, errors?.[0]?.extensions?.code]).toEqual([args, 'BAD_USER_INPUT']);
    }
  });
});
