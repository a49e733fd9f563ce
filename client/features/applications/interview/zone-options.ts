import { zoneName } from '#shared/time-zones/slot-text.js';

let options: readonly (readonly [value: string, label: string])[] | undefined;

/** @returns all time zones as options of a select element; `UTC` first */
export function zoneOptions(): readonly (readonly [value: string, label: string])[] {
  options ??= ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')].map(
    (zone) => [zone, zoneName(zone)] as const,
  );
  return options;
}
