import type { SoldProductFragment } from '#contract/generated/operations.js';
import { CONTACT_PATH } from '#contract/pages/paths.js';
import { Column } from '../../components/ui/containers/column';
import { Icon } from '../../components/ui/icon';
import { usePage } from '../../lib/page-context';
import { useSite } from '../../lib/site-context';
import { CreditOffer, Plan } from './offer';
import { CREDIT_GROUPS, groupOf } from './product-words';
import styles from './products.module.css';

/** Lists the free services for employers, and the cost of publishing a job. */
export function FreeOfCharge() {
  const { t } = usePage();
  const { commerce, features } = useSite();
  const { publishing, refundHours } = commerce;
  const isPaid = publishing === 'credit';
  const free = [isPaid ? 'drafts' : 'jobs', 'page', 'applications', ...(features.resume ? ['resumes'] : [])];
  return (
    <section className={styles.free} aria-labelledby="free-title">
      <div>
        <h2 id="free-title">{t('products.free.title')}</h2>
        <p>{t(`products.policy.${publishing}`)}</p>
        {isPaid && refundHours > 0 && <p>{t('products.policy.refund', { count: refundHours })}</p>}
      </div>
      <ul className={styles.gains}>
        {free.map((name) => (
          <li key={name}>
            <Icon name="check" />
            {t(`products.free.${name}`)}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Fragments by which links on other pages refer to the two sections (REC-08). */
const CREDITS_ID = 'row-4';
const SUBSCRIPTIONS_ID = 'row-6';

interface Offered {
  products: readonly SoldProductFragment[];
  /** Page to which the buyer returns afterwards. */
  destination: string | undefined;
}

/** Credits and placements, grouped by kind. */
export function CreditOffers({ products, destination }: Offered) {
  const { t } = usePage();
  const groups = CREDIT_GROUPS.map((group) => ({
    group,
    offers: products.filter(({ grants }) => groupOf(grants) === group),
  })).filter(({ offers }) => offers.length > 0);
  return (
    <Column as="section" gap={5} id={CREDITS_ID} aria-labelledby={`${CREDITS_ID}-title`} className={styles.section}>
      <Column as="header" gap={2} className={styles.head}>
        <h2 id={`${CREDITS_ID}-title`}>{t('products.credits.title')}</h2>
        <p>{groups.length > 0 ? t('products.credits.text') : <NothingSold kind="credits" />}</p>
      </Column>
      {groups.map(({ group, offers }) => (
        <section key={group} className={styles.group} aria-labelledby={`offers-${group}`}>
          <div>
            <h3 id={`offers-${group}`}>{t(`products.group.${group}.title`)}</h3>
            <p className={styles.soft}>{t(`products.group.${group}.text`)}</p>
          </div>
          <ul className={styles.offers}>
            {offers.map((product) => (
              <CreditOffer key={product.code} product={product} destination={destination} />
            ))}
          </ul>
        </section>
      ))}
    </Column>
  );
}

/** Subscriptions side by side. */
export function Plans({ products, destination }: Offered) {
  const { t } = usePage();
  const plans = products.filter(({ grants }) => groupOf(grants) === 'subscriptions');
  return (
    <Column
      as="section"
      gap={5}
      id={SUBSCRIPTIONS_ID}
      aria-labelledby={`${SUBSCRIPTIONS_ID}-title`}
      className={styles.section}
    >
      <Column as="header" gap={2} className={styles.head}>
        <h2 id={`${SUBSCRIPTIONS_ID}-title`}>{t('products.subscriptions.title')}</h2>
        <p>{plans.length > 0 ? t('products.subscriptions.text') : <NothingSold kind="subscriptions" />}</p>
      </Column>
      {plans.length > 0 && (
        <ul className={styles.plans}>
          {plans.map((product) => (
            <Plan key={product.code} product={product} destination={destination} />
          ))}
        </ul>
      )}
    </Column>
  );
}

function NothingSold({ kind }: { kind: 'credits' | 'subscriptions' }) {
  const { t, href } = usePage();
  return (
    <>
      {t(`products.${kind}.none`)} <a href={href(CONTACT_PATH)}>{t('products.ask')}</a>
    </>
  );
}
