import { CONTACT_LAPSE_DAYS, CONTACT_FILTERS } from '#contract/contact-requests.js';
import { CONTACT_CREDITS_PATH, CONTACT_PATH, RESUMES_PATH, resumePath } from '#contract/pages/paths.js';
import type { SentContactFragment } from '#contract/generated/operations.js';
import { OwnPage } from '../../components/layouts/own-page';
import { ButtonLink, Button } from '../../components/ui/buttons/button';
import { Column } from '../../components/ui/containers/container';
import { Alert } from '../../components/ui/feedback/alert';
import { FormErrors } from '../../components/ui/forms/form-errors';
import { Pagination } from '../../components/ui/navigation/pagination';
import { Panel } from '../../components/ui/containers/panel';
import { ContactBalance, ToProducts } from '../../features/resume-contacts/contact-panels';
import styles from '../../features/resume-contacts/resume-contacts.module.css';
import { usePage } from '../../lib/page-context';
import { useUser } from '../../lib/user/user-context';
import { FormIdentity } from '../../components/ui/forms/hidden-fields';
import { Tag } from '../../components/ui/tag';
import { formatDate } from '../../lib/format';
import type { PageForm } from '../../lib/page-form';
import { ContactMessages } from '../../features/resume-contacts/contact-messages';
import type { ContactCreditsData } from './+load.server';

export function Page({ data }: { data: ContactCreditsData }) {
  const { offer, requests, filter, page, pages, forms, notice } = data;
  const { t, href } = usePage();
  const { user } = useUser();
  const list = filter ? `${CONTACT_CREDITS_PATH}?state=${filter}&page=` : `${CONTACT_CREDITS_PATH}?page=`;
  const errors = [forms.revoke, forms.write].flatMap((form) => form.errors.filter(({ field }) => field === null));
  return (
    <OwnPage title={t('contacts.title')} intro={<p>{t('contacts.intro')}</p>} narrow>
      {notice && (
        <div role="status">
          <Alert kind="good" passing>
            {t(`contacts.notice.${notice}`)}
          </Alert>
        </div>
      )}
      <FormErrors errors={errors} labels={{}} address={forms.revoke.action} />
      {user && !user.isUserApprovedAndVerified && <Alert kind="warn">{t('contacts.unapproved')}</Alert>}
      <Panel id="what" title={t('contacts.what.title')}>
        <p>{t('contacts.what.text', { days: CONTACT_LAPSE_DAYS })}</p>
        <p>{t('contacts.what.private')}</p>
      </Panel>
      <Panel
        id="balance"
        title={
          offer.organization
            ? t('contacts.balance.of', { organization: offer.organization.name })
            : t('contacts.balance.title')
        }
      >
        {offer.isOffered ? <ContactBalance offer={offer} /> : <p>{t('contacts.notOffered')}</p>}
        <p className={styles.actions}>
          <ButtonLink href={href(RESUMES_PATH)}>{t('contacts.toResumes')}</ButtonLink>
          {offer.isOffered ? (
            <ToProducts />
          ) : (
            <ButtonLink kind="secondary" href={href(CONTACT_PATH)}>
              {t('contacts.toContact')}
            </ButtonLink>
          )}
        </p>
      </Panel>
      <Column as="section" gap={4} aria-labelledby="requests">
        <h2 id="requests">{t('contacts.sent.title')}</h2>
        <nav aria-label={t('contacts.filter.title')} className={styles.filters}>
          <a href={href(CONTACT_CREDITS_PATH)} aria-current={filter ? undefined : 'page'}>
            {t('contacts.filter.all')}
          </a>
          {CONTACT_FILTERS.map((code) => (
            <a
              key={code}
              href={href(`${CONTACT_CREDITS_PATH}?state=${code}`)}
              aria-current={filter === code ? 'page' : undefined}
            >
              {t(`contacts.filter.${code}`)}
            </a>
          ))}
        </nav>
        {requests.length > 0 ? (
          <SentContacts requests={requests} forms={forms} />
        ) : (
          <p className={styles.soft}>{t(filter ? 'contacts.sent.noneOfThese' : 'contacts.sent.none')}</p>
        )}
        <Pagination
          page={page}
          pages={pages}
          href={(to) => href(`${list as '/'}${to}`)}
          labels={{
            name: t('contacts.sent.pages'),
            previous: t('search.pages.previous'),
            next: t('search.pages.next'),
          }}
        />
      </Column>
    </OwnPage>
  );
}

interface SentContactsProps {
  requests: readonly SentContactFragment[];
  forms: { revoke: PageForm; write: PageForm };
}

/** The requests of an organization, with the available actions for each. */
function SentContacts({ requests, forms }: SentContactsProps) {
  return (
    <ul className={styles.list}>
      {requests.map((request) => (
        <SentContact key={request.id} request={request} forms={forms} />
      ))}
    </ul>
  );
}

function SentContact({ request, forms }: Pick<SentContactsProps, 'forms'> & { request: SentContactFragment }) {
  const { t, href, locale, site } = usePage();
  const { id, resumeId, title, state, message, by, created, lapses, usesSlot, messages } = request;
  const name = title ?? t('resume.untitled');
  const date = (iso: string) => formatDate(iso, locale, site.timeZone);
  const facts = [
    t('contacts.sent.at', { date: date(created) }),
    by && t('contacts.sent.by', { name: by }),
    state === 'pending' && t('contacts.sent.lapses', { date: date(lapses) }),
    usesSlot ? t('contacts.sent.slot') : t('contacts.sent.credit'),
  ];
  return (
    <li id={`contact-${id}`} data-contact-request={state}>
      <h3>{resumeId ? <a href={href(resumePath(resumeId))}>{name}</a> : name}</h3>
      <p className={styles.soft}>
        <Tag>{t(`contacts.state.${state}`)}</Tag> {facts.filter(Boolean).join(' · ')}
      </p>
      {!resumeId && <p className={styles.soft}>{t('contacts.sent.hidden')}</p>}
      <p className={styles.quoted}>{message}</p>
      <ContactMessages
        id={id}
        messages={messages}
        side="recruiter"
        form={state === 'approved' ? forms.write : undefined}
      />
      {(state === 'pending' || state === 'approved') && (
        <details className={styles.more}>
          <summary>{t(`contacts.sent.revoke.${state}`)}</summary>
          <form method="post" action={forms.revoke.action} data-contact-revoke>
            <FormIdentity form={forms.revoke} />
            <input type="hidden" name="contact" value={id} />
            <p>{t(`contacts.sent.revokeText.${state}`)}</p>
            <Button kind="danger">{t(`contacts.sent.revoke.${state}`)}</Button>
          </form>
        </details>
      )}
    </li>
  );
}
