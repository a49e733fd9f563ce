/** Texts of the catalogue `job-wizard.assistant` that the browser renders by itself. */
export const ASSISTANT_TEXTS = [
  ...(['title', 'intro', 'privacy', 'language', 'start', 'again', 'stop', 'working', 'ready', 'cut'] as const),
  ...(['stopped', 'draft', 'insert', 'discard', 'inserted', 'discarded', 'lost'] as const),
] as const;

export type AssistantTexts = Readonly<Record<(typeof ASSISTANT_TEXTS)[number], string>>;
