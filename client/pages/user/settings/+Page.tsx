import { LINK_HOURS } from '#contract/accounts/account-links.js';
import { DIGEST_HOURS, DIGEST_WAIT_DAYS } from '#contract/applications/recruiting-rules.js';
import type { RecruitingMailsQuery, OwnMembersQuery } from '#contract/generated/operations.js';
import { FORM_FIELD } from '#contract/applications/sent-form.js';
import { OwnPage } from '../../../components/layouts/own-page';
import { Alert } from '../../../components/ui/feedback/alert';
import {
  DeletionSettings,
  ExportSettings,
  SessionSettings,
  EmailSettings,
  LanguageSettings,
  NameSettings,
  PasswordSettings,
  SocialSettings,
} from '../../../features/account/settings/account-settings';
import { usePage } from '../../../lib/page-context';
import { Button } from '../../../components/ui/buttons/button';
import { Column } from '../../../components/ui/containers/container';
import { colonOf, fieldId } from '../../../components/ui/forms/field-labels';
import { FormErrors } from '../../../components/ui/forms/form-errors';
import { FormCheckbox } from '../../../components/ui/forms/form-field';
import { FormIdentity } from '../../../components/ui/forms/hidden-fields';
import { Panel } from '../../../components/ui/containers/panel';
import { formatNumber } from '../../../lib/format';
import type { PageForm } from '../../../lib/page-form';
import styles from '../../../features/account/account.module.css';
import { SelectField } from '../../../components/ui/forms/field';
import { useUser } from '../../../lib/user/user-context';
import { AccountForm } from '../../../features/account/account-form';
import type { SettingsData } from './+load.server';

const FREQUENCIES = ['weekly', 'daily', 'off'] as const;

export function Page({
  data: { currentUser, identities, members, mails, language, forms, notice },
}: {
  data: SettingsData;
}) {
  const { t } = usePage();
  return (
    <OwnPage title={t('dashboard.settings.title')} intro={<p>{t('dashboard.settings.intro')}</p>} narrow>
      {notice && (
        <div role="status">
          <Alert kind="good" passing>
            {t(`dashboard.settings.notice.${notice}`, { hours: LINK_HOURS['change-email'] })}
          </Alert>
        </div>
      )}
      <OrganizationSettings form={forms['active-organization']} />
      {currentUser.masqueraded ? (
        <Alert>{t('dashboard.settings.onlyThemselves')}</Alert>
      ) : (
        <>
          <NameSettings form={forms['change-name']} user={currentUser.user!} />
          <EmailSettings form={forms['change-email']} email={currentUser.user!.email} />
          {language !== undefined && <LanguageSettings form={forms['change-language']} language={language} />}
          <PasswordSettings form={forms['change-password']} />
          <MailSettings form={forms['recruiting-mails']} mails={mails} />
          <SocialSettings form={forms['unlink-identity']} identities={identities} />
          <MemberSettings form={forms['make-owner']} members={members} />
          <SessionSettings form={forms['log-out-everywhere']} />
          <ExportSettings />
          <DeletionSettings form={forms['delete-account']} user={currentUser.user!} />
        </>
      )}
    </OwnPage>
  );
}

