import type { ReactNode } from 'react';
import { areaCode, areasOfCountry } from '#shared/places/areas.js';
import { usePage } from '../../lib/page-context';
import { FormField } from '../ui/forms/form-field';
import { Select } from './choice-fields';

/** One list serves all fields of a page, because a form may have many addresses. */
export const AREA_LIST_ID = 'areas';

/** Returns the areas of the site's countries; a country whose areas are unknown has none. */
function useAreas() {
  const { locale, site } = usePage();
  const language = locale.split('-')[0]!;
  return site.countries.map((country) => ({ country, areas: areasOfCountry(country, language) }));
}

interface AreaFieldProps {
  name: string;
  label: ReactNode;
  help: string | undefined;
  error: string | undefined;
  value: string;
  maxLength: number | undefined;
  autoComplete?: string | undefined;
  'aria-required'?: boolean | undefined;
}

/**
 * A province, state or region. On a site with one country whose areas are known, it is chosen from a list. On other
 * sites it is typed, and the areas of the site's countries are suggested (`AreaList`): without scripts, a list cannot
 * follow the selected country.
 */
export function AreaField({ value, maxLength, ...props }: AreaFieldProps) {
  const [only, ...others] = useAreas();
  if (!only || others.length > 0 || only.areas.length === 0)
    return <FormField {...props} type="text" maxLength={maxLength} defaultValue={value} list={AREA_LIST_ID} />;
  const stored = value === '' ? '' : areaCode(only.country, value);
  const options = only.areas.map(({ code, name }) => ({ value: code, text: name }));
  // A value that was stored before the list existed is kept, even if the list does not contain it.
  if (stored !== '' && !options.some((option) => option.value === stored))
    options.push({ value: stored, text: stored });
  return <Select {...props} options={options} value={stored} />;
}

/** The suggestions for `AreaField` on a site with several countries; rendered once per page. */
export function AreaList() {
  const { site } = usePage();
  return site.countries.length < 2 ? null : <AreaOptions />;
}

/** The suggestions for a field that accepts areas of any country: the areas of the site's countries. */
export function AreaOptions() {
  const { locale } = usePage();
  const lists = useAreas();
  const names = new Intl.DisplayNames([locale], { type: 'region' });
  return (
    <datalist id={AREA_LIST_ID}>
      {lists.flatMap(({ country, areas }) =>
        areas.map(({ code, name }) => (
          <option key={`${country} ${code}`} value={code} data-country={country}>
            {`${name}, ${names.of(country) ?? country}`}
          </option>
        )),
      )}
    </datalist>
  );
}

/** @param kind kind of a field @returns whether the field holds a province, state or region */
export function isArea(kind: string): boolean {
  return kind === 'administrativeArea' || kind === 'companyAdministrativeArea';
}
