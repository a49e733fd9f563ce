import type { BillingProfileFactsFragment } from '#contract/generated/operations.js';
import {
  BILLING_FIELDS,
  BILLING_RULES,
  MAX_BILLING_LENGTHS,
  type BillingField,
} from '#contract/commerce/billing-profile.js';
import { AREA_LIST_ID, AreaOptions } from '../../components/defined-form/area-field';
import { Select } from '../../components/defined-form/choice-fields';
import { Button } from '../../components/ui/buttons/button';
import { Column } from '../../components/ui/containers/container';
import { FormErrors } from '../../components/ui/forms/form-errors';
import { FormField } from '../../components/ui/forms/form-field';
import { FormIdentity } from '../../components/ui/forms/hidden-fields';
import { usePage } from '../../lib/page-context';
import type { PageForm } from '../../lib/page-form';
import styles from './checkout.module.css';

/** Personal data that browsers know how to fill in (WCAG 1.3.5). */
const AUTOCOMPLETE: Readonly<Record<BillingField, string>> = {
  companyName: 'organization',
  email: 'email',
  firstName: 'given-name',
  lastName: 'family-name',
  addressLine1: 'address-line1',
  addressLine2: 'address-line2',
  zip: 'postal-code',
  locality: 'address-level2',
  administrativeArea: 'address-level1',
  countryCode: 'country',
  vatNumber: 'off',
};

const OPTIONAL: readonly BillingField[] = ['addressLine2', 'zip', 'administrativeArea', 'vatNumber'];

/** Recipient of the invoice, and quantity of the product; works without scripts. */
export function BillingForm({
  profile,
  countries,
  quantity,
  maxQuantity,
  product,
  form,
}: {
  profile: BillingProfileFactsFragment;
  countries: readonly { value: string; text: string }[];
  quantity: number;
  maxQuantity: number;
  /** Code of the product. */
  product: string;
  form: PageForm;
}) {
  const { t, locale, site } = usePage();
  const labels = Object.fromEntries([
    ...BILLING_FIELDS.map((name) => [name, t(`checkout.field.${name}`)] as const),
    ['quantity', t('checkout.quantity')],
  ]);
  const [onlyCountry = '', ...otherCountries] = site.countries;
  const stored = { ...profile, ...profile.address };
  // On a site with one country, most buyers are from that country.
  if (stored.countryCode === '' && otherCountries.length === 0) stored.countryCode = onlyCountry;
  const field = (name: BillingField) => ({
    name,
    label: labels[name]!,
    error: form.errors.find((error) => error.field === name)?.message,
    autoComplete: AUTOCOMPLETE[name],
  });
  const valueOf = (name: BillingField) => form.values[name] ?? stored[name];
  const input = (name: BillingField, help?: string) => (
    <FormField
      {...field(name)}
      help={help}
      defaultValue={valueOf(name)}
      maxLength={MAX_BILLING_LENGTHS[name]}
      aria-required={!OPTIONAL.includes(name)}
      {...(name === 'email' ? { type: 'email' } : {})}
      {...(name === 'administrativeArea' ? { list: AREA_LIST_ID } : {})}
    />
  );
  const messages = {
    ...Object.fromEntries(Object.keys(BILLING_RULES).map((rule) => [rule, t(`rules.billing.${rule}`)])),
    long: t('checkout.tooLong'),
  };
  return (
    <Column gap={4}>
      <FormErrors errors={form.errors} labels={labels} address={form.action} />
      <Column
        as="form"
        method="post"
        action={form.action}
        gap={5}
        noValidate
        data-checkout-form={product}
        data-checks={JSON.stringify({ messages, labels })}
        data-texts={JSON.stringify({
          locale,
          unit: t('checkout.price.unitMany'),
          net: t('checkout.price.net'),
          total: t('checkout.price.total'),
        })}
      >
        <FormIdentity form={form} />
        <div className={styles.quantity}>
          <FormField
            name="quantity"
            label={labels.quantity}
            error={form.errors.find((error) => error.field === 'quantity')?.message}
            type="number"
            inputMode="numeric"
            min={1}
            max={maxQuantity}
            defaultValue={form.values.quantity ?? quantity}
          />
        </div>
        <Column as="fieldset" gap={4} className={styles.group}>
          <legend>{t('checkout.invoiceFor')}</legend>
          {input('companyName')}
          <div className={styles.pair}>
            {input('firstName')}
            {input('lastName')}
          </div>
          {input('email', t('checkout.emailHelp'))}
        </Column>
        <Column as="fieldset" gap={4} className={styles.group}>
          <legend>{t('checkout.address')}</legend>
          <Select
            {...field('countryCode')}
            help={undefined}
            options={countries}
            value={valueOf('countryCode')}
            aria-required
          />
          {input('addressLine1')}
          {input('addressLine2')}
          <div className={styles.pair}>
            {input('zip')}
            {input('locality')}
          </div>
          {input('administrativeArea', t('checkout.areaHelp'))}
          <AreaOptions />
          {input('vatNumber', t('checkout.vatHelp'))}
        </Column>
        <div>
          <Button>{t('checkout.toReview')}</Button>
        </div>
      </Column>
    </Column>
  );
}
