import { sql } from 'kysely';
import { accountWorld, PASSWORD } from '../../../../test/support/worlds/account-world.js';
import { waitFor } from '../../../../test/support/wait-for.js';
import { deleteDue } from '../../../../test/support/retention.js';
import { accountRetention } from '../accounts/create-accounts.js';
import { verifyPassword } from '../accounts/passwords/password-hash.js';
import { seedMissingConsents } from './create-consents.js';
import { changeConsent } from './stored-consents.js';

interface Info {
  id: string;
  type: string;
  optIn: boolean;
  text: string;
  revisionId: string;
}
interface Consent {
  id: string;
  mail: string;
  infoId: string;
  infoRevisionId: string;
}
interface Created {
  errors: { field: string; rule: string; message: string }[];
  consent: Consent | null;
}

const OTHER_ADDRESS = 'You can only agree for your own email address';
const OUTDATED = 'This text has changed. Please read the new version before you agree';
const WITHDRAWN = 'This text has been withdrawn, and nobody has to agree to it any more';
const CHANGED =
  'Please read the new version of the text and tick the box again: it has changed since you opened this page';

describe('consents', () => {
  const world = accountWorld();
  const { register, person, jwtOf, ask } = world;

  async function query<T>(field: string, jwt?: string, locale = 'en'): Promise<T> {
    const headers: Record<string, string> = { 'x-causeboard-frontend': `default; locale=${locale}` };
    if (jwt) headers.authorization = `Bearer ${jwt}`;
    const { data, errors } = await world.backend.execute({ operationName: '', query: `query { ${field} }`, headers });
    if (errors) throw new Error(JSON.stringify(errors));
    return Object.values(data ?? {})[0] as T;
  }
  const infos = (args = '', locale?: string): Promise<Info[]> =>
    query(`getGdprConsentInfos${args && `(${args})`} { id type optIn text revisionId }`, undefined, locale);
  const policy = async (): Promise<Info> => (await infos('type: PRIVACY_POLICY, placement: REGISTRATION'))[0]!;
  const latest = (jwt: string, process = 0): Promise<Consent | null> =>
    ask(
      'hasTheLatestConsent(type: PRIVACY_POLICY, placement: REGISTRATION) { id mail infoId infoRevisionId }',
      jwt,
      process,
    );
  const agree = (jwt: string, args: string): Promise<Created> =>
    ask(
      `createGdprUserConsent(${args}) { errors { field rule message } consent { id mail infoId infoRevisionId } }`,
      jwt,
    );
  const change = (texts: Record<string, string>, site = 'default') =>
    world.database
      .transaction()
      .execute((trx) =>
        changeConsent(trx, { type: 'PRIVACY_POLICY', placement: 'REGISTRATION' }, texts, { site, now: world.now }),
      );
  const withdraw = (revisionId: string) =>
    sql`update consent_revision set withdrawn_at = ${world.now} where id = ${revisionId}`.execute(world.database);

  /** Writes a new registration text, and waits until it is visible everywhere. */
  async function revise(text: string): Promise<Info> {
    const { revisionId } = await policy();
    expect(await change({ en: text })).toBe('revised');
    await waitFor('the new text', async () => (await policy()).revisionId !== revisionId);
    return policy();
  }
  async function consentsOf(email: string): Promise<object[]> {
    const { rows } = await sql<object>`
      select c.revision_id::text as revision, c.email, c.locale, c.method, c.given_at as at
      from user_consent c join account a on a.id = c.account_id where a.email = ${email} order by c.revision_id
    `.execute(world.database);
    return rows;
  }

  describe('texts', () => {
    it('[CONSENT-03] every site has all types at all placements, in five languages', async () => {
      const all = await infos();
      expect(all.map(({ type, optIn }) => [type, optIn])).toEqual(
        ['PRIVACY_POLICY', 'TERMS', 'COOKIES', 'PRIVACY_POLICY', 'TERMS', 'COOKIES'].map((type) => [type, true]),
      );
      const { id } = await policy();
      const words = { en: 'employers', 'en-GB': 'UK GDPR', 'en-CA': 'PIPEDA', de: 'Arbeitgeber', fr: 'employeurs' };
      for (const [locale, word] of Object.entries(words)) {
        expect((await infos(`id: "${id}"`, locale))[0]!.text).toContain(word);
        expect((await infos(`id: "${id}", language: "${locale}"`))[0]!.text).toContain(word);
      }
      expect((await infos(`id: "${id}"`, 'de-AT'))[0]!.text).toContain('Arbeitgeber');
      expect((await infos(`id: "${id}", language: "pt"`))[0]!.text).toContain('employers');
    });

    it('[CONSENT-03] are chosen by type, placement, path and place in the list', async () => {
      const types = async (args: string) => (await infos(args)).map(({ type }) => type);
      expect(await types('type: TERMS')).toEqual(['TERMS', 'TERMS']);
      expect(await types('placement: PROFILE, limit: 1, offset: 1')).toEqual(['TERMS']);
      expect(await types('path: "/terms-of-use"')).toEqual(['TERMS', 'TERMS']);
      expect(await types('path: "/nowhere"')).toEqual([]);
      expect(await types('id: "0"')).toEqual([]);
      expect(await types('placement: PROFILE, sorting: [{ field: "type", value: "desc" }]')).toEqual([
        'TERMS',
        'PRIVACY_POLICY',
        'COOKIES',
      ]);
      await expect(types('sorting: [{ field: "text", value: "asc" }]')).rejects.toThrow('cannot be sorted by text');
      await expect(types('limit: 101')).rejects.toThrow('At most 100');
      await expect(types('offset: -1')).rejects.toThrow('At most 100');
    });

    it('are seeded once, also by concurrent processes', async () => {
      await seedMissingConsents(world.database, [{ name: 'default' }], world.now);
      expect(await infos()).toHaveLength(6);
    });

    it('[CONSENT-03] are sanitized', async () => {
      const { text } = await revise('<p onclick="x()">Agree<script>alert(1)</script></p>');
      expect(text).toBe('<p>Agree</p>');
    });
  });

  describe('revisions', () => {
    it('[CONSENT-03] are neither changed nor deleted, and withdrawn once', async () => {
      const { revisionId, id } = await revise('<p>Unchangeable</p>');
      for (const statement of [
        `update consent_revision set texts = '{"en":"Another"}' where id = ${revisionId}`,
        `update consent_revision set created_at = now() where id = ${revisionId}`,
        `update consent_revision set withdrawn_at = now(), texts = '{"en":"Another"}' where id = ${revisionId}`,
        `delete from consent_revision where id = ${revisionId}`,
        'truncate consent_revision cascade',
        `delete from consent_info where id = ${id}`,
      ])
        await expect(sql.raw(statement).execute(world.database)).rejects.toThrow(
          /cannot be changed or deleted|violates foreign key/,
        );
      await withdraw(revisionId);
      await expect(withdraw(revisionId)).rejects.toThrow('cannot be changed');
      await expect(
        sql`update consent_revision set withdrawn_at = null where id = ${revisionId}`.execute(world.database),
      ).rejects.toThrow('cannot be changed');
    });

    it('[CONSENT-03] is revised only if a text differs, and restored if it is the previous one; both are audited', async () => {
      const first = await revise('<p>Once</p>');
      const second = await revise('<p>Twice</p>');
      expect(await change({ en: '<p>Twice</p>' })).toBe('unchanged');
      expect(await change({ en: '<p>Once</p>' })).toBe('restored');
      await waitFor('the first text', async () => (await policy()).revisionId === first.revisionId);
      expect(await change({ en: '<p>Once</p>', de: '<p>Einmal</p>' })).toBe('revised');
      await waitFor('both texts', async () => Number((await policy()).revisionId) > Number(second.revisionId));
      expect(await change({ en: 'New' }, 'another')).toBe('unknown');
      const events = await world.database
        .selectFrom('audit_event')
        .select(['action', 'details'])
        .where('action', 'in', ['consent.revised', 'consent.withdrawn'])
        .orderBy('id', 'desc')
        .limit(2)
        .execute();
      expect(events).toMatchObject([
        { action: 'consent.revised', details: { kind: 'PRIVACY_POLICY', revision: (await policy()).revisionId } },
        { action: 'consent.withdrawn', details: { kind: 'PRIVACY_POLICY', revision: second.revisionId } },
      ]);
    });
  });

  describe('agreeing', () => {
    it('[CONSENT-03] is recorded once with the address, the revision, the time and the method', async () => {
      const { email } = await person();
      const jwt = await jwtOf(email);
      expect(await latest(jwt)).toBeNull();
      const { id, revisionId } = await policy();
      const first = await agree(jwt, `mail: " ${email.toUpperCase()} ", infoId: "${id}"`);
      expect(first).toEqual({
        errors: [],
        consent: { id: expect.any(String) as string, mail: email, infoId: id, infoRevisionId: revisionId },
      });
      expect(await agree(jwt, `mail: "${email}", infoId: "${id}", infoRevisionId: "${revisionId}"`)).toEqual(first);
      expect(await latest(jwt)).toEqual(first.consent);
      expect(await consentsOf(email)).toEqual([
        { revision: revisionId, email, locale: 'en', method: 'modal', at: world.now },
      ]);
    });

    it('[CONSENT-03] is impossible on behalf of another address or account', async () => {
      const [own, other] = [await person(), await person()];
      const jwt = await jwtOf(own.email);
      const { id } = await policy();
      const { errors, consent } = await agree(jwt, `mail: "${other.email}", infoId: "${id}"`);
      expect([errors, consent]).toEqual([[{ field: 'mail', rule: 'otherAddress', message: OTHER_ADDRESS }], null]);
      expect([await consentsOf(own.email), await consentsOf(other.email)]).toEqual([[], []]);
    });

    it('[CONSENT-03] to an older, a withdrawn or an unknown text is refused, each with its own reason', async () => {
      const { email } = await person();
      const jwt = await jwtOf(email);
      const old = await revise('<p>Old</p>');
      const recent = await revise('<p>Recent</p>');
      const refusals = async (info: string, revision?: string) => {
        const shown = revision === undefined ? '' : `, infoRevisionId: "${revision}"`;
        const { errors, consent } = await agree(jwt, `mail: "${email}", infoId: "${info}"${shown}`);
        expect(consent).toBeNull();
        return errors.map(({ message }) => message);
      };
      expect(await refusals(old.id, old.revisionId)).toEqual([OUTDATED]);
      await withdraw(recent.revisionId);
      expect(await refusals(recent.id, recent.revisionId)).toEqual([WITHDRAWN]);
      for (const [info, revision] of [['0'], ['x'], ['9999'], [old.id, '9999'], [old.id, 'x'], [old.id, '']] as const)
        expect([info, revision, await refusals(info, revision)]).toEqual([info, revision, ['There’s no such text']]);
      expect(await consentsOf(email)).toEqual([]);
    });

    it.each([
      ['en', OTHER_ADDRESS, OUTDATED, 'There’s no such text'],
      ['en-GB', OTHER_ADDRESS, OUTDATED, 'There’s no such text'],
      ['en-CA', OTHER_ADDRESS, OUTDATED, 'There’s no such text'],
      [
        'de',
        'Sie können nur für Ihre eigene E-Mail-Adresse zustimmen',
        'Dieser Text hat sich geändert. Bitte lesen Sie die neue Fassung, bevor Sie zustimmen',
        'Diesen Text gibt es nicht',
      ],
      [
        'fr',
        'Vous ne pouvez donner votre accord que pour votre propre adresse e-mail',
        'Ce texte a changé. Veuillez lire la nouvelle version avant de l’accepter',
        'Ce texte n’existe pas',
      ],
    ])('[CONSENT-03] [I18N-01] a refusal is reported in the language of the page: %s', async (locale, ...messages) => {
      const { email } = await person();
      const jwt = await jwtOf(email);
      const old = await policy();
      await revise(`<p>Newer, in ${locale}</p>`);
      const sent = [
        `mail: "other@people.test", infoId: "${old.id}"`,
        `mail: "${email}", infoId: "${old.id}", infoRevisionId: "${old.revisionId}"`,
        `mail: "${email}", infoId: "0"`,
      ];
      for (const [index, args] of sent.entries()) {
        const field = `createGdprUserConsent(${args}) { errors { message } }`;
        const { data } = await world.send(field, jwt, 0, locale);
        expect(data).toEqual({ createGdprUserConsent: { errors: [{ message: messages[index] }] } });
      }
    });

    it('[CONSENT-03] nobody is asked for a text that was withdrawn without an earlier one', async () => {
      const [info] = await infos('type: COOKIES, placement: PROFILE');
      const { email } = await person();
      const jwt = await jwtOf(email);
      await withdraw(info!.revisionId);
      await waitFor('no text', async () => (await infos('type: COOKIES, placement: PROFILE')).length === 0);
      const { errors } = await agree(jwt, `mail: "${email}", infoId: "${info!.id}"`);
      expect(errors.map(({ message }) => message)).toEqual([WITHDRAWN]);
    });

    it('[PAGE-04] a new text requires a new consent, in every process; after its withdrawal the old consent counts', async () => {
      const { email } = await person();
      const jwt = await jwtOf(email);
      await agree(jwt, `mail: "${email}", infoId: "${(await policy()).id}"`);
      const before = await latest(jwt);
      expect(before).not.toBeNull();
      expect(await latest(jwt, 1)).toEqual(before);
      const { revisionId } = await revise('<p>Another one</p>');
      for (const process of [0, 1]) expect(await latest(jwt, process)).toBeNull();
      await withdraw(revisionId);
      await waitFor('the old text', async () => (await policy()).revisionId === before!.infoRevisionId);
      for (const process of [0, 1]) expect(await latest(jwt, process)).toEqual(before);
    });
  });

  describe('registration', () => {
    it('[AUTH-11] records the revision that was shown, with the account', async () => {
      const { revisionId } = await policy();
      expect(await register('agrees@people.test', `, consentRevisionId: "${revisionId}"`)).toEqual({ errors: [] });
      const agreed = { revision: revisionId, email: 'agrees@people.test', locale: 'en', method: 'registration' };
      expect(await consentsOf('agrees@people.test')).toEqual([{ ...agreed, at: world.now }]);
      // Registering an address that has an account adds nothing to that account.
      const recent = await revise('<p>For the second one</p>');
      expect(await register('agrees@people.test', `, consentRevisionId: "${recent.revisionId}"`)).toEqual({
        errors: [],
      });
      expect(await consentsOf('agrees@people.test')).toHaveLength(1);
    });

    it('[AUTH-11] creates no account if the text has changed since it was shown', async () => {
      const old = await policy();
      await revise('<p>Changed meanwhile</p>');
      for (const revision of [old.revisionId, '9999', 'x']) {
        const outcome = await register('surprised@people.test', `, consentRevisionId: "${revision}"`);
        expect(outcome).toEqual({ errors: [{ field: 'consent', message: CHANGED }] });
      }
      const { rows } = await sql`select from account where email = 'surprised@people.test'`.execute(world.database);
      expect(rows).toHaveLength(0);
    });

    it('[AUTH-12] a consent by somebody else is deleted when the owner of the address takes over the account', async () => {
      await register('taken@people.test');
      expect(await consentsOf('taken@people.test')).toHaveLength(1);
      await world.reset(await world.resetToken('taken@people.test'), 'another long passphrase');
      expect(await consentsOf('taken@people.test')).toEqual([]);
    });
  });

  it('[APP-08] the export contains consents, and a deleted account leaves an anonymous proof for three years', async () => {
    const { email } = await person();
    const jwt = await jwtOf(email);
    const info = await revise('<p>What was agreed to</p>');
    await agree(jwt, `mail: "${email}", infoId: "${info.id}"`);
    const exported = JSON.parse(await ask<string>('exportMyData', jwt)) as { user_consent: object[] };
    expect(exported.user_consent).toEqual([
      expect.objectContaining({
        type: 'PRIVACY_POLICY',
        placement: 'REGISTRATION',
        revision_id: Number(info.revisionId),
        email,
        method: 'modal',
        text: '<p>What was agreed to</p>',
      }),
    ]);
    expect(await ask(`deleteAccount(currentPassword: "${PASSWORD}") { errors { message } }`, jwt)).toEqual({
      errors: [],
    });
    expect(await consentsOf(email)).toEqual([]);
    const proofs = await world.database.selectFrom('consent_proof').selectAll().execute();
    expect(proofs).toEqual([expect.objectContaining({ revision_id: Number(info.revisionId), method: 'modal' })]);
    expect(JSON.stringify(proofs)).not.toContain(email);
    expect(await verifyPassword(email, proofs[0]!.email_hash)).toBe(true);
    expect(await verifyPassword('other@people.test', proofs[0]!.email_hash)).toBe(false);
    const leftAfter = async (days: number) => {
      await deleteDue(world.database, new Date(world.now.getTime() + days * 86_400_000), accountRetention);
      return (await world.database.selectFrom('consent_proof').select('id').execute()).length;
    };
    expect([await leftAfter(1095), await leftAfter(1096)]).toEqual([1, 0]);
  });
});
