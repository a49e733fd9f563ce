import { DASHBOARD_PATH } from '#contract/pages/paths.js';
import { Alert, DangerAlert } from '../../../components/ui/feedback/alert';
import { ButtonLink } from '../../../components/ui/buttons/button';
import { AccountFrame } from '../../../features/account/account-frame';
import { LoginForm, RegistrationLinks } from '../../../features/account/login-form';
import { SocialButtons } from '../../../features/account/social/social-buttons';
import { usePage } from '../../../lib/page-context';
import { useSite } from '../../../lib/site-context';
import type { LoginPageData } from './+load.server';

export function Page({ data: { form, query, failed, notice, user, isForJobs } }: { data: LoginPageData }) {
  const { t, href } = usePage();
  const { readOnly } = useSite().features;
  if (user)
    return (
      <AccountFrame title={t('account.login.title')} intro={t('account.login.already', { name: user })}>
        <ButtonLink href={href(DASHBOARD_PATH)}>{t('account.login.goOn')}</ButtonLink>
      </AccountFrame>
    );
  return (
    <AccountFrame
      title={t('account.login.title')}
      intro={t(isForJobs ? 'account.login.introForJobs' : 'account.login.intro')}
    >
      {notice && <Alert passing>{t(`account.login.notice.${notice}`)}</Alert>}
      {failed && (
        <DangerAlert address={href(`/user/login${query}`)}>
          <p>{t(`account.error.${failed}.text`)}</p>
        </DangerAlert>
      )}
      <LoginForm form={form} query={query} />
      {!readOnly && <SocialButtons csrf={form.csrf} query={query} />}
      {!readOnly && <RegistrationLinks query={query} />}
    </AccountFrame>
  );
}
