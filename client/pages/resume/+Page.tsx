import { CONTACT_LAPSE_DAYS } from '#contract/contact-requests.js';
import type { ContactOfferOnResumeFragment } from '#contract/generated/operations.js';
import { CONTACT_CREDITS_PATH, CONTACT_PATH, OWN_ORGANIZATION_PATH } from '#contract/pages/paths.js';
import { Breadcrumb } from '../../components/ui/navigation/breadcrumb';
import { Container, Column } from '../../components/ui/containers/container';
import { JobList } from '../../features/jobs/list/job-list';
import { PersonalShown, PersonalWithheld } from '../../features/resumes/detail/personal';
import { ResumeView } from '../../features/resumes/detail/resume-view';
import { Gate, type GateData } from '../../features/resumes/resume-gate';
import { usePage, useSite } from '../../lib/page-context';
import { Alert } from '../../components/ui/feedback/alert';
import { Button, ButtonLink } from '../../components/ui/buttons/button';
import { FormErrors } from '../../components/ui/forms/form-errors';
import { FormIdentity } from '../../components/ui/forms/hidden-fields';
import { formatDate } from '../../lib/format';
import type { PageForm } from '../../lib/page-form';
import { ToProducts } from '../../features/resume-contacts/contact-panels';
import { MessageField } from '../../features/resume-contacts/contact-messages';
import styles from '../../features/resume-contacts/resume-contacts.module.css';
import type { ResumePageData } from './+load.server';

export function Page({ data }: { data: ResumePageData | GateData }) {
  const { t } = usePage();
  const { readOnly } = useSite().features;
  if ('gate' in data) return <Gate reason={data.gate} destination={data.destination} />;
  const { resume, results, access, contact, fitting } = data;
  const trail = [
    { name: t('layout.home'), path: '/' },
    { name: t(results.includes('?') ? 'resume.back' : 'resumes.title'), path: results },
    { name: resume.jobPreferences.title ?? t('resume.untitled'), path: resume.url.path },
  ];
  return (
    <Container narrow>
      <Breadcrumb trail={trail} />
      <ResumeView
        resume={resume}
        personal={
          resume.privateFieldsShown ? (
            <PersonalShown fields={resume.personalInfo} byContact={contact?.offer.request?.state === 'approved'} />
          ) : (
            <PersonalWithheld access={access} />
          )
        }
      />
      {contact && !readOnly && <AskForContact {...contact} />}
      {fitting.length > 0 && (
        <Column as="section" gap={4} aria-labelledby="fitting" data-fitting-jobs>
          <h2 id="fitting">{t('resume.fittingJobs')}</h2>
          <JobList jobs={fitting} level={3} brief columns />
        </Column>
      )}
    </Container>
  );
}

type Offer = ContactOfferOnResumeFragment;

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
function AskForContact({ offer, form, formKey, isDone }: AskForContactProps) {
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
