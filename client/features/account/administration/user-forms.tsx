import { ROLE_NAMES } from '#contract/accounts/account-roles.js';
import type { ListedUserFragment } from '#contract/generated/operations.js';
import { FormErrors } from '../../../components/ui/forms/form-errors';
import { FormCheckbox, FormField } from '../../../components/ui/forms/form-field';
import { Panel } from '../../../components/ui/containers/panel';
import { usePage } from '../../../lib/page-context';
import type { PageForm } from '../../../lib/page-form';
import { AccountForm, errorOf } from '../account-form';
import styles from './administration.module.css';

interface UserFormProps {
  user: ListedUserFragment;
  form: PageForm;
}

const GIVEN = 'yes';

export function RolesForm({ user, form }: UserFormProps) {
  const { t } = usePage();
  // A form that was sent back with errors shows the submitted choices and remembers what they were based on. Choices that were based on
  // outdated roles are discarded, so that nobody gives them back by mistake.
  const isSent = form.errors.length > 0 && !form.errors.some(({ field }) => field === 'before');
  const has = (role: string) =>
    isSent ? form.values[role] === GIVEN : user.roles.some(({ targetId }) => targetId === role);
  const before = (isSent && form.values.before) || user.roles.map(({ targetId }) => targetId).join(' ');
  return (
    <Panel id="roles" title={t('admin.users.roles')}>
      <AccountForm
        name="roles"
        form={form}
        labels={{}}
        submit={t('admin.user.saveRoles')}
        busy={t('dashboard.settings.busy')}
      >
        <fieldset className={styles.choices} data-given-roles>
          <legend>{t('admin.user.rolesText')}</legend>
          <input type="hidden" name="before" value={before} />
          {ROLE_NAMES.map((role) => (
            <FormCheckbox
              key={role}
              name={role}
              value={GIVEN}
              label={t(`dashboard.role.${role}`)}
              defaultChecked={has(role)}
            />
          ))}
        </fieldset>
      </AccountForm>
    </Panel>
  );
}

export function BlockForm({ user, form }: UserFormProps) {
  const { t } = usePage();
  const labels = { blockReason: t('admin.user.reason') };
  if (user.blocked)
    return (
      <Panel id="unblock" title={t('admin.user.unblockTitle')}>
        <p>{t('admin.user.unblockText')}</p>
        <AccountForm
          name="unblock"
          form={form}
          labels={{}}
          kind="secondary"
          submit={t('admin.user.unblock')}
          busy={t('dashboard.settings.busy')}
        />
      </Panel>
    );
  return (
    <Panel id="block" title={t('admin.user.blockTitle')} danger>
      <p>{t('admin.user.blockText')}</p>
      <AccountForm
        name="block"
        form={form}
        labels={labels}
        kind="danger"
        submit={t('admin.user.block')}
        busy={t('dashboard.settings.busy')}
      >
        <FormField
          name="blockReason"
          label={labels.blockReason}
          help={t('admin.user.reasonHelp')}
          required
          maxLength={500}
          defaultValue={form.values.blockReason}
          error={errorOf(form, 'blockReason')}
        />
      </AccountForm>
    </Panel>
  );
}

/** Links that are mailed to the owner of the account. A blocked account gets none. */
export function MailForms({
  user,
  verification,
  reset,
}: {
  user: ListedUserFragment;
  verification: PageForm;
  reset: PageForm;
}) {
  const { t } = usePage();
  const busy = t('dashboard.settings.busy');
  // The account may have been blocked by someone else, or its address confirmed, since the form was rendered.
  const late = [...(user.emailVerified || user.blocked ? [verification] : []), ...(user.blocked ? [reset] : [])];
  const refused = late.map((form) => (
    <FormErrors key={form.part} errors={form.errors} labels={{}} address={form.action} />
  ));
  if (user.blocked)
    return (
      <Panel id="mails" title={t('admin.user.mailsTitle')}>
        {refused}
        <p>{t('admin.user.mailsNot')}</p>
      </Panel>
    );
  return (
    <Panel id="mails" title={t('admin.user.mailsTitle')}>
      {refused}
      <p>{t('admin.user.mailsText', { email: user.email })}</p>
      {!user.emailVerified && (
        <div id="verification-mail">
          <AccountForm
            name="verification-mail"
            form={verification}
            labels={{}}
            kind="secondary"
            submit={t('admin.user.sendVerification')}
            busy={busy}
          />
        </div>
      )}
      <div id="reset-mail">
        <AccountForm
          name="reset-mail"
          form={reset}
          labels={{}}
          kind="secondary"
          submit={t('admin.user.sendReset')}
          busy={busy}
        />
      </div>
    </Panel>
  );
}

/** Lets an administrator act as another user (AUTH-14). */
export function MasqueradeForm({ user, form }: UserFormProps) {
  const { t } = usePage();
  return (
    <Panel id="masquerade" title={t('admin.user.masqueradeTitle')}>
      <p>{t(user.isMasqueradable ? 'admin.user.masqueradeText' : 'admin.user.masqueradeNot')}</p>
      {user.isMasqueradable && (
        <AccountForm
          name="masquerade"
          form={form}
          labels={{}}
          kind="secondary"
          submit={t('admin.user.masquerade', { name: user.name })}
          busy={t('dashboard.settings.busy')}
        />
      )}
    </Panel>
  );
}
