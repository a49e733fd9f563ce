import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { accountWorld, BROKEN, PASSWORD } from '../../../../test/support/worlds/account-world.js';
import { deleteReleasedFiles } from '../../platform/files/stored-files.js';

const WRONG = 'The email address or the password is wrong';

describe('people’s changes to their own account', () => {
  const world = accountWorld();
  const { ask, person, logIn, jwtOf, userOf, register, reset, mailsTo, resetToken } = world;

  describe('one’s own account', () => {
    const change = (jwt: string, current: string, wanted: string) =>
      ask(`changePassword(currentPassword: "${current}", newPassword: "${wanted}") { errors { field message } }`, jwt);
    const changeEmail = (jwt: string, email: string, current = PASSWORD) =>
      ask(`changeEmail(currentPassword: "${current}", email: "${email}") { errors { field message } }`, jwt);
    const confirm = (token: string) => ask(`confirmEmailChange(token: "${token}") { errors { message } }`);
    const remove = (jwt: string, current = PASSWORD) =>
      ask(`deleteAccount(currentPassword: "${current}") { errors { field message } }`, jwt);

    it('corrects the name, which other people then see', async () => {
      const { email } = await person();
      const jwt = await jwtOf(email);
      const changeName = (firstName: string, lastName: string) =>
        ask(`changeName(firstName: "${firstName}", lastName: "${lastName}") { errors { field message } }`, jwt);
      expect((await changeName(' ', 'x'.repeat(121))).errors.map(({ field }) => field)).toEqual([
        'firstName',
        'lastName',
      ]);
      expect(await changeName(' Ada\u202e', 'Lovelace ')).toEqual({ errors: [] });
      const { rows } = await sql`
        select first_name, last_name, name, (select count(*)::integer from audit_event e where e.subject_id = a.id
          and e.action = 'account.name-changed') as audited from account a where email = ${email}
      `.execute(world.database);
      expect(rows).toEqual([{ first_name: 'Ada', last_name: 'Lovelace', name: 'Ada Lovelace', audited: 1 }]);
    });

    it('[I18N-02] chooses one of the languages of the site for emails, also of alerts', async () => {
      const { email, id } = await person();
      const jwt = await jwtOf(email);
      await sql`with search as (
          insert into alert_search (kind, site, digest, search) values ('job', 'default', 'language', '{}') returning id
        ) insert into alert (kind, site, search_id, account_id, email, token, language, page, every_seconds, confirmed_at, created_at)
          select 'job', site, id, account_id, email, token, 'en', '/jobs', 86400, now(), now() from search, (values
            (${id}::uuid, null, 'default', '1'), (null, ${email}, 'default', '2'), (null, ${`other.${email}`}, 'default', '3')
          ) as alert (account_id, email, site, token)`.execute(world.database);
      const choose = (language: string) =>
        ask(`changeMailLanguage(language: "${language}") { errors { field message } }`, jwt);
      for (const wrong of ['fr', '', 'de-DE'])
        expect(await choose(wrong)).toEqual({
          errors: [{ field: 'language', message: 'Please choose a language of this site' }],
        });
      expect(await ask('mailLanguage', jwt)).toBe('en');
      expect(await choose('de')).toEqual({ errors: [] });
      expect(await ask('mailLanguage', jwt)).toBe('de');
      const { rows } = await sql<{ token: string }>`
        with deleted as (delete from alert returning token, language) select token from deleted where language = 'de' order by token
      `.execute(world.database);
      expect(rows.map(({ token }) => token)).toEqual(['1', '2']);
    });

    it('[APP-08] changes the password, and ends the other sessions', async () => {
      const { email } = await person();
      const [mine, other] = [await jwtOf(email), await jwtOf(email)];
      expect((await change(mine, 'not the password', 'a brand new one')).errors[0]?.field).toBe('currentPassword');
      expect(await userOf(other)).toEqual({ email });
      const link = await resetToken(email);
      expect(await change(mine, PASSWORD, 'a brand new one')).toEqual({ errors: [] });
      expect(await userOf(mine)).toEqual({ email });
      expect(await userOf(other)).toBeNull();
      expect((await reset(link, 'another new one')).errors[0]?.message).toBe(BROKEN);
      expect((await logIn(email, 'a brand new one')).jwt).toEqual(expect.any(String));
    });

    it('[APP-08] is changed by one of several concurrent attempts, and the others are told that the password has changed', async () => {
      const { email } = await person();
      const sessions = await Promise.all([0, 1, 2, 3].map(() => jwtOf(email)));
      const answers = await Promise.all(
        sessions.map((jwt, index) =>
          // The faster attempts end the sessions of the others.
          change(jwt, PASSWORD, `a brand new one ${index}`).catch(() => ({ errors: [{ field: 'session' }] })),
        ),
      );
      const changed = answers.flatMap(({ errors }, index) => (errors.length === 0 ? [index] : []));
      expect(changed).toHaveLength(1);
      expect((await logIn(email, `a brand new one ${changed[0]!}`)).jwt).toEqual(expect.any(String));
      expect((await mailsTo(email)).filter(({ template }) => template === 'password-changed')).toHaveLength(1);
    });

    it('[APP-08] changes the address by a link to the new one, and tells the old one', async () => {
      const { email } = await person();
      const jwt = await jwtOf(email);
      const wanted = `moved.${email}`;
      expect((await changeEmail(jwt, wanted, 'not the password')).errors[0]?.field).toBe('currentPassword');
      await changeEmail(jwt, wanted);
      expect(await userOf(jwt)).toEqual({ email });
      const [mail] = await mailsTo(wanted);
      // Somebody registers the address in between, without receiving its mail.
      await register(wanted);
      expect(await confirm(mail!.token)).toEqual({ errors: [] });
      expect(await userOf(jwt, 1)).toEqual({ email: wanted });
      expect((await mailsTo(email)).at(-1)?.template).toBe('email-changed');
      const { details } = await world.database
        .selectFrom('mail')
        .select('details')
        .where('recipient', '=', email)
        .where('template', '=', 'email-changed')
        .executeTakeFirstOrThrow();
      expect(details).toEqual({ newEmail: wanted });
      expect((await confirm(mail!.token)).errors[0]?.message).toBe(BROKEN);
      const taken = await person();
      expect(await changeEmail(jwt, taken.email)).toEqual({ errors: [] });
      expect(await mailsTo(taken.email)).toEqual([]);
    });

    it('[APP-08] [APP-06] takes the alerts and reports of the old address along, which are then deleted with the account', async () => {
      const { email, id } = await person();
      const wanted = `along.${email}`;
      await sql`insert into alert_search (kind, site, digest, search)
        select 'job', 'default', name::bytea, '{}' from unnest('{one,two,three,four}'::text[]) as name`.execute(
        world.database,
      );
      const alert = (search: string, of: { email?: string; account?: string }, isConfirmed = true) => sql`
        insert into alert (kind, site, search_id, email, account_id, token, language, page, every_seconds, due_at, confirmed_at, created_at)
        select 'job', 'default', id, ${of.email ?? null}, ${of.account ?? null}::uuid, ${`${search} ${of.email ?? 'account'}`}, 'en', '/jobs',
          86400, case when ${isConfirmed} then now() + interval '1 day' end, case when ${isConfirmed} then now() end, now()
        from alert_search where digest = ${search}::bytea
      `;
      for (const statement of [
        ...[alert('one', { email }), alert('one', { email: wanted }), alert('two', { email })],
        ...[alert('two', { account: id }), alert('three', { email: wanted }), alert('four', { email }, false)],
        sql`insert into organization (id, site, slug, name, language, source, source_key, state)
          values (79, 'default', 's', 'Reported', 'en', 'test', '79', 'public')`,
        sql`with job as (
          insert into job (site, organization_id, title, language, description, state, published_at, application_workflow, source, source_key, content_hash)
          values ('default', 79, 'Cook', 'en', '', 'draft', now(), 'form', 'test', '79', '') returning id
        ) insert into job_report (job_id, site, reason, body, email, created_at) select id, 'default', 'other', '', ${email}, now() from job`,
      ])
        await statement.execute(world.database);
      const jwt = await jwtOf(email);
      await changeEmail(jwt, wanted);
      expect(await confirm((await mailsTo(wanted))[0]!.token)).toEqual({ errors: [] });
      expect(await ask<object[]>('ownAlerts { id }', jwt)).toHaveLength(3);
      const left = async () => {
        const { rows } = await sql<{
          of_account: boolean;
        }>`select account_id is not null as of_account from alert`.execute(world.database);
        return rows.map(({ of_account: isOfAccount }) => isOfAccount);
      };
      expect(await left()).toEqual([true, true, true]);
      expect((await sql`select email from job_report`.execute(world.database)).rows).toEqual([{ email: wanted }]);
      expect(await remove(jwt)).toEqual({ errors: [] });
      expect(await left()).toEqual([]);
    });

    it('[APP-08] changes nothing when the link of a blocked account is opened, and the link works after the account is unblocked', async () => {
      const { email, id } = await person();
      const jwt = await jwtOf(email);
      const wanted = `blocked.${email}`;
      await changeEmail(jwt, wanted);
      const [mail] = await mailsTo(wanted);
      await register(wanted);
      const block = (blocked_at: Date | null) =>
        world.database.updateTable('account').set({ blocked_at }).where('id', '=', id).execute();
      const addresses = async () => {
        const { rows } = await sql<{ email: string }>`
          select email from account where email in (${email}, ${wanted}) order by email
        `.execute(world.database);
        return rows.map((row) => row.email);
      };
      await block(world.now);
      expect((await confirm(mail!.token)).errors[0]?.message).toBe(BROKEN);
      expect(await addresses()).toEqual([wanted, email]);
      await block(null);
      expect(await confirm(mail!.token)).toEqual({ errors: [] });
      expect(await addresses()).toEqual([wanted]);
    });

    it('[APP-08] changes the address once when the link is opened several times at once', async () => {
      const { email } = await person();
      await changeEmail(await jwtOf(email), `once.${email}`);
      const [mail] = await mailsTo(`once.${email}`);
      const answers = await Promise.all([0, 1, 2, 3].map(() => confirm(mail!.token)));
      expect(answers.filter(({ errors }) => errors.length === 0)).toHaveLength(1);
      expect((await mailsTo(email)).filter(({ template }) => template === 'email-changed')).toHaveLength(1);
    });

    it('[APP-08] exports all that is stored, and no secrets', async () => {
      const { email, id } = await person();
      const jwt = await jwtOf(email);
      await resetToken(email);
      const text = await ask<string>('exportMyData', jwt);
      const data = JSON.parse(text) as Record<string, unknown>;
      expect(data).toMatchObject({ account: { id, email, has_password: true }, mail: [{ recipient: email }] });
      expect(text).not.toMatch(/argon2|digest|token/);
      const { rows } = await sql<{ name: string }>`
        select distinct conrelid::regclass::text as name from pg_constraint
        where contype = 'f' and confrelid = 'account'::regclass order by 1
      `.execute(world.database);
      // Each table that refers to accounts must be part of the export.
      expect(Object.keys(data)).toEqual(expect.arrayContaining(['account', 'mail', ...rows.map(({ name }) => name)]));
    });

    it('finds the mails and the orders of a person by an index', async () => {
      const plan = (table: string, condition: string): Promise<string> =>
        world.database.transaction().execute(async (trx) => {
          await sql`set local enable_seqscan = off`.execute(trx);
          const query = sql.raw<{ 'QUERY PLAN': string }>(`explain select id from ${table} where ${condition}`);
          const { rows } = await query.execute(trx);
          return rows.map((row) => row['QUERY PLAN']).join('\n');
        });
      expect(await plan('mail', "recipient = 'a@people.test'")).toContain('mail_recipient');
      expect(await plan('customer_order', 'buyer_id = (select id from account limit 1)')).toContain(
        'customer_order_buyer',
      );
    });

    it('[APP-08] deletes itself with all its data, and leaves no trace of the person', async () => {
      const { email, id } = await person('recruiter');
      const jwt = await jwtOf(email);
      await sql`insert into organization (id, site, slug, name, language, source, source_key, state)
        values (80, 'default', 's', 'Eighty', 'en', 'test', '80', 'public'), (81, 'default', 's', 'Draft', 'en', 'test', '81', 'pending')`.execute(
        world.database,
      );
      await sql`insert into organization_member values (80, ${id}, 'owner'), (81, ${id}, 'owner')`.execute(
        world.database,
      );
      expect((await remove(jwt, 'not the password')).errors[0]?.field).toBe('currentPassword');
      const heir = await person('recruiter');
      await sql`insert into organization_member values (80, ${heir.id}, 'editor')`.execute(world.database);
      expect((await remove(jwt)).errors[0]?.message).toContain('Eighty');
      expect(await userOf(jwt)).toEqual({ email });
      const handOver = `makeOwner(organizationId: "80", userId: "${heir.id}") { errors { message } }`;
      await expect(ask(handOver, await jwtOf(heir.email))).rejects.toThrow('FORBIDDEN');
      expect(await ask(handOver, jwt)).toEqual({ errors: [] });
      expect(await remove(jwt)).toEqual({ errors: [] });
      expect((await sql`select state from organization where id = 80`.execute(world.database)).rows).toEqual([
        { state: 'public' },
      ]);
      expect(await userOf(jwt, 1)).toBeNull();
      expect((await logIn(email)).jwt).toBeNull();
      expect((await sql`select from organization where id = 81`.execute(world.database)).rows).toEqual([]);
      expect((await mailsTo(email)).map(({ template }) => template)).toEqual(['account-deleted']);
      const events = await sql<{ row: string }>`select e::text as row from audit_event e`.execute(world.database);
      expect(events.rows.map(({ row }) => row).join()).toContain('account.deleted');
      expect(events.rows.map(({ row }) => row).join()).not.toContain(id);
    });

    it('[APP-08] closes an organization without other members, and archives its jobs', async () => {
      const { email, id } = await person('recruiter');
      await sql`insert into organization (id, site, slug, name, language, source, source_key, state, featured)
        values (82, 'default', 's', 'Alone', 'en', 'test', '82', 'public', true)`.execute(world.database);
      await sql`insert into organization_member values (82, ${id}, 'owner')`.execute(world.database);
      await sql`insert into job (site, organization_id, title, language, description, state, published_at, application_workflow,
          source, source_key, content_hash)
        values ('default', 82, 'Cook', 'en', '', 'published', ${world.now}, 'form', 'test', '82', '')`.execute(
        world.database,
      );
      expect(await remove(await jwtOf(email))).toEqual({ errors: [] });
      const { rows } = await sql`
        select o.state, o.featured, j.state as job from organization o join job j on j.organization_id = o.id where o.id = 82
      `.execute(world.database);
      expect(rows).toEqual([{ state: 'closed', featured: false, job: 'archived' }]);
      expect(await world.send('organizationProfile(id: "82") { id }')).toMatchObject({
        data: { organizationProfile: null },
      });
    });

    /** Creates a public organization with all that its members can store about it and themselves. @returns the id of a contact's photo */
    async function storePrivateParts(organization: number): Promise<string> {
      const photo = randomUUID();
      const contacts = JSON.stringify([{ firstName: 'Ada', lastName: 'Gray', phone: '+1 613 555 0142', photo }]);
      const fields = JSON.stringify({ phone: ['+1 613 555 0142'] });
      for (const statement of [
        sql`insert into organization (id, site, slug, name, language, source, source_key, state)
          values (${organization}, 'default', 's', 'Own', 'en', 'test', ${String(organization)}, 'public')`,
        sql`insert into file (id, name, content_type, bytes, uploaded) values (${photo}, 'a.webp', 'image/webp', 'x', true)`,
        sql`insert into organization_details (organization_id, contacts) values (${organization}, ${contacts}::jsonb)`,
        sql`insert into organization_account (organization_id, first_name, phone) values (${organization}, 'Ada', '+1 613 555 0142')`,
        sql`insert into organization_draft (organization_id, fields, changed_at) values (${organization}, ${fields}::jsonb, now())`,
        sql`insert into organization_review values (${organization}, ${fields}::jsonb, null, now())`,
        sql`insert into billing_profile (organization_id, company_name, email, first_name, last_name, country_code, administrative_area,
          address_line1, address_line2, locality, zip, vat_number) values (${organization}, '', '', 'Ada', '', 'CA', '', '', '', '', '', '')`,
        sql`insert into answer_template (organization_id, name, subject, body, updated_at) values (${organization}, 'a', 'b', 'Ada', now())`,
        sql`insert into organization_invitation (organization_id, email, role, digest, created_at, expires_at)
          values (${organization}, 'new@people.test', 'editor', 'x', now(), now() + interval '1 day')`,
      ])
        await statement.execute(world.database);
      return photo;
    }

    it('[APP-08] deletes what was stored about the only owner of an organization, and exports it before', async () => {
      const { email, id } = await person('recruiter');
      const photo = await storePrivateParts(83);
      await sql`insert into organization_member values (83, ${id}, 'owner')`.execute(world.database);
      const jwt = await jwtOf(email);
      const exported = JSON.parse(await ask<string>('exportMyData', jwt)) as { organization_account: object[] };
      expect(exported.organization_account).toMatchObject([{ organization_id: 83, phone: '+1 613 555 0142' }]);
      const served = async () => (await world.backend.fetch({ path: `/files/${photo}/a.webp`, headers: {} })).status;
      expect(await served()).toBe(200);
      expect(await remove(jwt)).toEqual({ errors: [] });
      const { rows } = await sql<{ texts: string[] }>`
        select array(
          select to_jsonb(t)::text from organization_details t where organization_id = 83
          union all select to_jsonb(t)::text from organization_account t where organization_id = 83
          union all select to_jsonb(t)::text from organization_draft t where organization_id = 83
          union all select to_jsonb(t)::text from organization_review t where organization_id = 83
          union all select to_jsonb(t)::text from billing_profile t where organization_id = 83
          union all select to_jsonb(t)::text from answer_template t where organization_id = 83
          union all select to_jsonb(t)::text from organization_invitation t where organization_id = 83
        ) as texts
      `.execute(world.database);
      expect(rows[0]!.texts).toEqual([]);
      const staff = await person('administrator');
      const edited = await ask('editedOrganization(id: 83) { fields { name values } }', await jwtOf(staff.email));
      expect(JSON.stringify(edited)).not.toContain('613 555');
      await deleteReleasedFiles(world.database, 0);
      expect(await served()).toBe(404);
    });

    it('[APP-08] does not leave an organization to an owner who is blocked', async () => {
      const [owner, colleague, blocked] = [
        await person('recruiter'),
        await person('recruiter'),
        await person('recruiter'),
      ];
      await sql`insert into organization (id, site, slug, name, language, source, source_key, state)
        values (84, 'default', 's', 'Two', 'en', 'test', '84', 'public')`.execute(world.database);
      await sql`insert into organization_member values (84, ${owner.id}, 'owner'), (84, ${blocked.id}, 'owner'),
        (84, ${colleague.id}, 'editor')`.execute(world.database);
      const jwt = await jwtOf(owner.email);
      const staff = await jwtOf((await person('administrator')).email);
      const block = (is: boolean) =>
        ask(`setUserBlocked(userId: "${blocked.id}", blocked: ${is}, reason: "x") { errors { message } }`, staff);
      const state = async () =>
        (await sql`select state, suspended_from from organization where id = 84`.execute(world.database)).rows[0];
      await block(true);
      // The colleague could take over.
      expect((await remove(jwt)).errors[0]?.message).toContain('Two');
      await sql`delete from organization_member where account_id = ${colleague.id}::uuid`.execute(world.database);
      expect(await remove(jwt)).toEqual({ errors: [] });
      expect(await state()).toEqual({ state: 'closed', suspended_from: 'public' });
      await block(false);
      expect(await state()).toEqual({ state: 'public', suspended_from: null });
    });

    it('[APP-08] asks people without a password to set one first', async () => {
      const { email, id } = await person();
      const jwt = await jwtOf(email);
      await world.database.updateTable('account').set({ password_hash: null }).where('id', '=', id).execute();
      expect((await remove(jwt)).errors[0]?.message).toContain('no password yet');
      expect((await logIn(email)).errors[0]?.message).toBe(WRONG);
      expect(await reset(await resetToken(email), 'my very first one')).toEqual({ errors: [] });
      expect(await remove(await jwtOf(email, 'my very first one'), 'my very first one')).toEqual({ errors: [] });
    });
  });
});
