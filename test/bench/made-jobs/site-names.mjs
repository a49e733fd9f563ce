/** @returns names of so many sites: `default`, which the product has, and further ones that a benchmark adds */
export function siteNames(count) {
  return ['default', ...Array.from({ length: count - 1 }, (_, index) => `scale-${index + 2}`)];
}
