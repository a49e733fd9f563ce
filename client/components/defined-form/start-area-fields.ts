/** Offers, where a province or region is typed, those of the country that is chosen beside it. */
export function startAreaFields(form: HTMLFormElement): void {
  for (const input of form.querySelectorAll<HTMLInputElement>('input[list="areas"]'))
    input.addEventListener('focus', () => {
      offerAreas(form, input);
    });
}

/** Of the areas of all countries, those of the one that is chosen beside the field. */
function offerAreas(form: HTMLFormElement, { name, list }: HTMLInputElement): void {
  const beside = name.replace('administrativeArea', 'countryCode').replace('AdministrativeArea', 'CountryCode');
  const country = form.elements.namedItem(beside);
  const code = country instanceof HTMLSelectElement ? country.value : '';
  for (const option of list?.querySelectorAll('option') ?? [])
    option.disabled = code !== '' && option.dataset.country !== code;
}
