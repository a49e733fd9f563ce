import type { IslandLoaders } from '../lib/islands/island-behaviour';

/** React components that only pages for logged-in users contain: other browsers do not load their names. */
export const accountIslands: IslandLoaders = {
  entitlements: async () => (await import('../features/dashboard/entitlements')).Entitlements,
  'description-assistant': async () =>
    (await import('../features/job-editing/assistant/description-assistant')).DescriptionAssistant,
};
