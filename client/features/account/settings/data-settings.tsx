import { CONSENT_PROOF_YEARS } from '#contract/accounts/consent-proof.js';
import { EXPORT_PATH } from '#contract/pages/paths.js';
import { ButtonLink } from '../../../components/ui/buttons/button';
import { Icon } from '../../../components/ui/icon';
import { Panel } from '../../../components/ui/containers/panel';
import { PasswordField } from '../../../components/ui/forms/form-field';
import { usePage } from '../../../lib/page-context';
import type { PageForm } from '../../../lib/page-form';
import { AccountForm, errorOf } from '../account-form';
import styles from '../account.module.css';

export function SessionSettings({ form }: { form: PageForm }) {
  const { t } = usePage();
  return (
    <Panel id="log-out-everywhere" title={t('dashboard.settings.sessions.title')}>
      <p>{t('dashboard.settings.sessions.text')}</p>
      <AccountForm
        name="log-out-everywhere"
        form={form}
        labels={{}}
        kind="secondary"
        submit={t('dashboard.settings.sessions.submit')}
        busy={t('account.logout.busy')}
      />
    </Panel>
  );
}

/** Export of all stored data as a file (GDPR, article 20). */
export function ExportSettings() {
  const { t, href } = usePage();
  return (
    <Panel id="export" title={t('dashboard.settings.export.title')}>
      <p>{t('dashboard.settings.export.text')}</p>
      <ButtonLink kind="secondary" wide href={href(EXPORT_PATH)} download rel="nofollow">
        <Icon name="download" />
        {t('dashboard.settings.export.submit')}
      </ButtonLink>
    </Panel>
  );
}

/** Explains what will be deleted before it requests the password (APP-08). */
export function DeletionSettings({ form }: { form: PageForm }) {
  const { t } = usePage();
  // The error links to the form on the same page that resolves it, if other members work for an organization of the
  // user.
  const labels = {
    deletePassword: t('dashboard.settings.currentPassword'),
    newOwner: t('dashboard.settings.members.title'),
  };
  const lost = ['data', 'jobs', 'forever'];
  return (
    <Panel id="delete-account" title={t('dashboard.settings.delete.title')} danger>
      <p>{t('dashboard.settings.delete.text')}</p>
      <ul className={styles.lost}>
        {lost.map((name) => (
          <li key={name}>{t(`dashboard.settings.delete.lost.${name}`)}</li>
        ))}
      </ul>
      <p>{t('dashboard.settings.delete.proof', { years: CONSENT_PROOF_YEARS })}</p>
      <AccountForm
        name="delete-account"
        form={form}
        labels={labels}
        kind="danger"
        submit={t('dashboard.settings.delete.submit')}
        busy={t('dashboard.settings.delete.busy')}
      >
        <PasswordField
          name="deletePassword"
          label={labels.deletePassword}
          help={t('dashboard.settings.passwordHelp')}
          autoComplete="current-password"
          required
          error={errorOf(form, 'deletePassword')}
        />
      </AccountForm>
    </Panel>
  );
}
