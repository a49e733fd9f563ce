import { QuotedTaxDocument, type OrderPriceFactsFragment } from '#contract/generated/operations.js';
import { BILLING_FIELDS, type BillingValues, checkBillingProfile } from '#contract/commerce/billing-profile.js';
import { formatMoney } from '#shared/money/format-money.js';
import { startAreaFields } from '../../components/defined-form/start-area-fields';
import { browserGraphql } from '../../lib/browser-graphql';
import { FormChecks } from '../../lib/forms/form-checks';
import { blockWhileSending } from '../../lib/forms/send-once';
import styles from './price-list.module.css';

const TAXED = ['countryCode', 'administrativeArea', 'vatNumber', 'quantity'];
/** Pause after which typing counts as finished, in milliseconds. */
const PAUSE_MS = 400;

/** Validates the invoice recipient before the form is sent, and updates the tax while it is being filled in. */
export function startCheckout(form: HTMLFormElement, signal: AbortSignal): void {
  startAreaFields(form);
  const checks = new FormChecks(form, () => checkBillingProfile(valuesOf(form), () => true), signal);
  form.addEventListener('submit', (event) => {
    if (checks.refuse()) event.preventDefault();
  });
  const texts = JSON.parse(form.dataset.texts!) as Texts;
  const place = document.querySelector<HTMLElement>('[data-checkout-price]')!;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let asking: AbortController | undefined;
  const ask = async (): Promise<void> => {
    asking?.abort();
    const own = (asking = new AbortController());
    const { countryCode, administrativeArea, vatNumber } = valuesOf(form);
    const quantity = Number(new FormData(form).get('quantity'));
    if (!countryCode || !Number.isInteger(quantity) || quantity < 1) return;
    const input = {
      product: form.dataset.checkoutForm!,
      quantity,
      billing: { countryCode, administrativeArea, vatNumber },
    };
    try {
      const { orderQuote } = await browserGraphql(
        QuotedTaxDocument,
        { input },
        { locale: texts.locale, signal: own.signal },
      );
      if (orderQuote.price && !own.signal.aborted) place.replaceChildren(...linesOf(orderQuote.price, quantity, texts));
    } catch {
      // The review step shows the price anyway.
    }
  };
  for (const type of ['input', 'change'])
    form.addEventListener(type, ({ target }) => {
      if (!TAXED.includes((target as HTMLInputElement).name)) return;
      clearTimeout(timer);
      timer = setTimeout(() => void ask(), PAUSE_MS);
    });
  signal.addEventListener('abort', () => {
    clearTimeout(timer);
    asking?.abort();
  });
}

/** Prevents sending an order twice by a double click; the server would also detect the duplicate. */
export function startOrder(form: HTMLFormElement, signal: AbortSignal): void {
  const button = form.querySelector('button')!;
  const status = form.querySelector<HTMLElement>('[data-order-busy]')!;
  blockWhileSending(form, { button, status, text: status.dataset.orderBusy! }, signal);
}

function textIn(value: FormDataEntryValue | null): string {
  return typeof value === 'string' ? value.trim() : '';
}

interface Texts {
  locale: string;
  unit: string;
  net: string;
  total: string;
}

function valuesOf(form: HTMLFormElement): BillingValues {
  const data = new FormData(form);
  return Object.fromEntries(BILLING_FIELDS.map((name) => [name, textIn(data.get(name))])) as BillingValues;
}

/** Renders the same as `PriceList`, without the number of products in the label: it is in the field that has just been changed. */
function linesOf(price: OrderPriceFactsFragment, quantity: number, texts: Texts): HTMLElement[] {
  const money = (amount: number) => formatMoney(amount, price.currency, texts.locale);
  const rows: [string, string, string?][] = [
    ...(quantity > 1 ? [[texts.unit, money(price.unitAmount)] as [string, string]] : []),
    [texts.net, money(price.netAmount)],
    ...price.taxes.map(({ label, amount }): [string, string] => [label, money(amount)]),
    [texts.total, money(price.total), 'total'],
  ];
  const list = element('dl', styles.price);
  for (const [label, amount, line] of rows) {
    const row = element('div');
    if (line) row.dataset.line = line;
    row.append(element('dt', undefined, label), element('dd', undefined, amount));
    list.append(row);
  }
  return price.taxNote ? [list, element('p', styles.note, price.taxNote)] : [list];
}

function element(name: string, className?: string, text?: string): HTMLElement {
  const made = document.createElement(name);
  if (className) made.className = className;
  if (text) made.textContent = text;
  return made;
}
