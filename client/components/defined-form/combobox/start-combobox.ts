import { OneChoice } from './one-choice';
import { SeveralChoices } from './several-choices';

/** Replaces the control behind it with a combobox: a long `<select>`, or checkboxes. */
export function startCombobox(frame: HTMLElement, until: AbortSignal): void {
  const control = frame.nextElementSibling as HTMLElement;
  const select = control.querySelector('select');
  if (select) new OneChoice(frame, control, select, until);
  else new SeveralChoices(frame, control, until);
}
