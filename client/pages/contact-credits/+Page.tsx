import { CONTACT_LAPSE_DAYS, CONTACT_FILTERS } from '#contract/contact-requests.js';
import { CONTACT_CREDITS_PATH, CONTACT_PATH, RESUMES_PATH } from '#contract/pages/paths.js';
import { OwnPage } from '../../components/layouts/own-page';
import { ButtonLink } from '../../components/ui/buttons/button';
import { Column } from '../../components/ui/containers/column';
import { Alert } from '../../components/ui/feedback/alert';
import { FormErrors } from '../../components/ui/forms/form-errors';
import { Pagination } from '../../components/ui/navigation/pagination';
import { Panel } from '../../components/ui/containers/panel';
import { ContactBalance } from '../../features/resume-contacts/contact-balance';
import styles from '../../features/resume-contacts/resume-contacts.module.css';
import { ToProducts } from '../../features/resume-contacts/to-products';
import { SentContacts } from '../../features/resume-contacts/sent-contacts';
import { usePage } from '../../lib/page-context';
import { useUser } from '../../lib/user/user-context';
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
