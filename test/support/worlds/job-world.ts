import { sql } from 'kysely';
import type { BackendSite } from '#contract/backend/backend.js';
import { accountWorld } from './account-world.js';

export interface Errors {
  errors: { field: string | null; rule: string; message: string }[];
  conflict: { by: string | null } | null;
}
export interface Saved extends Errors {
  id: string;
  version: number;
}
export interface Moved extends Errors {
  job: { state: string; published: string | null; expiration: string | null; steps: string[] } | null;
}

const ERRORS = 'conflict { by } errors { field rule message }';

/**
 * Two backends on one database, with organizations, their members, and staff of the site.
 *
 * @param rules settings of the site that differ from the defaults
 * @param settings options of the backends, requested when the tests begin
 */
export function jobWorld(rules: Partial<BackendSite> = {}, settings?: Parameters<typeof accountWorld>[1]) {
  const world = accountWorld(rules, settings);
  let organizations = 0;
  return Object.assign(world, { organization, member, reviewer, save, move, edited, complete, state, draft });

  /** @returns the id of a new organization */
  async function organization(state = 'public'): Promise<number> {
    const name = `Organization ${++organizations}`;
    const { rows } = await sql<{ id: number }>`
      insert into organization (site, slug, name, language, state, source, source_key)
      values ('default', ${name}, ${name}, 'en', ${state}, 'test', ${name}) returning id
    `.execute(world.database);
    return rows[0]!.id;
  }

  /** A logged-in member of an organization. */
  async function member(organizationId: number, role: 'owner' | 'editor' = 'owner', columns = {}) {
    const person = await world.person('recruiter', columns);
    await world.database
      .insertInto('organization_member')
      .values({ organization_id: organizationId, account_id: person.id, role })
      .execute();
    return { ...person, jwt: await jwtOf(person.email) };
  }

  async function reviewer(role = 'job_editor') {
    const person = await world.person(role);
    return { ...person, jwt: await jwtOf(person.email) };
  }

  /** Creates a session without a login, which would require a verified address. */
  async function jwtOf(email: string): Promise<string> {
    const row = await world.database
      .selectFrom('account')
      .select(['id', 'email_verified'])
      .where('email', '=', email)
      .executeTakeFirstOrThrow();
    await world.database.updateTable('account').set({ email_verified: world.now }).where('id', '=', row.id).execute();
    const jwt = await world.jwtOf(email);
    if (row.email_verified === null)
      await world.database.updateTable('account').set({ email_verified: null }).where('id', '=', row.id).execute();
    return jwt;
  }

  function save(
    jwt: string,
    input: string,
    fields: Record<string, string | string[]> = {},
    process = 0,
  ): Promise<Saved> {
    const list = Object.entries(fields).map(
      ([name, values]) => `{ name: "${name}", values: ${JSON.stringify([values].flat())} }`,
    );
    return world.ask(
      `saveJobDraft(input: { ${input} fields: [${list.join(' ')}] }) { id version ${ERRORS} }`,
      jwt,
      process,
    );
  }

  function move(jwt: string, id: string, step: string, more = '', process = 0): Promise<Moved> {
    const wanted = `moveJob(input: { id: "${id}", step: ${step} ${more} })`;
    return world.ask(`${wanted} { job { state published expiration steps } ${ERRORS} }`, jwt, process);
  }

  function edited(jwt: string, id: string) {
    return world.ask<{
      version: number;
      job: {
        state: string;
        title: string;
        steps: string[];
        sentBackReason: string | null;
        hasChanges: boolean;
        changeInReview: boolean;
      };
      changes: { field: string; before: string[]; after: string[] }[];
      fields: { name: string; values: string[] }[];
      errors: { field: string; step: string }[];
      events: { step: string; by: string | null; state: string }[];
    } | null>(
      `editedJob(id: "${id}") { version job { state title steps sentBackReason hasChanges changeInReview } changes { field before after } fields { name values } errors { field step } events { step by state } }`,
      jwt,
    );
  }

  /** All values that a job needs. */
  async function complete(more: Record<string, string | string[]> = {}): Promise<Record<string, string | string[]>> {
    const { rows } = await sql<{ slug: string; tid: number }>`
      select slug, tid from term where slug in ('full-time', 'nursing', 'remote')
    `.execute(world.database);
    const tid = (slug: string): string => String(rows.find((row) => row.slug === slug)!.tid);
    return {
      title: 'Community nurse',
      description: 'You look after people at home.',
      employmentType: tid('full-time'),
      occupationalField: tid('nursing'),
      remoteOptions: tid('remote'),
      applicationWorkflow: 'form',
      ...more,
    };
  }

  /** A complete draft. @returns its id */
  async function draft(jwt: string, more: Record<string, string | string[]> = {}): Promise<string> {
    return (await save(jwt, 'type: job_per_template,', await complete(more))).id;
  }

  async function state(id: string) {
    const { rows } = await sql<{ state: string; published_at: Date; expires_at: Date | null; indexed: boolean }>`
      select state, published_at, expires_at,
        exists (select from search_job where rank & 4294967295 = job.id) as indexed
      from job where id = ${id}
    `.execute(world.database);
    return rows[0];
  }
}
