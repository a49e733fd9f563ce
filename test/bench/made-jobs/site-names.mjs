/** @returns names of the given number of sites: `default`, which the product has, and others that a benchmark adds */
export function siteNames(count) {
  return ['default', ...Array.from({ length: count - 1 }, (_, index) => `scale-${index + 2}`)];
}
