/** A stored file, as a field of a form holds it. */
export interface FormFile {
  id: string;
  name: string;
}

/** A form holds the id of a file and its name as one value. */
export function fileValue({ id, name }: FormFile): string {
  return `${id} ${name}`;
}

/** @returns undefined for what is no file */
export function readFileValue(value: string | undefined): FormFile | undefined {
  const at = value?.indexOf(' ') ?? -1;
  return value !== undefined && at > 0 ? { id: value.slice(0, at), name: value.slice(at + 1) } : undefined;
}

const DAY = /^(\d{4})-(\d\d)-(\d\d)$/;
const MIN_YEAR = 1900;

/** @param text `2026-11-21` @returns its beginning in UTC; undefined for what is no day */
export function dayOf(text: string): Date | undefined {
  if (!DAY.test(text)) return undefined;
  const date = new Date(`${text}T00:00:00Z`);
  // The 31st of a shorter month is a day of the next one.
  return Number.isNaN(date.getTime()) || date.toISOString().slice(0, 10) !== text ? undefined : date;
}

/** @param text `2026-11`, as browsers send a month, or `11/2026`, as people write it @returns the first of these; undefined for what is no month */
export function monthOf(text: string): string | undefined {
  const [, year, month] = /^(\d{4})-(\d{1,2})$/.exec(text) ?? [];
  const [, typedMonth, typedYear] = /^(\d{1,2})[/. ]+(\d{4})$/.exec(text) ?? [];
  const [y, m] = [Number(year ?? typedYear), Number(month ?? typedMonth)];
  if (!(y >= MIN_YEAR && m >= 1 && m <= 12)) return undefined;
  return `${y}-${String(m).padStart(2, '0')}`;
}
