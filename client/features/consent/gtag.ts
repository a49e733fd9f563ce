const page = globalThis as typeof globalThis & { dataLayer?: unknown[] };

/** The queue of commands that Google's scripts process in order; the first script may be loaded much later. */
export function dataLayer(): unknown[] {
  return (page.dataLayer ??= []);
}

/** Google's scripts treat an entry as a command only if it is an `arguments` object, not an array. */
export const gtag: (...command: unknown[]) => void = function () {
  dataLayer().push(arguments);
};
