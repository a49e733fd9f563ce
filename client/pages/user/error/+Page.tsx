import { ButtonLink } from '../../../components/ui/buttons/button';
import { AccountFrame } from '../../../features/account/account-page';
import styles from '../../../features/account/account.module.css';
import { usePage, useSite } from '../../../lib/page-context';
import type { AuthErrorPageData } from './+load.server';

export function Page({ data: { kind, query } }: { data: AuthErrorPageData }) {
  const { t, site, href } = usePage();
  const { contactEmail } = useSite();
  return (
    <AccountFrame title={t(`account.error.${kind}.title`)} intro={t(`account.error.${kind}.text`)}>
      <p>{t(`account.error.${kind}.todo`)}</p>
      <div className={styles.ways}>
        <ButtonLink href={href(`/user/login${query}`)}>{t('account.login.title')}</ButtonLink>
        <ButtonLink kind="secondary" href={`mailto:${contactEmail}`}>
          {t('account.error.contact', { site: site.title })}
        </ButtonLink>
      </div>
    </AccountFrame>
  );
}
