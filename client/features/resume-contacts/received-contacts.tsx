import type { ReceivedContactFragment } from '#contract/generated/operations.js';
import { Button } from '../../components/ui/buttons/button';
import { FormIdentity } from '../../components/ui/forms/hidden-fields';
import { Tag } from '../../components/ui/tag';
import { formatDate, formatTime } from '../../lib/format';
import { usePage } from '../../lib/page-context';
import type { PageForm } from '../../lib/page-form';
import { ContactMessages } from './contact-messages';
import styles from './resume-contacts.module.css';

/** The forms of the page, by what they do. */
export const RECEIVED_FORMS = ['approve', 'refuse', 'revoke', 'block', 'unblock', 'write'] as const;
export type ReceivedForms = Record<(typeof RECEIVED_FORMS)[number], PageForm>;

interface ReceivedContactsProps {
  requests: readonly ReceivedContactFragment[];
  forms: ReceivedForms;
}

/** Contact requests with their reasons, and the actions of the resume's owner for each. */
export function ReceivedContacts({ requests, forms }: ReceivedContactsProps) {
  return (
    <ul className={styles.list}>
      {requests.map((request) => (
        <ReceivedContact key={request.id} request={request} forms={forms} />
      ))}
    </ul>
  );
}

function ReceivedContact({
  request,
  forms,
}: Pick<ReceivedContactsProps, 'forms'> & { request: ReceivedContactFragment }) {
  const { t, href, locale, site } = usePage();
  const { id, organization, organizationUrl, by, message, state, created, lapses, isBlocked, messages } = request;
  const date = (iso: string) => formatDate(iso, locale, site.timeZone);
  const facts = [
    by && t('contacts.received.by', { name: by }),
    t('contacts.received.at', { date: date(created) }),
    state === 'pending' && t('contacts.received.lapses', { date: date(lapses) }),
  ];
  return (
    <li id={`contact-${id}`} data-contact-request={state}>
      <h3>{organizationUrl ? <a href={href(organizationUrl.path)}>{organization.name}</a> : organization.name}</h3>
      <p className={styles.soft}>
        <Tag>{t(`contacts.state.${state}`)}</Tag> {facts.filter(Boolean).join(' · ')}
      </p>
      <p className={styles.quoted}>{message}</p>
      {state === 'pending' && (
        <>
          <p>{t('contacts.received.shown', { organization: organization.name })}</p>
          <div className={styles.actions}>
            <OneButton id={id} form={forms.approve} text={t('contacts.received.approve')} />
            <OneButton id={id} form={forms.refuse} text={t('contacts.received.refuse')} kind="secondary" />
          </div>
        </>
      )}
      {state === 'approved' && <Views request={request} />}
      <ContactMessages
        id={id}
        messages={messages}
        side="applicant"
        form={state === 'approved' ? forms.write : undefined}
      />
      {state === 'approved' && (
        <div>
          <OneButton id={id} form={forms.revoke} text={t('contacts.received.revoke')} kind="secondary" />
        </div>
      )}
      {!isBlocked && (
        <details className={styles.more}>
          <summary>{t('contacts.received.block', { organization: organization.name })}</summary>
          <p>{t('contacts.received.blockText')}</p>
          <OneButton id={id} form={forms.block} text={t('contacts.received.blockSubmit')} kind="danger" />
        </details>
      )}
    </li>
  );
}

function Views({ request: { views, viewCount } }: { request: ReceivedContactFragment }) {
  const { t, locale, site } = usePage();
  if (viewCount === 0) return <p className={styles.soft}>{t('contacts.received.notViewed')}</p>;
  return (
    <details className={styles.more} data-contact-views={viewCount}>
      <summary>{t('contacts.received.views', { count: viewCount })}</summary>
      <ul>
        {views.map(({ at, by }) => (
          <li key={at + by} className={styles.soft}>
            {by} · <time dateTime={at}>{formatTime(at, locale, site.timeZone)}</time>
          </li>
        ))}
      </ul>
    </details>
  );
}

interface OneButtonProps {
  id: string;
  form: PageForm;
  text: string;
  kind?: 'secondary' | 'danger';
}

function OneButton({ id, form, text, kind }: OneButtonProps) {
  return (
    <form method="post" action={form.action} data-contact-action={form.part}>
      <FormIdentity form={form} />
      <input type="hidden" name="contact" value={id} />
      <Button kind={kind}>{text}</Button>
    </form>
  );
}

/** Organizations that cannot send requests. */
export function BlockedOrganizations({
  blocked,
  form,
}: {
  blocked: readonly { id: string; name: string }[];
  form: PageForm;
}) {
  const { t } = usePage();
  return (
    <ul className={styles.list}>
      {blocked.map(({ id, name }) => (
        <li key={id} data-blocked={id}>
          <h3>{name}</h3>
          <form method="post" action={form.action} data-contact-action="unblock">
            <FormIdentity form={form} />
            <input type="hidden" name="organization" value={id} />
            <Button kind="secondary" aria-label={t('contacts.received.unblockNamed', { organization: name })}>
              {t('contacts.received.unblock')}
            </Button>
          </form>
        </li>
      ))}
    </ul>
  );
}
