const page = globalThis as typeof globalThis & { dataLayer?: unknown[] };

/** What Google's scripts read in the order in which it was written; the first of them may come much later. */
export function dataLayer(): unknown[] {
  return (page.dataLayer ??= []);
}

/** Google's scripts take an entry for a command only where it is the arguments of a function, and not where it is a list. */
export const gtag: (...command: unknown[]) => void = function () {
  dataLayer().push(arguments);
};
