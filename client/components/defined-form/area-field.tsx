import type { ReactNode } from 'react';
import { areaCode, areasOfCountry } from '#shared/places/areas-of-country.js';
import { usePage } from '../../lib/page-context';
import { FormField } from '../ui/forms/form-field';
import { Select } from './choice-fields';

/** One list serves all fields of a page: a form may ask for many addresses. */
export const AREA_LIST_ID = 'areas';

/** The areas of the site's countries; none of a country whose areas are not known. */
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
  'aria-required'?: boolean | undefined;
}

/**
 * A province, state or region. On a site of one country whose areas are known it is chosen from a list. Elsewhere it is typed, and those of
 * the site's countries are offered (`AreaList`): without scripts, a list can't follow the country that somebody chooses.
 */
export function AreaField({ value, maxLength, ...props }: AreaFieldProps) {
  const [only, ...others] = useAreas();
  if (!only || others.length > 0 || only.areas.length === 0)
    return <FormField {...props} type="text" maxLength={maxLength} defaultValue={value} list={AREA_LIST_ID} />;
  const stored = value === '' ? '' : areaCode(only.country, value);
  const options = only.areas.map(({ code, name }) => ({ value: code, text: name }));
  // What was stored before there was a list stays, even if the list does not have it.
  if (stored !== '' && !options.some((option) => option.value === stored))
    options.push({ value: stored, text: stored });
  return <Select {...props} options={options} value={stored} />;
}

/** What `AreaField` offers on a site of several countries; once a page. */
export function AreaList() {
  const { site } = usePage();
  return site.countries.length < 2 ? null : <AreaOptions />;
}

/** What a field offers in which the area of any country may be typed: those of the site's countries. */
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

/** @param kind of a field @returns whether it asks for a province, state or region */
export function isArea(kind: string): boolean {
  return kind === 'administrativeArea' || kind === 'companyAdministrativeArea';
}
