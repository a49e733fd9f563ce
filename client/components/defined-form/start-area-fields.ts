/** Suggests the areas of the selected country in a field for a province or region. */
export function startAreaFields(form: HTMLFormElement): void {
  for (const input of form.querySelectorAll<HTMLInputElement>('input[list="areas"]'))
    input.addEventListener('focus', () => {
      offerAreas(form, input);
    });
}

/** Reduces the list with the areas of all countries to the country selected beside the field. */
function offerAreas(form: HTMLFormElement, { name, list }: HTMLInputElement): void {
  const beside = name.replace('administrativeArea', 'countryCode').replace('AdministrativeArea', 'CountryCode');
  const country = form.elements.namedItem(beside);
  const code = country instanceof HTMLSelectElement ? country.value : '';
  for (const option of list?.querySelectorAll('option') ?? [])
    option.disabled = code !== '' && option.dataset.country !== code;
}
