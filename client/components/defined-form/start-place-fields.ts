import { PlaceSuggestionsDocument, type PlaceSuggestionsQuery } from '#contract/generated/operations.js';
import { browserGraphql } from '../../lib/browser-graphql';
import { startAreaFields } from './start-area-fields';

const DELAY_MS = 250;
type Place = PlaceSuggestionsQuery['placeSuggestions'][number];

/** Suggests matching places while a town is typed (SEARCH-05); choosing one also fills in region and country. */
export function startPlaceFields(form: HTMLFormElement): void {
  for (const input of form.querySelectorAll<HTMLInputElement>('input[name="locality"], input[name$=".locality"]'))
    watch(form, input);
  startAreaFields(form);
}

function watch(form: HTMLFormElement, input: HTMLInputElement): void {
  const list = document.createElement('datalist');
  list.id = `${input.id}-places`;
  input.after(list);
  input.setAttribute('list', list.id);
  let places: readonly Place[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let asking = new AbortController();
  input.addEventListener('input', () => {
    clearTimeout(timer);
    const chosen = places.find(({ label }) => label === input.value);
    if (chosen) {
      take(form, input, chosen);
      return;
    }
    timer = setTimeout(() => void ask(), DELAY_MS);
  });

  async function ask(): Promise<void> {
    const text = input.value.trim();
    asking.abort();
    asking = new AbortController();
    if (text === '') return;
    try {
      const { placeSuggestions } = await browserGraphql(
        PlaceSuggestionsDocument,
        { text },
        { locale: document.documentElement.lang, signal: asking.signal },
      );
      places = placeSuggestions;
      list.replaceChildren(
        ...places.map(({ label }) => {
          const option = document.createElement('option');
          option.value = label;
          return option;
        }),
      );
    } catch {
      // Without suggestions, the typed text still counts.
    }
  }
}

/** The field keeps only the name of the town. */
function take(form: HTMLFormElement, input: HTMLInputElement, { label, country, administrativeArea }: Place): void {
  const before = input.name.slice(0, -'locality'.length);
  input.value = label.split(',')[0]!.trim();
  const fill = (name: string, value: string | null | undefined) => {
    const field = form.elements.namedItem(before + name);
    if (value && (field instanceof HTMLInputElement || field instanceof HTMLSelectElement)) field.value = value;
  };
  fill('administrativeArea', administrativeArea);
  fill('countryCode', country);
}
