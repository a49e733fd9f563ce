import { CONTACT_LAPSE_DAYS } from '#contract/contact-requests.js';
import type { ContactOfferForResumeQuery } from '#contract/generated/operations.js';
import { CONTACT_CREDITS_PATH, CONTACT_PATH, OWN_ORGANIZATION_PATH } from '#contract/pages/paths.js';
import { Alert } from '../../components/ui/feedback/alert';
import { Button, ButtonLink } from '../../components/ui/buttons/button';
import { Column } from '../../components/ui/containers/column';
import { FormErrors } from '../../components/ui/forms/form-errors';
import { FormIdentity } from '../../components/ui/forms/form-identity';
import { formatDate } from '../../lib/format';
import { usePage } from '../../lib/page-context';
import type { PageForm } from '../../lib/page-form';
import { ToProducts } from './to-products';
import { MessageField } from './message-field';
import styles from './resume-contacts.module.css';

type Offer = ContactOfferForResumeQuery['contactOffer'];

interface AskForContactProps {
  offer: Offer;
  form: PageForm;
  /** Idempotency key of the form: sent twice, it creates one request. */
  formKey: string;
  /** Whether the request has just been sent. */
  isDone: boolean;
}

/**
 * On a resume: the state of the organization's contact request, or the form for one, with its cost and the available
 * balance before the button.
 */
export function AskForContact({ offer, form, formKey, isDone }: AskForContactProps) {
  const { t, href } = usePage();
  const { request, organization } = offer;
  const isOpen = request?.state === 'pending' || request?.state === 'approved';
  return (
    <section className={styles.ask} aria-labelledby="ask" data-contact>
      <h2 id="ask">{t('contacts.ask.title')}</h2>
      {isDone && (
        <div role="status">
          <Alert kind="good" passing>
            {t('contacts.ask.sent')}
          </Alert>
        </div>
      )}
      {request && <RequestState request={request} />}
      {isOpen ? (
        <p>
          <a href={href(CONTACT_CREDITS_PATH)}>{t('contacts.ask.toContacts')}</a>
        </p>
      ) : organization ? (
        <ContactForm offer={offer} form={form} formKey={formKey} />
      ) : (
        <p>
          <a href={href(OWN_ORGANIZATION_PATH)}>{t('contacts.ask.noOrganization')}</a>
        </p>
      )}
    </section>
  );
}

function RequestState({ request }: { request: NonNullable<Offer['request']> }) {
  const { t, locale, site } = usePage();
  const { state, lapses, created } = request;
  return (
    <p data-contact-state={state}>
      {t(`contacts.ask.state.${state}`, {
        date: formatDate(state === 'pending' ? lapses : created, locale, site.timeZone),
      })}
    </p>
  );
}

function ContactForm({ offer, form, formKey }: Omit<AskForContactProps, 'isDone'>) {
  const { t, href, path } = usePage();
  const { credits, freeSlots, isOffered } = offer;
  if (!isOffered)
    return (
      <>
        <p>{t('contacts.notOffered')}</p>
        <ButtonLink kind="secondary" href={href(CONTACT_PATH)}>
          {t('contacts.toContact')}
        </ButtonLink>
      </>
    );
  if (credits + freeSlots === 0)
    return (
      <>
        <FormErrors errors={form.errors} labels={{}} address={form.action} />
        <p data-contact-balance>{t('contacts.ask.nothingLeft')}</p>
        <ToProducts destination={href(path)} />
      </>
    );
  const errors = form.errors.filter(({ field }) => field === null);
  return (
    <Column as="form" method="post" action={form.action} noValidate gap={3} data-contact-ask>
      <FormErrors errors={errors} labels={{}} address={form.action} />
      <FormIdentity form={form} />
      <input type="hidden" name="key" value={formKey} />
      <p>{t('contacts.ask.text', { days: CONTACT_LAPSE_DAYS })}</p>
      <MessageField
        id="contact-message"
        label={t('contacts.ask.message')}
        help="contacts.ask.messageHelp"
        form={form}
      />
      <p data-contact-balance>
        {freeSlots > 0
          ? t('contacts.ask.costsSlot', { count: freeSlots })
          : t('contacts.ask.costsCredit', { count: credits })}{' '}
        {t('contacts.ask.givenBack', { days: CONTACT_LAPSE_DAYS })}
      </p>
      <div>
        <Button>{t('contacts.ask.submit')}</Button>
      </div>
    </Column>
  );
}
