const MAX_LENGTH = 300;
const ADDRESS = /\b[a-z][a-z0-9+.-]*:\/\/\S+/gi;

/** A failure as it may be shown: what servers quote of a mail, or a feed's address, may hold a link that gives access to something. */
export function shownReason(failure: string | null): string | null {
  if (failure === null) return null;
  const text = failure.replace(ADDRESS, '…').replace(/\s+/g, ' ').trim();
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text;
}
