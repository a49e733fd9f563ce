import { AccountForm } from '../../../features/account/account-form';
import { AccountFrame, LoginLink } from '../../../features/account/account-page';
import { usePage } from '../../../lib/page-context';
import type { LinkIdentityPageData } from './+load.server';

/** Requires a button in addition to the link, because programs that scan mails follow links. */
export function Page({ data: { form, query, hasLink } }: { data: LinkIdentityPageData }) {
  const { t } = usePage();
  return (
    <AccountFrame title={t('social.link.title')} intro={t(hasLink ? 'social.link.intro' : 'social.link.noLink')}>
      {hasLink ? (
        <AccountForm
          name="link-identity"
          form={form}
          labels={{}}
          submit={t('social.link.submit')}
          busy={t('social.link.busy')}
        />
      ) : (
        <LoginLink query={query} />
      )}
    </AccountFrame>
  );
}
