import type { Kysely } from 'kysely';
import type { AccountViolation } from '#contract/accounts/account-rules.js';
import type { Mutation, MutationDeleteAccountArgs } from '#contract/generated/resolvers.js';
import type { Database } from '../../platform/database/schema.js';
import { allow, type RootResolvers } from '../../platform/graphql/allow.js';
import type { Viewer } from '../../platform/graphql/viewer.js';
import { putMail } from '../../platform/mail/outbox.js';
import type { Place } from '../accounts/account-place.js';
import { accountResult, placeOf } from '../accounts/account-results.js';
import { checkCurrentPassword } from '../accounts/passwords/current-password.js';
import { hashPassword } from '../accounts/passwords/password-hash.js';
import type { PasswordQueue } from '../accounts/passwords/password-queue.js';
import { type ClosingParts, endAccount } from './end-account.js';

/** Deletes the viewer's own account after checking their password, and sends a goodbye mail. */
async function deleteAccount(
  { database, ...parts }: { database: Kysely<Database> } & ClosingParts,
  { accountId, email, profile }: Viewer,
  currentPassword: string,
  { site, language, now }: Place,
): Promise<AccountViolation[]> {
  const violations = await checkCurrentPassword(database, accountId, currentPassword);
  if (violations.length > 0) return violations;
  const account = { id: accountId, email, isConfirmed: profile.emailVerified !== null };
  // Hashing is slow, so it is done before rows are locked.
  const emailHash = await hashPassword(email);
  return database.transaction().execute(async (trx) => {
    const refused = await endAccount(trx, parts, { ...account, emailHash }, { site, now });
    if (refused.length > 0) return refused;
    const goodbye = { site, language, template: 'account-deleted', recipient: email, details: {} } as const;
    await putMail(trx, goodbye, now);
    return [];
  });
}

/** Resolvers for deleting one's own account. */
export function accountDeletionResolvers(
  parts: ClosingParts & {
    database: Kysely<Database>;
    turns: PasswordQueue;
  },
) {
  const { turns } = parts;
  return {
    Mutation: {
      deleteAccount: allow<MutationDeleteAccountArgs, Mutation['deleteAccount']>(
        'self',
        ({ currentPassword }, context) =>
          turns.take(context, async () =>
            accountResult(await deleteAccount(parts, context.viewer, currentPassword, placeOf(context)), context),
          ),
      ),
    },
  } satisfies RootResolvers;
}
