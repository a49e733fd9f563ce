import { slotText } from '#shared/time-zones/slot-text.js';

/** @returns the zone of the browser, such as `Europe/Berlin` */
function browserZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** Says when an interview is in the zone of the browser, where that is another one than the employer's. */
export function showOwnTime(element: HTMLElement): void {
  const { ownTime = '', minutes = '0', zone = '', locale = 'en', text = '' } = element.dataset;
  const own = browserZone();
  if (!own || own === zone) return;
  element.textContent = text.replace('{time}', slotText(new Date(ownTime), Number(minutes), { locale, timeZone: own }));
  element.hidden = false;
}

/** Chooses the zone of the browser in a form that nobody has filled in yet. */
export function chooseOwnZone(select: HTMLSelectElement): void {
  const own = browserZone();
  if ([...select.options].some(({ value }) => value === own)) select.value = own;
}
