import type { Insertable } from 'kysely';
import type { ProductTable } from '../../platform/database/tables/product-tables.js';

interface SeededProduct extends Omit<Insertable<ProductTable>, 'site' | 'names' | 'descriptions' | 'position'> {
  names: Record<string, string>;
  /** Minor units, by currency. */
  prices: Record<string, number>;
}

const contacts = (prices: Record<string, number>[]): SeededProduct[] =>
  [5, 20].map((count, index) => ({
    code: `contact-credits-${count}`,
    contact_credits: count,
    credit_days: 365,
    prices: prices[index]!,
    names: {
      en: `${count} resume contacts`,
      de: `${count} Kontakte zu Lebensläufen`,
      fr: `${count} contacts avec des candidats`,
    },
  }));

const placement = (kind: 'featured' | 'top', prices: Record<string, number>): SeededProduct => ({
  code: kind === 'featured' ? 'featured-14' : 'top-14',
  [kind === 'featured' ? 'featured_days' : 'top_days']: 14,
  prices,
  names:
    kind === 'featured'
      ? {
          en: 'Featured job for 14 days',
          de: 'Hervorgehobene Stelle für 14 Tage',
          fr: 'Offre mise en avant pendant 14 jours',
        }
      : {
          en: 'Top of the list for 14 days',
          de: 'Oben in der Liste für 14 Tage',
          fr: 'En tête de liste pendant 14 jours',
        },
});

/**
 * Default products by the name of a site, until its administrators change them; other sites sell nothing. Prices are examples. `europe`
 * has no self-service: people request a quote.
 */
export const seededProducts: Readonly<Record<string, readonly SeededProduct[]>> = {
  default: [
    ...contacts([{ USD: 4900 }, { USD: 14_900 }]),
    placement('featured', { USD: 9900 }),
    placement('top', { USD: 5900 }),
  ],
  'charity-ca': [
    ...[1, 5].map((count) => ({
      code: `job-credits-${count}`,
      job_credits: count,
      credit_days: 365,
      prices: { CAD: count === 1 ? 12_500 : 49_900 },
      names: {
        en: count === 1 ? 'One job' : `${count} jobs`,
        de: count === 1 ? 'Eine Stelle' : `${count} Stellen`,
        fr: count === 1 ? 'Une offre d’emploi' : `${count} offres d’emploi`,
      },
    })),
    ...contacts([{ CAD: 5900 }, { CAD: 17_900 }]),
  ],
  uk: [
    ...[5, 20].map((slots) => ({
      code: `slots-${slots}`,
      subscription_months: 12,
      job_slots: slots,
      contact_slots: slots * 2,
      renewal: 'automatic' as const,
      prices: { GBP: slots === 5 ? 60_000 : 180_000 },
      names: {
        en: `${slots} job slots for a year`,
        de: `${slots} Stellenplätze für ein Jahr`,
        fr: `${slots} emplacements d’offres pour un an`,
      },
    })),
    placement('top', { GBP: 4900 }),
  ],
};
