import type { ReactNode } from 'react';
import {
  PRODUCT_NUMBERS,
  priceField,
  type ProductNumber,
  TEXT_LOCALES,
  textField,
} from '#contract/commerce/product-fields.js';
import type { ManagedProductFactsFragment } from '#contract/generated/operations.js';
import { formatMoney } from '#shared/money/format-money.js';
import { Button } from '../../components/ui/buttons/button';
import { Column } from '../../components/ui/containers/container';
import { SelectField } from '../../components/ui/forms/field';
import { FormErrors } from '../../components/ui/forms/form-errors';
import { FormField, FormTextArea } from '../../components/ui/forms/form-field';
import { FormIdentity } from '../../components/ui/forms/hidden-fields';
import { languageName, formatTime } from '../../lib/format';
import { usePage, useSite } from '../../lib/page-context';
import type { PageForm } from '../../lib/page-form';
import { Panel } from '../../components/ui/containers/panel';
import styles from './managed-products.module.css';

const MAX_TEXT_LENGTH = 2000;
const CREDITS: readonly ProductNumber[] = ['jobCredits', 'contactCredits', 'creditDays'];
const PLACEMENTS: readonly ProductNumber[] = ['featuredDays', 'topDays'];
const SUBSCRIPTION: readonly ProductNumber[] = ['subscriptionMonths', 'jobSlots', 'contactSlots'];

/**
 * All editable properties of a product.
 *
 * @param form form with the initial or the typed values
 * @param isNew whether the form has a field for the code, which never changes afterwards
 */
export function ManagedProductForm({ form, isNew }: { form: PageForm; isNew: boolean }) {
  const { t } = usePage();
  const { locales, commerce } = useSite();
  // English is the fallback for languages without a text.
  const languages = [...new Set(['en', ...locales.map((locale) => locale.slice(0, 2))])];
  const others = TEXT_LOCALES.filter((locale) => !languages.includes(locale));
  const labels = labelsOf({ t, languages, currencies: commerce.currencies, locale: usePage().locale });
  const field = (name: string) => ({
    name,
    label: labels[name],
    defaultValue: form.values[name],
    error: form.errors.find((error) => error.field === name)?.message,
  });
  const numbers = (names: readonly ProductNumber[]) =>
    names.map((name) => <FormField key={name} {...field(name)} inputMode="numeric" className={styles.number} />);
  return (
    <Column gap={5}>
      <FormErrors errors={form.errors} labels={labels} address={form.action} />
      <Column as="form" method="post" action={form.action} noValidate gap={7} data-part={form.part}>
        <FormIdentity form={form} />
        <Fields title={t('product-admin.part.names')}>
          {isNew ? (
            <FormField {...field('code')} help={t('product-admin.codeHelp')} required maxLength={64} />
          ) : (
            <>
              <input type="hidden" name="code" value={form.values.code ?? ''} />
              <input type="hidden" name="version" value={form.values.version ?? ''} />
            </>
          )}
          {languages.map((language) => (
            <Column key={language} gap={4}>
              <FormField
                {...field(textField('name', language))}
                required={language === 'en'}
                maxLength={MAX_TEXT_LENGTH}
              />
              <FormTextArea {...field(textField('description', language))} rows={3} maxLength={MAX_TEXT_LENGTH} />
            </Column>
          ))}
          {/* Texts in languages that the site does not offer are kept. */}
          {others.flatMap((locale) =>
            (['name', 'description'] as const).map((kind) => {
              const name = textField(kind, locale);
              return form.values[name] ? (
                <input key={name} type="hidden" name={name} value={form.values[name]} />
              ) : null;
            }),
          )}
        </Fields>
        <Fields title={t('product-admin.part.prices')} help={t('product-admin.pricesHelp')} grid>
          {commerce.currencies.map((currency) => (
            <FormField key={currency} {...field(priceField(currency))} inputMode="decimal" />
          ))}
        </Fields>
        <Fields title={t('product-admin.part.credits')} help={t('product-admin.creditsHelp')} grid>
          {numbers(CREDITS)}
        </Fields>
        <Fields title={t('product-admin.part.placements')} grid>
          {numbers(PLACEMENTS)}
        </Fields>
        <Fields title={t('product-admin.part.subscription')} help={t('product-admin.subscriptionHelp')} grid>
          {numbers(SUBSCRIPTION)}
          <Choice form={form} name="renewal" label={labels.renewal!} values={['none', 'automatic']} />
        </Fields>
        <Fields title={t('product-admin.part.sale')} grid>
          <Choice form={form} name="eligibility" label={labels.eligibility!} values={['everybody', 'first_purchase']} />
          <FormField {...field('position')} help={t('product-admin.positionHelp')} inputMode="numeric" />
        </Fields>
        <div>
          <Button>{t(isNew ? 'product-admin.create' : 'product-admin.save')}</Button>
        </div>
      </Column>
    </Column>
  );
}

