import type { CreditAccountsQuery } from '#contract/generated/operations.js';
import { JOB_WIZARD_PATH, PRODUCTS_PATH, RESUMES_PATH } from '#contract/pages/paths.js';
import { ButtonLink } from '../../components/ui/buttons/button';
import { LoadError } from '../../components/ui/feedback/load-error';
import { formatDate, formatNumber } from '../../lib/format';
import { usePage } from '../../lib/page-context';
import { useSite } from '../../lib/site-context';
import type { Loadable } from '../../lib/user/user-context';
import styles from './own-products.module.css';

export type CreditAccount = CreditAccountsQuery['creditBalance'][number];

/** Available credits of each type, reserved ones, and the next ones to expire. */
export function Balances({ credits, address }: { credits: Loadable<readonly CreditAccount[]>; address: string }) {
  const { t, href } = usePage();
  const { features } = useSite();
  return (
    <section className={styles.balances} id="credits" aria-labelledby="credits-title">
      <h2 id="credits-title">{t('dashboard.credits.title')}</h2>
      {credits.error && (
        <LoadError message={t('dashboard.credits.failed')} errors={credits.error} address={`${address}#credits`} />
      )}
      {!credits.error && credits.data.length === 0 && <p className={styles.soft}>{t('my-products.credits.none')}</p>}
      {credits.data.length > 0 && (
        <dl className={styles.figures}>
          {credits.data.map((account) => (
            <Figure key={account.type} account={account} />
          ))}
        </dl>
      )}
      <p className={styles.actions}>
        <ButtonLink href={`${href(PRODUCTS_PATH)}#row-4`}>{t('my-products.credits.buy')}</ButtonLink>
        <ButtonLink kind="secondary" href={href(JOB_WIZARD_PATH)} rel="nofollow">
          {t('my-products.credits.postJob')}
        </ButtonLink>
        {features.resume && (
          <ButtonLink kind="secondary" href={href(RESUMES_PATH)} rel="nofollow">
            {t('my-products.credits.findPeople')}
          </ButtonLink>
        )}
      </p>
    </section>
  );
}

function Figure({ account: { label, amount, held, nextExpiry, expiring } }: { account: CreditAccount }) {
  const { t, locale, site } = usePage();
  return (
    <div>
      <dt>{label}</dt>
      <dd className={styles.amount}>{formatNumber(amount, locale)}</dd>
      {held > 0 && <dd>{t('my-products.credits.held', { count: held })}</dd>}
      {nextExpiry && (
        <dd>
          {t('my-products.credits.expiring', { count: expiring, date: formatDate(nextExpiry, locale, site.timeZone) })}
        </dd>
      )}
    </div>
  );
}
