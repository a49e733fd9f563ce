import { isInvited } from '#contract/accounts/invited.js';
import { Column } from '../../components/ui/containers/column';
import { Honeypot } from '../../components/ui/forms/honeypot';
import { FormField } from '../../components/ui/forms/form-field';
import { usePage } from '../../lib/page-context';
import type { PageForm } from '../../lib/page-form';
import { useSite } from '../../lib/site-context';
import type { ConsentTextResult } from '../../lib/user/load-consents.server';
import { AccountForm, errorOf } from './account-form';
import styles from './account.module.css';
import { CaptchaField } from './captcha/captcha-field';
import { RegistrationConsent } from './consents/registration-consent';
import { NewPasswordField } from './new-password-field';
import type { RegisteredRole } from './roles';

/** Only what an account requires; other data is requested when it is needed (AUTH-11). */
export function RegistrationForm({
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

const ROLES: readonly RegisteredRole[] = ['applicant', 'recruiter'];

/** Choice of the role to register for, on sites with both roles. */
export function RoleChoice({ query }: { query: string }) {
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
