/** `10 MB`, as people write it in that language. */
export function formatMegabytes(bytes: number, locale: string): string {
  return new Intl.NumberFormat(locale, { style: 'unit', unit: 'megabyte' }).format(bytes / 1_000_000);
}
