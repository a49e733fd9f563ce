import type { UpcomingInterviewFieldsFragment } from '#contract/generated/operations.js';
import { slotText } from '#shared/time-zones/slot-text.js';
import { usePage } from '../../../lib/page-context';

/** @returns a text about a booked interview. @param text text from the catalogue, with `{time}` */
export function UpcomingTime({ interview, text }: { interview: UpcomingInterviewFieldsFragment; text: string }) {
  const { t, locale } = usePage();
  const { start, minutes, timeZone } = interview;
  return <>{t(text, { time: slotText(new Date(start), minutes, { locale, timeZone }) })}</>;
}