/** The emails that the user receives for the organizations they work for; nothing if they work for none. */
function MailSettings({ form, mails }: { form: PageForm; mails: RecruitingMailsQuery['recruitingMails'] | 'failed' }) {
  const { t, locale } = usePage();
  if (!mails) return null;
  const title = t('dashboard.settings.mails.title');
  if (mails === 'failed')
    return (
      <Panel id="recruiting-mails" title={title}>
        <Alert>{t('dashboard.settings.mails.failed')}</Alert>
      </Panel>
    );
  const isSent = form.values[FORM_FIELD] !== undefined;
  const chosen = isSent ? form.values.digest : mails.digest;
  const label = t('dashboard.settings.mails.digest');
  const hours = { from: hourText(DIGEST_HOURS.from, locale), until: hourText(DIGEST_HOURS.until, locale) };
  return (
    <Panel id="recruiting-mails" title={title}>
      <p>{t('dashboard.settings.mails.text')}</p>
      <FormErrors errors={form.errors} labels={{ digest: label }} address={form.action} />
      <Column as="form" method="post" action={form.action} gap={5} noValidate data-recruiting-mails>
        <FormIdentity form={form} />
        <FormCheckbox
          name="applications"
          value="yes"
          label={t('dashboard.settings.mails.applications')}
          help={t('dashboard.settings.mails.applicationsHelp')}
          defaultChecked={isSent ? Boolean(form.values.applications) : mails.applications}
        />
        <fieldset className={styles.choices} aria-describedby="digest-help">
          <legend>{label}</legend>
          <p id="digest-help">{t('dashboard.settings.mails.digestHelp', hours)}</p>
          {FREQUENCIES.map((frequency, index) => (
            <label key={frequency}>
              <input
                type="radio"
                name="digest"
                value={frequency}
                required
                id={index === 0 ? fieldId('digest') : undefined}
                defaultChecked={chosen === frequency}
              />
              <span>
                {t(`dashboard.settings.mails.${frequency}`, { days: formatNumber(DIGEST_WAIT_DAYS, locale) })}
              </span>
            </label>
          ))}
        </fieldset>
        <div>
          <Button kind="secondary">{t('dashboard.settings.mails.submit')}</Button>
        </div>
      </Column>
    </Panel>
  );
}

/** Formats a full hour in the locale's notation. */
function hourText(hour: number, locale: string): string {
  return new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' }).format(
    new Date(Date.UTC(2000, 0, 1, hour)),
  );
}

/** Selects the organization for which a recruiter acts; nothing if there is no choice. */
function OrganizationSettings({ form }: { form: PageForm }) {
  const { t } = usePage();
  const { user, updatableOrganizationProfiles: all } = useUser();
  if (all.length < 2) return null;
  const label = t('dashboard.settings.organization.label');
  return (
    <Panel id="active-organization" title={t('dashboard.settings.organization.title')}>
      <p>{t('dashboard.settings.organization.text')}</p>
      <AccountForm
        name="active-organization"
        form={form}
        labels={{ organizationId: label }}
        submit={t('dashboard.settings.organization.submit')}
        busy={t('dashboard.settings.busy')}
      >
        <SelectField
          name="organizationId"
          label={label}
          options={all.map(({ id, name }) => [id, name])}
          defaultValue={form.values.organizationId ?? user?.activeOrganization?.id}
        />
      </AccountForm>
    </Panel>
  );
}

type Member = OwnMembersQuery['ownMembers'][number];

/**
 * The members of the organizations that the user owns; lets the user make a member an owner too. Nothing if there are
 * no other members.
 */
function MemberSettings({ form, members }: { form: PageForm; members: readonly Member[] }) {
  const { t, locale } = usePage();
  const others = members.filter(({ isOwner }) => !isOwner);
  if (others.length === 0) return null;
  const label = t('dashboard.settings.members.label');
  const nameOf = ({ name, email, organizationName }: Member) => `${name} (${email}), ${organizationName}`;
  return (
    <Panel id="make-owner" title={t('dashboard.settings.members.title')}>
      <p>{t('dashboard.settings.members.text')}</p>
      <ul className={styles.members}>
        {members.map((member) => (
          <li key={member.organizationId + member.id}>
            {nameOf(member)}
            {colonOf(locale)} {t(`dashboard.settings.members.${member.isOwner ? 'owner' : 'editor'}`)}
          </li>
        ))}
      </ul>
      <AccountForm
        name="make-owner"
        form={form}
        labels={{ newOwner: label }}
        submit={t('dashboard.settings.members.submit')}
        busy={t('dashboard.settings.busy')}
      >
        <SelectField
          id={fieldId('newOwner')}
          name="newOwner"
          label={label}
          options={others.map((member) => [`${member.organizationId} ${member.id}`, nameOf(member)])}
          defaultValue={form.values.newOwner}
        />
      </AccountForm>
    </Panel>
  );
}
