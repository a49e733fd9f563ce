import { formatMoney } from '#shared/money/format-money.js';
import type { BackendSite } from '#contract/backend/backend.js';
import { timeZoneOf } from '#shared/time-zones/time-zone.js';
import type { SiteTexts } from '../../platform/texts/site-texts.js';
import type { StoredParty } from '../../platform/database/tables/order-tables.js';
import { type Invoice, invoiceTexts, taxNameOf, taxNoteOf } from './invoice-rows.js';

/** A labelled amount or other fact. */
export interface LabelledText {
  label: string;
  text: string;
}

/** Content of an invoice, in its language and in reading order. */
export interface InvoiceDocument {
  locale: string;
  /** Title of the document: `Invoice INV-000042`. */
  name: string;
  title: string;
  /** One line each: number, dates, order. */
  facts: string[];
  seller: { title: string; lines: string[] };
  buyer: { title: string; lines: string[] };
  table: { title: string; heads: [string, string, string, string]; rows: [string, string, string, string][] };
  totals: LabelledText[];
  /** Last line of the totals. */
  total: LabelledText;
  notes: string[];
  payment: { title: string; lines: string[] };
  /** @returns `Page 1 of 2` */
  pageOf: (page: number, pages: number) => string;
}

/**
 * Contains what the law requires of an invoice: article 226 of Directive 2006/112/EC, and for Canada the Input Tax Credit Information
 * (GST/HST) Regulations (SOR/91-45), of which every invoice meets all three tiers.
 */
export function describeInvoice(invoice: Invoice, site: BackendSite): InvoiceDocument {
  const texts = invoiceTexts(invoice, site);
  const { t, locale } = texts;
  const { kind, seller, buyer, reference } = invoice;
  const money = (minor: number): string => formatMoney(minor, invoice.currency, locale);
  const title = t(`invoice.title.${kind}`);
  const number = new Intl.NumberFormat(locale);
  return {
    locale,
    name: `${title} ${reference}`,
    title,
    facts: factsOf(invoice, texts, site),
    seller: { title: t('invoice.seller'), lines: partyLines(seller, texts) },
    buyer: { title: t('invoice.buyer'), lines: partyLines(buyer, texts) },
    table: {
      title: t('invoice.lines.title'),
      heads: [
        t('invoice.lines.description'),
        t('invoice.lines.quantity'),
        t('invoice.lines.unitNet'),
        t('invoice.lines.net'),
      ],
      rows: invoice.lines.map(({ description, quantity, unitNet, net }) => [
        description,
        number.format(quantity),
        money(unitNet),
        money(net),
      ]),
    },
    totals: [
      { label: t('invoice.totals.net'), text: money(invoice.net) },
      ...invoice.taxes.map((line) => ({
        label: t('invoice.totals.tax', {
          name: taxNameOf(line, texts),
          rate: rateFormat(locale).format(line.rate / 100_000),
          net: money(invoice.net),
        }),
        text: money(line.amount),
      })),
      ...(invoice.taxes.length > 0 ? [] : [{ label: t('invoice.totals.noTax'), text: money(0) }]),
    ],
    total: { label: t(`invoice.totals.${kind}`), text: money(invoice.total) },
    notes: notesOf(invoice, texts),
    payment: { title: t('invoice.terms.title'), lines: paymentLines(invoice, texts) },
    pageOf: (page, pages) => t('invoice.page', { page, pages }),
  };
}

function factsOf(invoice: Invoice, { t, locale }: SiteTexts, site: BackendSite): string[] {
  const { kind, reference, corrects, issuedAt, suppliedOn, dueOn, orderId } = invoice;
  const facts: [label: string, text: string | undefined][] = [
    [t(`invoice.number.${kind}`), reference],
    [t('invoice.corrects'), corrects?.reference],
    [t('invoice.issued'), dayFormat(locale, timeZoneOf(site)).format(issuedAt)],
    [t('invoice.supplied'), dayText(locale, suppliedOn)],
    [t('invoice.due'), dueOn === null ? undefined : dayText(locale, dueOn)],
    [t('invoice.order'), orderId === null ? undefined : String(orderId)],
  ];
  return facts.flatMap(([label, text]) => (text === undefined ? [] : [t('invoice.fact', { label, text })]));
}

function partyLines(party: StoredParty, { t, locale }: SiteTexts): string[] {
  const { name, contactName, addressLine1, addressLine2, locality, administrativeArea, zip, countryCode } = party;
  const country = new Intl.DisplayNames([locale], { type: 'region', fallback: 'code' });
  const lines = [
    name,
    contactName ? t('invoice.contact', { name: contactName }) : undefined,
    addressLine1,
    addressLine2,
    // Address format of North America, Britain, Ireland and Australia; elsewhere the postal code comes first.
    ['CA', 'US', 'GB', 'IE', 'AU'].includes(countryCode)
      ? [locality, administrativeArea, zip].filter(Boolean).join(' ')
      : [zip, locality, administrativeArea].filter(Boolean).join(' '),
    countryOf(country, countryCode),
    party.email,
    party.vatId ? `${t('invoice.vatId')} ${party.vatId}` : undefined,
    ...(party.taxNumbers ?? []).map(({ label, number }) => `${label} ${number}`),
  ];
  return lines.filter((line): line is string => line !== undefined && line.trim() !== '');
}

function countryOf(names: Intl.DisplayNames, code: string): string {
  return /^[A-Z]{2}$/.test(code) ? (names.of(code) ?? code) : code;
}

function notesOf(invoice: Invoice, texts: SiteTexts): string[] {
  const { t } = texts;
  const { kind, reason, taxes, vatIdVerdict, buyer, seller } = invoice;
  const note = taxNoteOf(invoice, texts);
  return [
    ...(reason === null ? [] : [t('invoice.reason', { reason })]),
    ...(taxes.length > 0 ? [t('invoice.allTaxed')] : []),
    ...(note === null ? [] : [note]),
    ...(kind === 'invoice' && vatIdVerdict === 'unavailable' && taxes.length > 0 && buyer.vatId
      ? [t('invoice.unconfirmed', { vatId: buyer.vatId, email: seller.email ?? '' })]
      : []),
  ];
}

function paymentLines(invoice: Invoice, { t, locale }: SiteTexts): string[] {
  const { corrects, dueOn, reference, seller } = invoice;
  if (corrects) return [t('invoice.terms.credit', { reference: corrects.reference })];
  if (dueOn === null) return [t('invoice.terms.paid')];
  return [t('invoice.terms.due', { date: dayText(locale, dueOn), reference }), ...(seller.paymentDetails ?? [])];
}

const rateFormat = (locale: string) => new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 3 });
const dayFormat = (locale: string, timeZone: string) =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone });

/** @param day `YYYY-MM-DD` */
function dayText(locale: string, day: string): string {
  return dayFormat(locale, 'UTC').format(new Date(`${day}T12:00:00Z`));
}
