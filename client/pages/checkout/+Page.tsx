import { OWN_ORGANIZATION_PATH, PRODUCTS_PATH, TERMS_PATH } from '#contract/pages/paths.js';
import type { CheckoutQuery, OrderPriceFactsFragment } from '#contract/generated/operations.js';
import { formatMoney } from '#shared/money/format-money.js';
import { OwnPage } from '../../components/layouts/own-page';
import { ButtonLink, Button } from '../../components/ui/buttons/button';
import { Alert } from '../../components/ui/feedback/alert';
import { Column } from '../../components/ui/containers/container';
import { BillingForm } from '../../features/checkout/billing-form';
import styles from '../../features/checkout/checkout.module.css';
import { usePage } from '../../lib/page-context';
import { Panel } from '../../components/ui/containers/panel';
import { GrantList, BillingAddress, PriceList, priceLines } from '../../features/checkout/order-facts';
import { FormErrors } from '../../components/ui/forms/form-errors';
import { FormCheckbox } from '../../components/ui/forms/form-field';
import { FormIdentity } from '../../components/ui/forms/hidden-fields';
import type { PageForm } from '../../lib/page-form';
import type { CheckoutData } from './+load.server';

export function Page({ data }: { data: CheckoutData }) {
  const { t, href } = usePage();
  const { step, quote, billing, quantity, problem, forms } = data;
  const { product, price, contents, providers } = quote;
  if (step === 'nothing' || !product || !billing)
    return (
      <OwnPage narrow title={t('checkout.title')}>
        <Alert kind="warn">{problem ?? t('checkout.noOrganization')}</Alert>
        <div className={styles.actions}>
          {billing ? (
            <ButtonLink href={href(PRODUCTS_PATH)}>{t('checkout.products')}</ButtonLink>
          ) : (
            <ButtonLink href={href(OWN_ORGANIZATION_PATH)}>{t('checkout.addOrganization')}</ButtonLink>
          )}
        </div>
      </OwnPage>
    );
  const isReview = step === 'review' && price;
  return (
    <OwnPage
      title={t(isReview ? 'checkout.review' : 'checkout.title')}
      intro={<Steps current={isReview ? 'review' : 'details'} />}
    >
      {problem && <Alert kind="warn">{problem}</Alert>}
      <div className={styles.layout}>
        <Column gap={4}>
          {isReview ? (
            <ReviewForm
              billing={billing}
              price={price}
              contents={contents}
              providers={providers}
              quantity={quantity}
              requestKey={data.requestKey}
              back={data.back}
              termsPath={TERMS_PATH}
              form={forms.order}
            />
          ) : (
            <BillingForm
              profile={billing}
              countries={data.countries}
              quantity={quantity}
              maxQuantity={data.maxQuantity}
              product={product.code}
              form={forms.billing}
            />
          )}
        </Column>
        <aside>
          <Summary quote={{ ...quote, product }} quantity={quantity} />
        </aside>
      </div>
    </OwnPage>
  );
}

function Steps({ current }: { current: 'details' | 'review' }) {
  const { t } = usePage();
  return (
    <ol className={styles.steps}>
      {(['details', 'review', 'done'] as const).map((step, index) => (
        <li key={step} aria-current={step === current ? 'step' : undefined}>
          {t('checkout.step', { number: index + 1, name: t(`checkout.steps.${step}`) })}
        </li>
      ))}
    </ol>
  );
}

type Quote = CheckoutQuery['orderQuote'];

/** The product and its price, beside the form. Scripts update the price while the form is being filled in. */
function Summary({ quote, quantity }: { quote: Quote & { product: NonNullable<Quote['product']> }; quantity: number }) {
  const { t, locale } = usePage();
  const { product, price } = quote;
  const [single] = product.prices;
  return (
    <Panel id="summary" title={t('checkout.summary')}>
      <div className={styles.product}>
        <p>
          <strong>{product.name}</strong>
        </p>
        <GrantList grants={product.grants} quantity={quantity} />
        {product.renewal === 'automatic' && <p className={styles.note}>{t('checkout.renews')}</p>}
      </div>
      <div data-checkout-price aria-live="polite">
        {price ? (
          <PriceList lines={priceLines(price, { t, locale, quantity })} note={price.taxNote} />
        ) : (
          <>
            {single && (
              <PriceList
                lines={[
                  {
                    key: 'net',
                    label: t('checkout.price.net'),
                    amount: formatMoney(single.amount * quantity, single.currency, locale),
                  },
                ]}
                note={t('checkout.price.taxLater')}
              />
            )}
          </>
        )}
      </div>
    </Panel>
  );
}

/** Summary of an order before it is placed, with the button that places it; works without scripts. */
function ReviewForm({
  billing,
  price,
  contents,
  providers,
  quantity,
  requestKey,
  back,
  termsPath,
  form,
}: {
  billing: NonNullable<CheckoutQuery['billingProfile']>;
  price: OrderPriceFactsFragment;
  /** Fingerprint of what the product contains. */
  contents: Quote['contents'];
  providers: CheckoutQuery['orderQuote']['providers'];
  quantity: number;
  /** Idempotency key: a form that is sent twice with the same key creates one order. */
  requestKey: string;
  /** Address of the step that changes the billing profile. */
  back: string;
  termsPath: string;
  form: PageForm;
}) {
  const { t, locale, href } = usePage();
  const labels = { terms: t('checkout.terms'), provider: t('checkout.payment') };
  const chosen = form.values.provider ?? providers[0];
  const total = formatMoney(price.total, price.currency, locale);
  return (
    <Column gap={4}>
      <FormErrors errors={form.errors} labels={labels} address={form.action} />
      <Panel id="billing" title={t('checkout.invoiceFor')} aside={<a href={href(back)}>{t('checkout.change')}</a>}>
        <BillingAddress billing={billing} />
      </Panel>
      <Column as="form" method="post" action={form.action} noValidate gap={5} data-order-form>
        <FormIdentity form={form} />
        <input type="hidden" name="quantity" value={quantity} />
        <input type="hidden" name="priceId" value={price.priceId} />
        <input type="hidden" name="total" value={price.total} />
        <input type="hidden" name="contents" value={contents ?? ''} />
        <input type="hidden" name="key" value={requestKey} />
        {price.total === 0 ? (
          <input type="hidden" name="provider" value="invoice" />
        ) : (
          <fieldset className={styles.choices}>
            <legend>{labels.provider}</legend>
            {providers.map((name) => (
              <div key={name} className={styles.choice}>
                <input
                  type="radio"
                  id={`provider-${name}`}
                  name="provider"
                  value={name}
                  defaultChecked={name === chosen}
                  aria-describedby={`provider-${name}-text`}
                />
                <div>
                  <label htmlFor={`provider-${name}`}>{t(`checkout.provider.${name}`)}</label>
                  <p className={styles.note} id={`provider-${name}-text`}>
                    {t(`checkout.providerText.${name}`)}
                  </p>
                </div>
              </div>
            ))}
          </fieldset>
        )}
        <FormCheckbox
          name="terms"
          value="yes"
          required
          label={
            <>
              {labels.terms}{' '}
              <a href={href(termsPath)} target="_blank" rel="noopener">
                {t('checkout.readTerms')}
              </a>
            </>
          }
          error={form.errors.find(({ field }) => field === 'terms')?.message}
        />
        <Column gap={2}>
          <Button wide>{price.total === 0 ? t('checkout.orderFree') : t('checkout.order', { total })}</Button>
          <p className={styles.busy} role="status" data-order-busy={t('checkout.busy')} />
        </Column>
      </Column>
    </Column>
  );
}