function Fields({
  title,
  help,
  grid,
  children,
}: {
  title: string;
  help?: string;
  /** Whether the fields are short and can be side by side. */
  grid?: boolean;
  children: ReactNode;
}) {
  return (
    <fieldset className={styles.fields}>
      <legend>{title}</legend>
      {help && <p className={styles.soft}>{help}</p>}
      <div className={grid ? styles.grid : styles.stack}>{children}</div>
    </fieldset>
  );
}

function Choice({
  form,
  name,
  label,
  values,
}: {
  form: PageForm;
  name: 'renewal' | 'eligibility';
  label: string;
  values: readonly string[];
}) {
  const { t } = usePage();
  const error = form.errors.find(({ field }) => field === name)?.message;
  return (
    <div>
      <SelectField
        id={`field-${name}`}
        name={name}
        label={label}
        defaultValue={form.values[name] ?? values[0]}
        options={values.map((value) => [value, t(`product-admin.${name}.${value}`)])}
        aria-describedby={error && `field-${name}-error`}
        aria-invalid={error ? true : undefined}
      />
      {error && (
        <p id={`field-${name}-error`} className={styles.error}>
          {error}
        </p>
      )}
    </div>
  );
}

function labelsOf({
  t,
  languages,
  currencies,
  locale,
}: {
  t: ReturnType<typeof usePage>['t'];
  languages: readonly string[];
  currencies: readonly string[];
  locale: string;
}): Readonly<Record<string, string>> {
  const texts = languages.flatMap((each) => {
    const language = languageName(each, locale);
    return [
      [textField('name', each), t('product-admin.field.name', { language })],
      [textField('description', each), t('product-admin.field.description', { language })],
    ];
  });
  const prices = currencies.map((currency) => [priceField(currency), t('product-admin.field.price', { currency })]);
  const named = (['code', 'renewal', 'eligibility', ...PRODUCT_NUMBERS] as const).map((name) => [
    name,
    t(`product-admin.field.${name}`),
  ]);
  return Object.fromEntries([...texts, ...prices, ...named]) as Record<string, string>;
}

/** Ends the sale of a product, or resumes it. */
export function RetirePanel({ retired, forms }: { retired: boolean; forms: Record<'retire' | 'restore', PageForm> }) {
  const { t } = usePage();
  const part = retired ? 'restore' : 'retire';
  const form = forms[part];
  return (
    <Panel id={part} title={t(`product-admin.${part}.title`)}>
      <FormErrors errors={form.errors} labels={{}} address={form.action} />
      <p>{t(`product-admin.${part}.text`)}</p>
      <form method="post" action={form.action} data-part={part}>
        <FormIdentity form={form} />
        <Button kind={retired ? 'secondary' : 'danger'}>{t(`product-admin.${part}.submit`)}</Button>
      </form>
    </Panel>
  );
}

/** Prices of the product with their dates, and who changed them. */
export function PriceHistory({ history }: { history: ManagedProductFactsFragment['priceHistory'] }) {
  const { t, locale, site } = usePage();
  return (
    <Panel id="history" title={t('product-admin.history.title')}>
      <table className={styles.history}>
        <thead>
          <tr>
            <th scope="col">{t('product-admin.history.since')}</th>
            <th scope="col">{t('product-admin.history.by')}</th>
            <th scope="col">{t('product-admin.history.price')}</th>
          </tr>
        </thead>
        <tbody>
          {history.map(({ currency, amount, since, changedBy }) => (
            <tr key={`${currency} ${since}`}>
              <td>
                <time dateTime={since}>{formatTime(since, locale, site.timeZone)}</time>
              </td>
              <td>{changedBy ?? t('product-admin.history.nobody')}</td>
              <td>
                {amount === null
                  ? t('product-admin.history.ended', { currency })
                  : formatMoney(amount, currency, locale)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  );
}
