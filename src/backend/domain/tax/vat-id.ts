import * as jsvat from 'jsvat-next';
import { isEuMember } from './tax-decision.js';

/** A VAT id in normalized form. */
export interface VatId {
  /** Including the prefix, without spaces: `EL094259216`. */
  id: string;
  /** Prefix used by VIES: `EL` for Greece, `XI` for Northern Ireland. */
  prefix: string;
  number: string;
}

/** - `format`: format or check digits are wrong. - `country`: the id belongs to another country than the buyer's address. */
export type VatIdFault = 'format' | 'country';

/** Greece has a prefix other than its country code; Northern Ireland has one in addition to that of the United Kingdom. */
const PREFIXES: Readonly<Record<string, readonly string[]>> = { GR: ['EL'], GB: ['GB', 'XI'], IM: ['GB'], MC: ['FR'] };

/** @returns whether buyers of the country are asked for a VAT id: in the European Union and the United Kingdom */
export function hasVatIds(country: string): boolean {
  return isEuMember(country) || Object.hasOwn(PREFIXES, country);
}

/**
 * Parses a typed VAT id: with or without prefix, spaces, dots and hyphens, or `GR` instead of `EL`.
 *
 * @param country country of the buyer's address, one that `hasVatIds`
 */
export function readVatId(
  typed: string,
  country: string,
): { ok: true; vatId: VatId } | { ok: false; fault: VatIdFault } {
  const plain = typed
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\s.\-/]/g, '')
    .replace(/^GR/, 'EL');
  if (!/^[0-9A-Z+*]{4,16}$/.test(plain)) return { ok: false, fault: 'format' };
  const prefixes = PREFIXES[country] ?? [country];
  const isOwn = (id: string) => prefixes.includes(id.slice(0, 2)) && jsvat.checkVAT(id, jsvat.countries).isValid;
  // A complete id of another country must not be parsed as a number without prefix, which some countries' formats would allow.
  if (jsvat.checkVAT(plain, jsvat.countries).isValid && !isOwn(plain) && /^[A-Z]{2}/.test(plain))
    return { ok: false, fault: 'country' };
  const id = [plain, ...prefixes.map((prefix) => prefix + plain)].find(isOwn);
  if (id === undefined) return { ok: false, fault: 'format' };
  return { ok: true, vatId: { id, prefix: id.slice(0, 2), number: id.slice(2) } };
}
