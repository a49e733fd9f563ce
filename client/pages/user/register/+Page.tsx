import { Alert } from '../../../components/ui/feedback/alert';
import { AccountFrame } from '../../../features/account/account-frame';
import { RegistrationForm, RoleChoice } from '../../../features/account/registration-form';
import { SocialButtons } from '../../../features/account/social/social-buttons';
import { LoginLink } from '../../../features/account/session/login-link';
import { usePage } from '../../../lib/page-context';
import { useSite } from '../../../lib/site-context';
import type { RegistrationPageData } from './+load.server';

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
