import { CONTACT_PATH, OWN_PRODUCTS_PATH, CHECKOUT_PATH } from '#contract/pages/paths.js';
import type { SoldProductFragment } from '#contract/generated/operations.js';
import { formatMoney } from '#shared/money/format-money.js';
import { ButtonLink, Button } from '../../components/ui/buttons/button';
import { Container, Column } from '../../components/ui/containers/container';
import { Alert } from '../../components/ui/feedback/alert';
import styles from '../../features/products/products.module.css';
import { usePage, useSite } from '../../lib/page-context';
import { Icon } from '../../components/ui/icon';
import { TextField } from '../../components/ui/forms/field';
import { labelled } from '../../components/ui/forms/field-labels';
import { CREDIT_GROUPS, groupOf, benefitsOf, pricePerCredit, termsOf } from '../../features/products/product-words';
import type { ProductsData } from './+load.server';

/** Maximum quantity per order; larger quantities require several orders. */
const MAX_QUANTITY = 100;

/** Fragments by which links on other pages refer to the two sections (REC-08). */
const CREDITS_ID = 'row-4';

const SUBSCRIPTIONS_ID = 'row-6';

/** The site's products, and what is free of charge. */
export function Page({ data: { products, destination } }: { data: ProductsData }) {
  const { t, href, site } = usePage();
  const { features } = useSite();
  return (
    <Container section gap={7}>
      <Column as="header" gap={3} className={styles.head}>
        <h1>{t('products.title')}</h1>
        <p className={styles.lead}>{t('products.intro', { site: site.title })}</p>
        {products.length > 0 && <p>{t('products.tax')}</p>}
        <p>
          <a href={href(OWN_PRODUCTS_PATH)} rel="nofollow">
            {t('products.own')}
          </a>
        </p>
      </Column>
      {features.readOnly && <Alert kind="warn">{t('maintenance.change')}</Alert>}
      <FreeOfCharge />
      <CreditOffers products={products} destination={destination} />
      <Plans products={products} destination={destination} />
      <section className={styles.ask} aria-labelledby="ask-title">
        <div>
          <h2 id="ask-title">{t('products.askTitle')}</h2>
          <p>{t('products.askText')}</p>
        </div>
        <ButtonLink kind="secondary" href={href(CONTACT_PATH)}>
          {t('products.ask')}
        </ButtonLink>
      </section>
    </Container>
  );
}

/** Lists the free services for employers, and the cost of publishing a job. */
function FreeOfCharge() {
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

interface Offered {
  products: readonly SoldProductFragment[];
  /** Page to which the buyer returns afterwards. */
  destination: string | undefined;
}

/** Credits and placements, grouped by kind. */
function CreditOffers({ products, destination }: Offered) {
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
function Plans({ products, destination }: Offered) {
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

interface OfferProps {
  product: SoldProductFragment;
  /** Page to which the buyer returns afterwards. */
  destination: string | undefined;
}

/** A row of the price list. */
function CreditOffer({ product, destination }: OfferProps) {
  const { t } = usePage();
  return (
    <li className={styles.offer} data-product={product.code}>
      <div className={styles.what}>
        <h4>{product.name}</h4>
        {product.description && <p>{product.description}</p>}
        <p className={styles.soft}>{[...benefitsOf(product.grants, t), ...termsOf(product, t)].join(' · ')}</p>
      </div>
      <Price product={product} />
      <BuyForm product={product} destination={destination} />
    </li>
  );
}

/** A subscription, side by side with others. */
function Plan({ product, destination }: OfferProps) {
  const { t } = usePage();
  return (
    <li className={styles.plan} data-product={product.code}>
      <Column gap={2}>
        <h3>{product.name}</h3>
        {product.description && <p>{product.description}</p>}
        <Price product={product} large />
      </Column>
      <ul className={styles.gains}>
        {benefitsOf(product.grants, t).map((benefit) => (
          <li key={benefit}>
            <Icon name="check" />
            {benefit}
          </li>
        ))}
      </ul>
      <p className={styles.soft}>{termsOf(product, t).join(' · ')}</p>
      <BuyForm product={product} destination={destination} />
    </li>
  );
}

/** Price in the site's first currency in which the product has one; the others are listed below. */
function Price({ product, large }: { product: SoldProductFragment; large?: boolean }) {
  const { t, locale } = usePage();
  const { currencies } = useSite().commerce;
  const [first, ...others] = [...product.prices].sort(
    (one, other) => currencies.indexOf(one.currency) - currencies.indexOf(other.currency),
  );
  if (!first) return null;
  const single = pricePerCredit(product, first.amount);
  return (
    <p className={styles.price}>
      <strong className={large ? styles.large : undefined}>{formatMoney(first.amount, first.currency, locale)}</strong>{' '}
      <span>{t('products.withoutTax')}</span>{' '}
      {single && (
        <span>{t(`products.per.${single.kind}`, { price: formatMoney(single.amount, first.currency, locale) })}</span>
      )}{' '}
      {others.map(({ currency, amount }) => (
        <span key={currency}>{t('products.orPrice', { price: formatMoney(amount, currency, locale) })}</span>
      ))}
    </p>
  );
}

function BuyForm({ product: { code, name }, destination }: OfferProps) {
  const { t, href, locale } = usePage();
  const { features } = useSite();
  if (features.readOnly) return null;
  return (
    <form action={href(CHECKOUT_PATH)} className={styles.buy}>
      <input type="hidden" name="product" value={code} />
      {destination && <input type="hidden" name="destination" value={destination} />}
      <TextField
        label={t('products.quantity')}
        type="number"
        name="quantity"
        min={1}
        max={MAX_QUANTITY}
        required
        defaultValue={1}
        inputMode="numeric"
        aria-label={labelled(t('products.quantity'), name, locale)}
      />
      <Button aria-label={labelled(t('products.buy'), name, locale)}>{t('products.buy')}</Button>
    </form>
  );
}
