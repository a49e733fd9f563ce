/** Formats a size in megabytes, such as `10 MB`, in the given locale. */
export function formatMegabytes(bytes: number, locale: string): string {
  return new Intl.NumberFormat(locale, { style: 'unit', unit: 'megabyte' }).format(bytes / 1_000_000);
}
