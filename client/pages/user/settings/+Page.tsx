import { LINK_HOURS } from '#contract/accounts/link-lifetimes.js';
import { OwnPage } from '../../../components/layouts/own-page';
import { Alert } from '../../../components/ui/feedback/alert';
import { DeletionSettings, ExportSettings, SessionSettings } from '../../../features/account/settings/data-settings';
import { EmailSettings, PasswordSettings } from '../../../features/account/settings/email-settings';
import { MemberSettings, OrganizationSettings } from '../../../features/account/settings/organization-settings';
import { MailSettings } from '../../../features/account/settings/mail-settings';
import { SocialSettings } from '../../../features/account/settings/social-settings';
import { usePage } from '../../../lib/page-context';
import type { SettingsData } from './+load.server';

export function Page({ data: { currentUser, identities, members, mails, forms, notice } }: { data: SettingsData }) {
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
          <EmailSettings form={forms['change-email']} email={currentUser.user!.email} />
          <PasswordSettings form={forms['change-password']} />
          <MailSettings form={forms['recruiting-mails']} mails={mails} />
          <SocialSettings form={forms['unlink-identity']} identities={identities} />
          <MemberSettings form={forms['make-owner']} members={members} />
          <SessionSettings form={forms['log-out-everywhere']} />
          <ExportSettings />
          <DeletionSettings form={forms['delete-account']} />
        </>
      )}
    </OwnPage>
  );
}
