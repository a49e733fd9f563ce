import type { ProfileAddressFragment } from '#contract/generated/operations.js';
import { countryName } from '../../../lib/format';

/** Countries in which the postal code precedes the town. */
const CODE_FIRST = ['DE', 'AT', 'CH', 'FR', 'BE', 'LU', 'NL', 'IT', 'ES', 'PT', 'DK', 'SE', 'NO', 'FI', 'PL'];

/** An address in the format of an envelope. */
export function addressLines(address: ProfileAddressFragment, locale: string): string[] {
  const { addressLine1, addressLine2, zip, locality, administrativeArea, countryCode } = address;
  const town = CODE_FIRST.includes(countryCode)
    ? join([zip, locality], ' ')
    : join([locality, join([administrativeArea, zip], ' ')], ', ');
  return [addressLine1, addressLine2, town, countryName(countryCode, locale)].filter((line) => !!line) as string[];
}

function join(parts: readonly (string | null)[], between: string): string {
  return parts.filter((part) => !!part).join(between);
}
