import { DASHBOARD_PATH } from '#contract/pages/paths.js';
import { Alert, DangerAlert } from '../../../components/ui/feedback/alert';
import { ButtonLink } from '../../../components/ui/buttons/button';
import { AccountFrame } from '../../../features/account/account-page';
import { SocialButtons } from '../../../features/account/social/social-buttons';
import { usePage, useSite } from '../../../lib/page-context';
import { FormField, PasswordField } from '../../../components/ui/forms/form-field';
import type { PageForm } from '../../../lib/page-form';
import { AccountForm, errorOf } from '../../../features/account/account-form';
import styles from '../../../features/account/account.module.css';
import { rolesOf } from '../../../features/account/roles';
import type { LoginPageData } from './+load.server';

export function Page({ data: { form, query, failed, notice, user, next, isForJobs } }: { data: LoginPageData }) {
  const { t, href } = usePage();
  const { readOnly } = useSite().features;
  const failure = failed && (
    <DangerAlert address={href(`/user/login${query}`)}>
      <p>{t(`account.error.${failed}.text`)}</p>
    </DangerAlert>
  );
  if (user)
    return (
      <AccountFrame title={t('account.login.title')} intro={t('account.login.already', { name: user })}>
        {failed !== 'SessionRequired' && failure}
        {next ? (
          <ButtonLink href={next}>{t('account.login.next')}</ButtonLink>
        ) : (
          <ButtonLink href={href(DASHBOARD_PATH)}>{t('account.login.goOn')}</ButtonLink>
        )}
      </AccountFrame>
    );
  return (
    <AccountFrame
      title={t('account.login.title')}
      intro={t(isForJobs ? 'account.login.introForJobs' : 'account.login.intro')}
    >
      {notice && <Alert passing>{t(`account.login.notice.${notice}`)}</Alert>}
      {failure}
      <LoginForm form={form} query={query} />
      {!readOnly && <SocialButtons csrf={form.csrf} query={query} />}
      {!readOnly && <RegistrationLinks query={query} />}
    </AccountFrame>
  );
}

/** Login with email and password (AUTH-03). `query` is passed on by the links to other pages. */
function LoginForm({ form, query }: { form: PageForm; query: string }) {
  const { t, href } = usePage();
  const { readOnly } = useSite().features;
  if (readOnly) return <Alert kind="warn">{t('maintenance.login')}</Alert>;
  const labels = { email: t('account.email'), password: t('account.password') };
  return (
    <AccountForm
      name="login"
      form={form}
      labels={labels}
      submit={t('account.login.submit')}
      busy={t('account.login.busy')}
    >
      <FormField
        name="email"
        label={labels.email}
        type="email"
        autoComplete="username"
        required
        defaultValue={form.values.email}
        error={errorOf(form, 'email')}
      />
      <PasswordField
        name="password"
        label={labels.password}
        autoComplete="current-password"
        required
        error={errorOf(form, 'password')}
      />
      <p className={styles.aside}>
        <a href={href(`/user/reset-password${query}`)}>{t('account.login.forgotten')}</a>
      </p>
    </AccountForm>
  );
}

/**
 * Links to registration: one for each role, or a single one if the site has only one role (ROLE-03); nothing if it has
 * none.
 */
function RegistrationLinks({ query }: { query: string }) {
  const { t, href } = usePage();
  const roles = rolesOf(useSite().features);
  if (roles.length === 0) return null;
  return (
    <section className={styles.more} aria-labelledby="no-account">
      <h2 id="no-account">{t('account.login.noAccount')}</h2>
      <div className={styles.ways}>
        {roles.map((role) => (
          <ButtonLink key={role} kind="secondary" href={href(`/user/register/${role}${query}`)}>
            {t(roles.length === 1 ? 'account.register.link' : `account.register.as.${role}`)}
          </ButtonLink>
        ))}
      </div>
    </section>
  );
}
