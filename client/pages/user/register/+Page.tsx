import { isInvited } from '#contract/accounts/account-links.js';
import { CONSENT_GIVEN } from '#contract/accounts/account-forms.js';
import { Alert, DangerAlert } from '../../../components/ui/feedback/alert';
import { AccountFrame, LoginLink } from '../../../features/account/account-page';
import { SocialButtons } from '../../../features/account/social/social-buttons';
import { usePage, useSite } from '../../../lib/page-context';
import { Column } from '../../../components/ui/containers/container';
import { Honeypot } from '../../../components/ui/forms/hidden-fields';
import { FormField, FormCheckbox } from '../../../components/ui/forms/form-field';
import type { PageForm } from '../../../lib/page-form';
import type { ConsentTextResult } from '../../../lib/user/load-consents.server';
import { AccountForm, errorOf } from '../../../features/account/account-form';
import styles from '../../../features/account/account.module.css';
import { CaptchaField } from '../../../features/account/captcha/captcha-field';
import { NewPasswordField } from '../../../features/account/password-forms';
import type { RegisteredRole } from '../../../features/account/roles';
import { Prose } from '../../../components/ui/prose';
import { ConsentLabel } from '../../../features/account/consents/consent-form';
import consentStyles from '../../../features/account/consents/consents.module.css';
import type { RegistrationPageData } from './+load.server';

const ROLES: readonly RegisteredRole[] = ['applicant', 'recruiter'];

export function Page({ data: { form, query, role, consent } }: { data: RegistrationPageData }) {
  const { t } = usePage();
  const { readOnly } = useSite().features;
  return (
    <AccountFrame
      title={t(`account.register.title.${role ?? 'any'}`)}
      intro={t(`account.register.intro.${role ?? 'any'}`)}
    >
      {readOnly ? (
        <Alert kind="warn">{t('maintenance.change')}</Alert>
      ) : (
        <WaysIn form={form} query={query} role={role} consent={consent} />
      )}
    </AccountFrame>
  );
}

function WaysIn({ form, query, role, consent }: Pick<RegistrationPageData, 'form' | 'query' | 'role' | 'consent'>) {
  const shownRevision = consent.kind === 'shown' ? consent.text.revisionId : undefined;
  return (
    <>
      {role ? <RegistrationForm form={form} role={role} consent={consent} /> : <RoleChoice query={query} />}
      {role && <SocialButtons csrf={form.csrf} query={query} role={role} shownRevision={shownRevision} />}
      <LoginLink query={query} />
    </>
  );
}

/** Only what an account requires; other data is requested when it is needed (AUTH-11). */
function RegistrationForm({
  form,
  role,
  consent,
}: {
  form: PageForm;
  role: RegisteredRole;
  consent: ConsentTextResult;
}) {
  const { t } = usePage();
  const { features } = useSite();
  const labels = {
    firstName: t('account.firstName'),
    lastName: t('account.lastName'),
    organizationName: t('account.organizationName'),
    email: t('account.email'),
    password: t('account.password'),
    consent: t('account.consent.label'),
    captcha: t('account.captcha'),
  };
  const text = (name: 'firstName' | 'lastName' | 'organizationName' | 'email') => ({
    name,
    label: labels[name],
    defaultValue: form.values[name],
    error: errorOf(form, name),
  });
  return (
    <AccountForm
      name="register"
      form={form}
      labels={labels}
      submit={t('account.register.submit')}
      busy={t('account.register.busy')}
    >
      <div className={styles.pair}>
        <FormField {...text('firstName')} autoComplete="given-name" required maxLength={100} />
        <FormField {...text('lastName')} autoComplete="family-name" required maxLength={100} />
      </div>
      {role === 'recruiter' && !isInvited(new URLSearchParams(form.action.split('?')[1]).get('destination')) && (
        <FormField
          {...text('organizationName')}
          help={t('account.register.organizationHelp')}
          autoComplete="organization"
          required
          maxLength={200}
        />
      )}
      <FormField
        {...text('email')}
        help={t(`account.register.emailHelp.${role}`)}
        type="email"
        autoComplete="username"
        required
      />
      <NewPasswordField form={form} name="password" label={labels.password} />
      <RegistrationConsent consent={consent} form={form} />
      {features.registrationCaptcha && (
        <>
          <Honeypot />
          <CaptchaField />
        </>
      )}
    </AccountForm>
  );
}

/** Choice of the role to register for, on sites with both roles. */
function RoleChoice({ query }: { query: string }) {
  const { t, href } = usePage();
  return (
    <Column as="ul" gap={3}>
      {ROLES.map((role) => (
        <li key={role}>
          <a className={styles.role} href={href(`/user/register/${role}${query}`)}>
            <strong>{t(`account.register.as.${role}`)}</strong>
            <span>{t(`account.register.intro.${role}`)}</span>
          </a>
        </li>
      ))}
    </Column>
  );
}

/**
 * The text that a user accepts by registering (AUTH-11). A checkbox that was ticked for another text is cleared. If the
 * text changes while the form is open, a script replaces it (`forms/start-account-form.ts`).
 */
function RegistrationConsent({ consent, form }: { consent: ConsentTextResult; form: PageForm }) {
  const { t, locale } = usePage();
  const error = errorOf(form, 'consent');
  return (
    <Column gap={3} data-registration-consent>
      {consent.kind === 'failed' && (
        <DangerAlert address={form.action}>
          <p>{t('account.consent.failed')}</p>
        </DangerAlert>
      )}
      {consent.kind === 'shown' && (
        <section className={consentStyles.text} aria-label={t('account.consent.textLabel')}>
          <Prose html={consent.text.html} lang={locale} />
        </section>
      )}
      <ShownConsentFields consent={consent} />
      <FormCheckbox
        name="consent"
        value={CONSENT_GIVEN}
        label={<ConsentLabel />}
        required
        defaultChecked={form.values.consent === CONSENT_GIVEN && error === undefined}
        error={error}
      />
    </Column>
  );
}

/** The displayed text, sent along with a form; the ids are those of the backend. */
function ShownConsentFields({ consent }: { consent: ConsentTextResult }) {
  if (consent.kind !== 'shown') return null;
  const { infoId, revisionId } = consent.text;
  return (
    <>
      <input type="hidden" name="consentInfoId" value={infoId} />
      {revisionId && <input type="hidden" name="consentRevisionId" value={revisionId} />}
    </>
  );
}
