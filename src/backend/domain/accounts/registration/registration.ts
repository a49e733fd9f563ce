import { createHash, randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import {
  checkEmail,
  checkName,
  normalizeEmail,
  type AccountViolation,
  type AccountRule,
} from '#contract/accounts/account-rules.js';
import { localAddress } from '#contract/pages/callback-url.js';
import type { RegistrationInput } from '#contract/generated/resolvers.js';
import { slugify } from '#contract/pages/paths.js';
import { withoutBidiControls } from '#shared/text/typed-lines.js';
import type { Database } from '../../../platform/database/schema.js';
import { putMail } from '../../../platform/mail/outbox.js';
import { captchaRule, type CaptchaVerdict } from '../../../platform/captcha/captcha.js';
import { storeConsent, registrationRevision } from '../../consents/stored-consents.js';
import { accountLinks, registrationAttempts } from '../account-links.js';
import type { Place } from '../account-results.js';
import { checkNewPassword } from '../passwords/passwords.js';
import { hashPassword, verifyPassword } from '../passwords/password-hash.js';
import type { BackgroundWork } from '../slow-work.js';
import { writeAudit } from '../../audit/audit-log.js';
import type { LoginOutcome } from '../login/login.js';
import type { Sessions } from '../sessions/sessions.js';

/** Dummy origin for parsing: a path leads to the same page whatever the origin. */
const ANY_ORIGIN = 'http://site.invalid';
const MIN_PROOF_LENGTH = 32;

/**
 * Registers an account (AUTH-11). The response does not reveal which addresses have accounts: their owners get a mail instead.
 *
 * @param judge consumes the captcha's solution, on sites with captchas; called only when the rest of the input is valid
 */
export async function register(
  database: Kysely<Database>,
  typed: RegistrationInput,
  place: Place,
  judge?: () => Promise<CaptchaVerdict>,
): Promise<AccountViolation[]> {
  const { site, language, locale = language, now, roles } = place;
  const input = withCleanNames(typed);
  const email = normalizeEmail(input.email);
  const violations = checkRegistration(input, email, roles);
  if (violations.length > 0) return violations;
  const shown = await registrationRevision(database, place, input);
  if (!shown.ok) return [{ field: 'consent', rule: 'consentChanged' }];
  const { revisionId } = shown;
  const rule = judge && captchaRule(await judge());
  if (rule) return [{ field: 'captcha', rule }];
  // Hashed in both cases, so that both take the same time.
  const password_hash = await hashPassword(input.password);
  const organization = input.role === 'recruiter' ? input.organizationName?.trim() : undefined;
  await database.transaction().execute(async (trx) => {
    await registrationAttempts.record(trx, { email, password_hash, now });
    const made = await trx
      .insertInto('account')
      .values({
        email,
        name: nameOf(input) || email.split('@')[0]!,
        first_name: input.firstName?.trim() || null,
        last_name: input.lastName?.trim() || null,
        roles: [input.role],
        password_hash,
        language,
        created_at: now,
      })
      .onConflict((conflict) => conflict.column('email').doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!made) {
      await writeToOwner(trx, email, input, { site, language, now });
      return;
    }
    const giver = { accountId: made.id, email, site, locale, method: 'registration', now } as const;
    if (revisionId !== undefined) await storeConsent(trx, revisionId, giver);
    // The organization is created once the address is confirmed: until then, its name is stored with the link. So is the site, which a link
    // that is sent again has to belong to, wherever it was requested.
    const details = { site, ...(organization && { organization }), ...registrationProof(input.proof) };
    const token = await accountLinks.make(trx, { accountId: made.id, purpose: 'verify-email', details, now });
    const path = `/user/verify?token=${token}${destinationParameter(input.destination)}`;
    await putMail(trx, { site, language, template: 'verify-email', recipient: email, details: { path } }, now);
  });
  return [];
}

/** A shorter proof could be guessed and is ignored. @returns the digest to store with the link */
export function registrationProof(proof: string | null | undefined): { proof?: string } {
  return proof && proof.length >= MIN_PROOF_LENGTH
    ? { proof: createHash('sha256').update(proof).digest('base64url') }
    : {};
}

function checkRegistration(input: RegistrationInput, email: string, roles: Place['roles']): AccountViolation[] {
  const { role, password, firstName, lastName, organizationName, consent } = input;
  const violationsOf = (field: string, rule: AccountRule, holds: boolean): AccountViolation[] =>
    holds ? [] : [{ field, rule }];
  return [
    ...checkEmail(email),
    ...checkNewPassword(password, email),
    ...checkName(firstName, 'firstName'),
    ...checkName(lastName, 'lastName'),
    ...checkName(organizationName, 'organizationName'),
    ...violationsOf('role', 'role', (role === 'applicant' || role === 'recruiter') && roles?.[role] !== false),
    ...violationsOf('consent', 'consent', consent),
  ];
}

/**
 * An address that was registered by somebody else and never verified goes to the person who proves access to the mailbox: the link sets a
 * new password, which replaces the first one, and the role of the latest registration.
 */
async function writeToOwner(
  database: Kysely<Database>,
  email: string,
  { destination, role }: { destination?: string | null; role?: string },
  { site, language, now }: Place,
): Promise<void> {
  const account = await database
    .selectFrom('account')
    .select(['id', 'blocked_at', 'email_verified'])
    .where('email', '=', email)
    .executeTakeFirst();
  if (!account) return;
  const isOpen = account.email_verified === null;
  const details = { ...(isOpen && role && { role }) };
  const token = await accountLinks.make(database, { accountId: account.id, purpose: 'reset-password', details, now });
  if (account.blocked_at) return;
  const path = `/user/reset-password?token=${token}${destinationParameter(destination)}`;
  const template = isOpen ? 'registered-again' : 'already-registered';
  await putMail(database, { site, language, template, recipient: email, details: { path } }, now);
}

/** Query parameter of a mailed link with the page to continue at; only pages of the site itself are accepted. */
export function destinationParameter(destination: string | null | undefined): string {
  const path = destination ? localAddress(destination, ANY_ORIGIN) : '/';
  return path === '/' ? '' : `&destination=${encodeURIComponent(path)}`;
}

function withCleanNames(input: RegistrationInput): RegistrationInput {
  const clean = (name: string | null | undefined): string => withoutBidiControls(name ?? '');
  return {
    ...input,
    firstName: clean(input.firstName),
    lastName: clean(input.lastName),
    organizationName: clean(input.organizationName),
  };
}

function nameOf({ firstName, lastName }: RegistrationInput): string {
  return [firstName, lastName].flatMap((part) => part?.trim() || []).join(' ');
}

/** Creates an organization that only its owner sees until it has been reviewed. @returns its id */
export async function createPendingOrganization(
  database: Kysely<Database>,
  { site, language, name, ownerId }: { site: string; language: string; name: string; ownerId: string },
): Promise<number> {
  const { id } = await database
    .insertInto('organization')
    .values({
      site,
      language,
      name,
      slug: slugify(name),
      state: 'pending',
      // Two organizations may have the same name: ownership never depends on names.
      source: 'registration',
      source_key: randomUUID(),
      benefit_tids: [],
      featured: false,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await database
    .insertInto('organization_member')
    .values({ organization_id: id, account_id: ownerId, role: 'owner' })
    .execute();
  return id;
}

/**
 * Verifies the address of a registration: by the password, or by the proof of the browser that was used to register. A wrong one leaves
 * the link valid.
 *
 * @returns a violation if the link is invalid, or neither password nor proof matches
 */
export async function verifyEmail(
  { database, sessions }: { database: Kysely<Database>; sessions: Sessions },
  sent: { token: string; password?: string | null; proof?: string | null; place: Place },
): Promise<LoginOutcome> {
  const { token, place } = sent;
  const { site, language, now } = place;
  const broken: LoginOutcome = { ok: false, violations: [{ rule: 'link' }] };
  const link = await accountLinks.find(database, { token, purpose: 'verify-email', now });
  if (!link) return broken;
  const { accountId } = link;
  const account = await database
    .selectFrom('account')
    .select(['id', 'email', 'password_hash'])
    .where('id', '=', accountId)
    .where('blocked_at', 'is', null)
    .executeTakeFirst();
  if (!account?.password_hash) return broken;
  const rule = await reasonToDoubt(sent, { passwordHash: account.password_hash, proof: link.details.proof });
  if (rule) return { ok: false, violations: [{ field: 'password', rule }] };
  return database.transaction().execute(async (trx) => {
    if (!(await accountLinks.take(trx, { token, purpose: 'verify-email', now }))) return broken;
    await registrationAttempts.discard(trx, account.email);
    await trx
      .updateTable('account')
      .set({ email_verified: now, verified_site: site })
      .where('id', '=', accountId)
      .execute();
    const { organization } = link.details;
    if (organization) await createPendingOrganization(trx, { site, language, name: organization, ownerId: accountId });
    await writeAudit(trx, { action: 'account.verified', actorId: accountId, subjectId: accountId, site }, now);
    return { ok: true, jwt: await sessions.begin(trx, { accountId, now }) } as const;
  });
}

/** @param proof the digest that is stored with the link @returns undefined if the person is the one who registered */
async function reasonToDoubt(
  sent: { password?: string | null; proof?: string | null },
  { passwordHash, proof }: { passwordHash: string; proof: string | undefined },
): Promise<'required' | 'currentPassword' | undefined> {
  if (sent.password) return (await verifyPassword(sent.password, passwordHash)) ? undefined : 'currentPassword';
  return proof !== undefined && registrationProof(sent.proof).proof === proof ? undefined : 'required';
}

/**
 * Sends the mail of a registration again if there is something to confirm. Neither the response nor its timing reveals whether there is.
 * Earlier links are invalidated.
 */
export function requestVerification(
  { database, background }: { database: Kysely<Database>; background: BackgroundWork },
  { email: typed, destination }: { email: string; destination?: string | null },
  place: Place,
): AccountViolation[] {
  const email = normalizeEmail(typed);
  const violations = checkEmail(email);
  if (violations.length === 0)
    background.start('Sending a confirmation link again', () =>
      sendVerification(database, { email, destination }, place),
    );
  return violations;
}

async function sendVerification(
  database: Kysely<Database>,
  { email, destination }: { email: string; destination: string | null | undefined },
  place: Place,
): Promise<void> {
  const { now } = place;
  await database.transaction().execute(async (trx) => {
    const account = await trx
      .selectFrom('account')
      .select(['id', 'email_verified'])
      .where('email', '=', email)
      .where('blocked_at', 'is', null)
      .forUpdate()
      .executeTakeFirst();
    if (!account) return;
    if (account.email_verified) {
      // The person has just registered the address of an account that they had forgotten.
      if ((await registrationAttempts.find(trx, email, now)) === undefined) return;
      await writeToOwner(trx, email, { destination }, place);
      return;
    }
    await putVerificationMail(trx, { accountId: account.id, email, destination }, place);
  });
}

/**
 * Queues the mail with the link that confirms an address, with the details that were stored at registration, and for the site on which
 * the person registered. Earlier links are invalidated; retention leaves an expired one in place, so that its details are not lost.
 *
 * @param destination page to which the link leads in the end, if the person registered on the site of the request
 */
export async function putVerificationMail(
  trx: Kysely<Database>,
  { accountId, email, destination }: { accountId: string; email: string; destination?: string | null },
  { site: here, language, now }: Place,
): Promise<void> {
  const before = await trx
    .selectFrom('account_link')
    .select('details')
    .where('account_id', '=', accountId)
    .where('purpose', '=', 'verify-email')
    .executeTakeFirst();
  const site = before?.details.site ?? here;
  const token = await accountLinks.make(trx, { accountId, purpose: 'verify-email', details: before?.details, now });
  const path = `/user/verify?token=${token}${destinationParameter(site === here ? destination : undefined)}`;
  await putMail(trx, { site, language, template: 'verify-email', recipient: email, details: { path } }, now);
}
