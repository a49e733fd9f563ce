import { CONTACT_LAPSE_DAYS } from '#contract/contact-requests.js';
import { OWN_CONTACTS_PATH, OWN_RESUME_PATH } from '#contract/pages/paths.js';
import { OwnPage } from '../../../components/layouts/own-page';
import { Column } from '../../../components/ui/containers/container';
import { Alert } from '../../../components/ui/feedback/alert';
import { FormErrors } from '../../../components/ui/forms/form-errors';
import { Panel } from '../../../components/ui/containers/panel';
import { BlockedOrganizations, ReceivedContacts } from '../../../features/resume-contacts/received-contacts';
import { usePage } from '../../../lib/page-context';
import type { ReceivedContactsData } from './+load.server';

export function Page({ data: { received, forms, notice } }: { data: ReceivedContactsData }) {
  const { t } = usePage();
  const { requests, blocked } = received;
  const errors = Object.values(forms).flatMap((form) => form.errors.filter(({ field }) => field === null));
  return (
    <OwnPage
      title={t('contacts.received.title')}
      trail={[
        { name: t('resume.own.title'), path: OWN_RESUME_PATH },
        { name: t('contacts.received.title'), path: OWN_CONTACTS_PATH },
      ]}
      intro={<p>{t('contacts.received.intro', { days: CONTACT_LAPSE_DAYS })}</p>}
      narrow
    >
      {notice && (
        <div role="status">
          <Alert kind="good" passing>
            {t(`contacts.received.notice.${notice}`)}
          </Alert>
        </div>
      )}
      <FormErrors errors={errors} labels={{}} address={forms.approve.action} />
      {requests.length > 0 ? (
        <Column as="section" gap={4} aria-labelledby="requests">
          <h2 id="requests">{t('contacts.received.requests')}</h2>
          <ReceivedContacts requests={requests} forms={forms} />
        </Column>
      ) : (
        <Panel id="none" title={t('contacts.received.none')}>
          <p>{t('contacts.received.noneText')}</p>
        </Panel>
      )}
      {blocked.length > 0 && (
        <Column as="section" gap={4} aria-labelledby="blocked">
          <h2 id="blocked">{t('contacts.received.blocked')}</h2>
          <BlockedOrganizations blocked={blocked} form={forms.unblock} />
        </Column>
      )}
    </OwnPage>
  );
}
