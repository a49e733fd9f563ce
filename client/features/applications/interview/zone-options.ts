import { zoneName } from '#shared/time-zones/slot-text.js';

let options: readonly (readonly [value: string, label: string])[] | undefined;

/** @returns the zones that there are, for a select; `UTC` first */
export function zoneOptions(): readonly (readonly [value: string, label: string])[] {
  options ??= ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')].map(
    (zone) => [zone, zoneName(zone)] as const,
  );
  return options;
}
