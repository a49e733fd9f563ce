import { sql, type Kysely } from 'kysely';
import type { ApplicationState } from '#contract/generated/resolvers.js';
import type { Database } from '../../platform/database/schema.js';
import { mayStep, type Stepper } from './application-states.js';

/** `stayed`: it was there already, as when a button is pressed twice. */
type MoveOutcome = 'moved' | 'stayed' | 'refused';

/** Moves an application to another state and writes it into its history, within the caller's transaction. Two at once come one after the other. */
export async function moveTo(
  trx: Kysely<Database>,
  { id, to, by, accountId }: { id: string; to: ApplicationState; by: Stepper; accountId: string },
  now: Date,
): Promise<MoveOutcome> {
  const { rows } = await sql<{ state: ApplicationState }>`
    select state from application where id = ${id}::uuid for update
  `.execute(trx);
  const from = rows[0]?.state;
  if (from === to) return 'stayed';
  if (from === undefined || !mayStep(from, to, by)) return 'refused';
  await trx.updateTable('application').set({ state: to, updated_at: now }).where('id', '=', id).execute();
  await trx
    .insertInto('application_event')
    .values({
      application_id: id,
      at: now,
      state: to,
      by_employer: by === 'employer',
      account_id: accountId,
      subject: null,
      body: null,
    })
    .execute();
  return 'moved';
}
