import type {
  ContactOfferFactsFragment,
  ContactCountsQuery,
  ReceivedContactsQuery,
} from '#contract/generated/operations.js';
import {
  CONTACT_PATH,
  OWN_PRODUCTS_PATH,
  productsPath,
  CONTACT_CREDITS_PATH,
  OWN_CONTACTS_PATH,
} from '#contract/pages/paths.js';
import { usePage, useSite } from '../../lib/page-context';
import { ButtonLink } from '../../components/ui/buttons/button';
import { Alert } from '../../components/ui/feedback/alert';
import { Panel } from '../../components/ui/containers/panel';
import styles from './resume-contacts.module.css';

/** An organization's balance for contact requests. */
export function ContactBalance({ offer }: { offer: ContactOfferFactsFragment }) {
  const { t } = usePage();
  const { credits, heldCredits, freeSlots } = offer;
  return (
    <ul className={styles.balance} data-contact-balance>
      <li>{t('contacts.balance.credits', { count: credits })}</li>
      {heldCredits > 0 && <li>{t('contacts.balance.held', { count: heldCredits })}</li>}
      {freeSlots > 0 && <li>{t('contacts.balance.slots', { count: freeSlots })}</li>}
    </ul>
  );
}

/** Link to buy more contacts: the product page, or the contact form if the site does not sell online. */
export function ToProducts({ destination }: { /** Page to which the buyer then returns. */ destination?: string }) {
  const { t, href } = usePage();
  const { selfService } = useSite().commerce;
  if (selfService && destination)
    return (
      <ButtonLink kind="secondary" href={href(productsPath(destination))}>
        {t('contacts.buy')}
      </ButtonLink>
    );
  return (
    <ButtonLink kind="secondary" href={href(selfService ? OWN_PRODUCTS_PATH : CONTACT_PATH)}>
      {t(selfService ? 'contacts.toMyProducts' : 'contacts.toContact')}
    </ButtonLink>
  );
}

/** On the dashboard of a recruiter. `counts` is undefined if they are currently unavailable. */
export function SentContactsPanel({ counts }: { counts: ContactCountsQuery | undefined }) {
  const { t, href } = usePage();
  const link = (state: string) => href(`${CONTACT_CREDITS_PATH}?state=${state}`);
  return (
    <Panel
      id="contacts"
      title={t('contacts.title')}
      aside={<a href={href(CONTACT_CREDITS_PATH)}>{t('contacts.panel.all')}</a>}
    >
      {!counts && <Alert kind="warn">{t('contacts.failed')}</Alert>}
      {counts && <ContactBalance offer={counts.contactOffer} />}
      {counts && counts.pending.total + counts.approved.total > 0 && (
        <p className={styles.actions}>
          <a href={link('pending')}>{t('contacts.panel.pending', { count: counts.pending.total })}</a>
          <a href={link('approved')}>{t('contacts.panel.approved', { count: counts.approved.total })}</a>
        </p>
      )}
    </Panel>
  );
}

type Received = ReceivedContactsQuery['receivedContactRequests'];

/**
 * On the dashboard of an applicant: requests that wait for an answer. `received` is undefined if they are currently
 * unavailable.
 */
export function ReceivedContactsPanel({ received }: { received: Received | undefined }) {
  const { t, href } = usePage();
  const pending = received?.requests.filter(({ state }) => state === 'pending') ?? [];
  return (
    <Panel
      id="contacts"
      title={t('contacts.received.title')}
      aside={<a href={href(OWN_CONTACTS_PATH)}>{t('contacts.panel.all')}</a>}
    >
      {!received && <Alert kind="warn">{t('contacts.failed')}</Alert>}
      {received && pending.length === 0 && <p className={styles.soft}>{t('contacts.panel.nonePending')}</p>}
      {pending.length > 0 && (
        <ul className={styles.balance}>
          {pending.map(({ id, organization }) => (
            <li key={id}>
              <a href={href(`${OWN_CONTACTS_PATH}#contact-${id}`)}>
                {t('contacts.panel.asks', { organization: organization.name })}
              </a>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
