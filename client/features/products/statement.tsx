import { movementWords, settlementWords } from '#contract/commerce/statement-words.js';
import type { CreditStatementQuery, CreditAccountsQuery } from '#contract/generated/operations.js';
import {
  orderPath,
  ownProductsPath,
  STATEMENT_FILE_PATH,
  JOB_WIZARD_PATH,
  PRODUCTS_PATH,
  RESUMES_PATH,
} from '#contract/pages/paths.js';
import { LoadError } from '../../components/ui/feedback/load-error';
import { Icon } from '../../components/ui/icon';
import { formatDate, formatNumber } from '../../lib/format';
import { usePage, useSite } from '../../lib/page-context';
import type { Loadable } from '../../lib/user/user-context';
import { ButtonLink } from '../../components/ui/buttons/button';
import styles from './own-products.module.css';

type Movement = CreditStatementQuery['creditStatement']['movements'][number];

/** A page of the transactions of one type of credits. */
export interface ShownStatement extends Loadable<readonly Movement[]> {
  organizationId: string;
  type: string;
  /** Link to the page with older ones; null if there are none. */
  next: string | null;
  /** Whether newer ones exist that this page omits. */
  isOlder: boolean;
}

/** Every transaction with its purpose and the resulting balance. */
export function Statement({
  statement,
  accounts,
  address,
}: {
  statement: ShownStatement;
  accounts: readonly CreditAccount[];
  address: string;
}) {
  const { t, href } = usePage();
  const { organizationId, type, data, error } = statement;
  const file = new URLSearchParams({ organization: organizationId, type });
  return (
    <section className={styles.part} id="statement" aria-labelledby="statement-title">
      <div className={styles.line}>
        <h2 id="statement-title">{t('my-products.statement.title')}</h2>
        {data.length > 0 && (
          <a
            href={href(`${STATEMENT_FILE_PATH}?${file.toString()}`)}
            className={styles.download}
            download
            rel="nofollow"
          >
            <Icon name="download" />
            {t('my-products.statement.download')}
          </a>
        )}
      </div>
      <Types accounts={accounts} statement={statement} />
      {error && (
        <LoadError message={t('my-products.statement.failed')} errors={error} address={`${address}#statement`} />
      )}
      {!error && data.length === 0 && <p className={styles.soft}>{t('my-products.statement.none')}</p>}
      {data.length > 0 && <Movements statement={statement} accounts={accounts} />}
      <Pages statement={statement} />
    </section>
  );
}

function Types({ accounts, statement }: { accounts: readonly CreditAccount[]; statement: ShownStatement }) {
  const { t, href } = usePage();
  if (accounts.length < 2) return null;
  return (
    <nav aria-label={t('my-products.statement.types')}>
      <ul className={styles.choices}>
        {accounts.map(({ type, label }) => (
          <li key={type}>
            <a
              href={`${href(ownProductsPath(statement.organizationId, type))}#statement`}
              aria-current={type === statement.type ? 'true' : undefined}
              rel="nofollow"
            >
              {label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** A table; a block for each transaction on phones. */
function Movements({ statement, accounts }: { statement: ShownStatement; accounts: readonly CreditAccount[] }) {
  const { t } = usePage();
  const label = accounts.find(({ type }) => type === statement.type)?.label ?? '';
  return (
    <table className={styles.movements}>
      <caption className={styles.hidden}>{t('my-products.statement.caption', { type: label })}</caption>
      <thead>
        <tr>
          <th scope="col">{t('my-products.statement.date')}</th>
          <th scope="col">{t('my-products.statement.words')}</th>
          <th scope="col">{t('my-products.statement.change')}</th>
          <th scope="col">{t('my-products.statement.balance')}</th>
        </tr>
      </thead>
      <tbody>
        {statement.data.map((movement) => (
          <MovementRow key={movement.id} movement={movement} type={statement.type} />
        ))}
      </tbody>
    </table>
  );
}

function MovementRow({ movement, type }: { movement: Movement; type: string }) {
  const { t, locale, site, href } = usePage();
  const words = movementWords(movement, type, t);
  const settled = settlementWords(movement, t);
  const { at, amount, balance, cause, causeId } = movement;
  return (
    <tr>
      <td>
        <time dateTime={at}>{formatDate(at, locale, site.timeZone)}</time>
      </td>
      <th scope="row">
        {cause === 'order' && causeId ? <a href={href(orderPath(causeId))}>{words}</a> : words}
        {settled && <span>{settled}</span>}
      </th>
      <td data-sign={amount > 0 ? 'plus' : 'minus'}>{signed(amount, locale)}</td>
      <td data-label={t('my-products.statement.balance')}>{formatNumber(balance, locale)}</td>
    </tr>
  );
}

/** `+5`, `−5`: both signs have the same width. */
function signed(amount: number, locale: string): string {
  return `${amount < 0 ? '−' : '+'}${formatNumber(Math.abs(amount), locale)}`;
}

function Pages({ statement: { organizationId, type, next, isOlder } }: { statement: ShownStatement }) {
  const { t, href } = usePage();
  if (next === null && !isOlder) return null;
  const path = href(ownProductsPath(organizationId, type));
  return (
    <p className={styles.pages}>
      {isOlder && (
        <a href={`${path}#statement`} rel="nofollow">
          <Icon name="left" />
          {t('my-products.statement.newest')}
        </a>
      )}
      {next !== null && (
        <a href={`${path}&before=${next}#statement`} rel="nofollow">
          {t('my-products.statement.older')}
          <Icon name="right" />
        </a>
      )}
    </p>
  );
}

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
