import { ADMINISTRATION_ROLES } from '../accounts/account-roles.js';

/** What a button of the editor makes: its name there, and the elements with their attributes. */
interface Tool {
  name: string;
  makes: Readonly<Record<string, readonly string[]>>;
}

const PLAIN: readonly Tool[] = [
  { name: 'heading', makes: { h3: [], h4: [] } },
  { name: 'bold', makes: { strong: [] } },
  { name: 'italic', makes: { em: [] } },
  { name: 'link', makes: { a: ['href', 'rel'] } },
  { name: 'bulletedList', makes: { ul: [], li: [] } },
  { name: 'numberedList', makes: { ol: [], li: [] } },
  { name: 'blockQuote', makes: { blockquote: [] } },
  { name: 'undo', makes: {} },
  { name: 'redo', makes: {} },
];

const ADMINISTRATIONS: readonly Tool[] = [
  ...PLAIN.slice(0, -2),
  { name: 'outdent', makes: {} },
  { name: 'indent', makes: {} },
  {
    name: 'insertTable',
    makes: {
      figure: [],
      table: [],
      thead: [],
      tbody: [],
      tr: [],
      th: ['scope', 'colspan', 'rowspan'],
      td: ['colspan', 'rowspan'],
    },
  },
  // The editor's own element for what is embedded: pages turn it into one that asks first.
  { name: 'mediaEmbed', makes: { figure: [], oembed: ['url'] } },
  ...PLAIN.slice(-2),
];

/** Every text has them, whatever the buttons. */
const ALWAYS: Tool['makes'] = { p: [], br: [] };

/** The buttons that somebody has who writes rich text, by their roles (ROLE-07). */
export function toolbarOf(roles: readonly string[]): readonly string[] {
  return toolsOf(roles).map(({ name }) => name);
}

/** What those buttons can make, and nothing else: elements with their attributes. */
export function markupOf(roles: readonly string[]): Readonly<Record<string, readonly string[]>> {
  return Object.assign({}, ALWAYS, ...toolsOf(roles).map(({ makes }) => makes)) as Record<string, readonly string[]>;
}

function toolsOf(roles: readonly string[]): readonly Tool[] {
  return roles.some((role) => (ADMINISTRATION_ROLES as readonly string[]).includes(role)) ? ADMINISTRATIONS : PLAIN;
}
