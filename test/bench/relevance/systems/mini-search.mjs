// MiniSearch with the settings that its documentation suggests for a search field: titles are boosted, prefix and fuzzy search are on.
import MiniSearch from 'minisearch';

const DOCUMENTS = 50;
const SETTINGS = { boost: { title: 3 }, prefix: true, fuzzy: 0.2 };

/** @param corpus from open-corpus.mjs @returns `search(query)`, which returns job ids, best first, and `close` */
export async function openMiniSearch({ texts }) {
  const indexes = new Map();
  for (const { id, site, title, body } of texts) {
    if (!indexes.has(site)) indexes.set(site, new MiniSearch({ fields: ['title', 'body'], searchOptions: SETTINGS }));
    indexes.get(site).add({ id, title, body });
  }
  return {
    name: 'MiniSearch',
    search: async ({ text, where, site }) =>
      indexes
        .get(site)
        .search([text, where].filter(Boolean).join(' '))
        .slice(0, DOCUMENTS)
        .map(({ id }) => id),
    close: async () => indexes.clear(),
  };
}
