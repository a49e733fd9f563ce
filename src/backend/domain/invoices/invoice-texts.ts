import type { BackendSite } from '#contract/backend/backend.js';
import { textsOf, type SiteTexts } from '../../platform/texts/site-texts.js';
import type { TaxNote } from '../tax/tax-decision.js';
import type { TaxName } from '../tax/tax-rates.js';
import type { Invoice } from './invoice-rows.js';

/** Fixed texts of an invoice, in its own language. */
export function invoiceTexts(
  invoice: Pick<Invoice, 'locale'>,
  site: Pick<BackendSite, 'locales' | 'texts'>,
): SiteTexts {
  return textsOf(site, invoice.locale);
}

/** @returns the note on its tax; null if none is required */
export function taxNoteOf({ taxNote }: Pick<Invoice, 'taxNote'>, { t }: SiteTexts): string | null {
  return taxNote === null ? null : t(`invoice.taxNote.${taxNote as TaxNote}`);
}

/** @returns the name of a tax, such as `GST`. */
export function taxNameOf({ tax }: { tax: string }, { t }: SiteTexts): string {
  return t(`invoice.taxName.${tax as TaxName}`);
}
