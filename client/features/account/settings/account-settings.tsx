import { CONSENT_PROOF_YEARS } from '#contract/consent/consent-services.js';
import { EXPORT_PATH, SETTINGS_PATH } from '#contract/pages/paths.js';
import type { IdentitiesQuery } from '#contract/generated/operations.js';
import { isSocialProvider, SOCIAL_PROVIDERS } from '#contract/accounts/social-providers.js';
import { ButtonLink } from '../../../components/ui/buttons/button';
import { Icon } from '../../../components/ui/icon';
import { Panel } from '../../../components/ui/containers/panel';
import { SelectField } from '../../../components/ui/forms/field';
import { fieldId } from '../../../components/ui/forms/field-labels';
import { PasswordField, FormField } from '../../../components/ui/forms/form-field';
import { languageName, languagesOf } from '../../../lib/format';
import { usePage, useSite } from '../../../lib/page-context';
import type { PageForm } from '../../../lib/page-form';
import { AccountForm, errorOf } from '../account-form';
import styles from '../account.module.css';
import { NewPasswordField } from '../password-forms';
import { Column } from '../../../components/ui/containers/container';
import type { CurrentUser } from '../../../lib/user/user-context';
import { SocialForm } from '../social/social-buttons';
import socialStyles from '../social/social-buttons.module.css';

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

/** Explains what will be deleted, and what is kept, before it requests the password (APP-08). */
export function DeletionSettings({ form, user }: { form: PageForm; user: NonNullable<CurrentUser['user']> }) {
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
      {user.roles.some(({ targetId }) => targetId === 'recruiter') && <p>{t('dashboard.settings.delete.orders')}</p>}
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

/** Changes the name that other people see. */
export function NameSettings({ form, user }: { form: PageForm; user: NonNullable<CurrentUser['user']> }) {
  const { t } = usePage();
  const labels = { firstName: t('account.firstName'), lastName: t('account.lastName') };
  return (
    <Panel id="change-name" title={t('dashboard.settings.name.title')}>
      <AccountForm
        name="change-name"
        form={form}
        labels={labels}
        submit={t('dashboard.settings.name.submit')}
        busy={t('dashboard.settings.busy')}
      >
        <FormField
          name="firstName"
          label={labels.firstName}
          autoComplete="given-name"
          required
          defaultValue={form.values.firstName ?? user.firstName ?? ''}
          error={errorOf(form, 'firstName')}
        />
        <FormField
          name="lastName"
          label={labels.lastName}
          autoComplete="family-name"
          required
          defaultValue={form.values.lastName ?? user.lastName ?? ''}
          error={errorOf(form, 'lastName')}
        />
      </AccountForm>
    </Panel>
  );
}

/** Changes the address; the link that is sent to the new one completes it (APP-08). */
export function EmailSettings({ form, email }: { form: PageForm; email: string }) {
  const { t } = usePage();
  const labels = { email: t('dashboard.settings.email.new'), emailPassword: t('dashboard.settings.currentPassword') };
  return (
    <Panel id="change-email" title={t('dashboard.settings.email.title')}>
      <p className={styles.address}>{t('dashboard.settings.email.current', { email })}</p>
      <AccountForm
        name="change-email"
        form={form}
        labels={labels}
        submit={t('dashboard.settings.email.submit')}
        busy={t('dashboard.settings.busy')}
      >
        <FormField
          name="email"
          label={labels.email}
          help={t('dashboard.settings.email.help')}
          type="email"
          autoComplete="email"
          required
          defaultValue={form.values.email}
          error={errorOf(form, 'email')}
        />
        <PasswordField
          name="emailPassword"
          label={labels.emailPassword}
          help={t('dashboard.settings.passwordHelp')}
          autoComplete="current-password"
          required
          error={errorOf(form, 'emailPassword')}
        />
      </AccountForm>
    </Panel>
  );
}

/** Changes the language of emails to one of the site's languages. */
export function LanguageSettings({ form, language }: { form: PageForm; language: string }) {
  const { t, locale } = usePage();
  const label = t('dashboard.settings.language.label');
  return (
    <Panel id="change-language" title={t('dashboard.settings.language.title')}>
      <p>{t('dashboard.settings.language.text')}</p>
      <AccountForm
        name="change-language"
        form={form}
        labels={{ language: label }}
        kind="secondary"
        submit={t('dashboard.settings.language.submit')}
        busy={t('dashboard.settings.busy')}
      >
        <SelectField
          id={fieldId('language')}
          name="language"
          label={label}
          options={languagesOf(useSite()).map((code) => [code, languageName(code, locale)])}
          defaultValue={form.values.language ?? language}
        />
      </AccountForm>
    </Panel>
  );
}

/** Changes the password (APP-08). */
export function PasswordSettings({ form }: { form: PageForm }) {
  const { t } = usePage();
  const labels = {
    currentPassword: t('dashboard.settings.currentPassword'),
    newPassword: t('account.reset.newPassword'),
  };
  return (
    <Panel id="change-password" title={t('account.password')}>
      <AccountForm
        name="change-password"
        form={form}
        labels={labels}
        submit={t('dashboard.settings.password.submit')}
        busy={t('dashboard.settings.busy')}
      >
        <PasswordField
          name="currentPassword"
          label={labels.currentPassword}
          autoComplete="current-password"
          required
          error={errorOf(form, 'currentPassword')}
        />
        <NewPasswordField form={form} name="newPassword" label={labels.newPassword} />
      </AccountForm>
    </Panel>
  );
}

/**
 * The services to which an account is connected, and the ones to which it can be connected (AUTH-08). `form`
 * disconnects one.
 */
export function SocialSettings({ form, identities }: { form: PageForm; identities: IdentitiesQuery['identities'] }) {
  const { t, href } = usePage();
  const { providers } = useSite().socialLogin;
  const free = providers.filter((id) => identities.every(({ provider }) => provider !== id));
  if (identities.length + free.length === 0) return null;
  const callbackUrl = href(`${SETTINGS_PATH}?notice=identity-linked`);
  return (
    <Panel id="unlink-identity" title={t('social.settings')}>
      <Column as="ul" gap={4} className={socialStyles.connections}>
        {identities.map(({ provider, removable }) => (
          <li key={provider}>
            <p>{t('social.connected', { provider: nameOf(provider) })}</p>
            {removable ? (
              <AccountForm
                name="unlink-identity"
                form={form}
                labels={{}}
                kind="secondary"
                submit={t('social.disconnect', { provider: nameOf(provider) })}
                busy={t('dashboard.settings.busy')}
              >
                <input type="hidden" name="provider" value={provider} />
              </AccountForm>
            ) : (
              <p className={socialStyles.note}>{t('social.lastWayIn')}</p>
            )}
          </li>
        ))}
        {free.map((provider) => (
          <li key={provider}>
            <SocialForm provider={provider} csrf={form.csrf} fields={{ callbackUrl, link: 'on' }}>
              {t('social.connect', { provider: nameOf(provider) })}
            </SocialForm>
          </li>
        ))}
      </Column>
    </Panel>
  );
}

function nameOf(provider: string): string {
  return isSocialProvider(provider) ? SOCIAL_PROVIDERS[provider] : provider;
}
