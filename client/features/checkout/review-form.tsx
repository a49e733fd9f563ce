import type { CheckoutQuery, OrderPriceFactsFragment } from '#contract/generated/operations.js';
import { formatMoney } from '#shared/money/format-money.js';
import { Button } from '../../components/ui/buttons/button';
import { Column } from '../../components/ui/containers/column';
import { FormErrors } from '../../components/ui/forms/form-errors';
import { FormCheckbox } from '../../components/ui/forms/form-field';
import { FormIdentity } from '../../components/ui/forms/form-identity';
import { Panel } from '../../components/ui/containers/panel';
import { usePage } from '../../lib/page-context';
import type { PageForm } from '../../lib/page-form';
import { BillingAddress } from './billing-address';
import styles from './checkout.module.css';

/** Summary of an order before it is placed, with the button that places it; works without scripts. */
export function ReviewForm({
  billing,
  price,
  providers,
  quantity,
  requestKey,
  back,
  termsPath,
  form,
}: {
  billing: NonNullable<CheckoutQuery['billingProfile']>;
  price: OrderPriceFactsFragment;
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
