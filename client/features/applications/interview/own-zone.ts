import { slotText } from '#shared/time-zones/time-zone.js';

/** @returns the browser's time zone, such as `Europe/Berlin` */
function browserZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** Shows the time of an interview in the browser's time zone if it differs from the employer's. */
export function showOwnTime(element: HTMLElement): void {
  const { ownTime = '', minutes = '0', zone = '', locale = 'en', text = '' } = element.dataset;
  const own = browserZone();
  if (!own || own === zone) return;
  element.textContent = text.replace('{time}', slotText(new Date(ownTime), Number(minutes), { locale, timeZone: own }));
  element.hidden = false;
}

/** Preselects the browser's time zone in a form that was not filled in yet. */
export function chooseOwnZone(select: HTMLSelectElement): void {
  const own = browserZone();
  if ([...select.options].some(({ value }) => value === own)) select.value = own;
}
