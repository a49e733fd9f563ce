import { ADMINISTRATION_ROLES } from '../accounts/account-roles.js';

/** A button of the editor: its name, and the elements with attributes that it creates. */
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
  // The editor's own element for embedded media: pages replace it with one that requires consent.
  { name: 'mediaEmbed', makes: { figure: [], oembed: ['url'] } },
  ...PLAIN.slice(-2),
];

/** Elements that every text may contain, regardless of the buttons. */
const ALWAYS: Tool['makes'] = { p: [], br: [] };

/** The editor buttons available to an author, by their roles (ROLE-07). */
export function toolbarOf(roles: readonly string[]): readonly string[] {
  return toolsOf(roles).map(({ name }) => name);
}

/** All elements and attributes that those buttons can create. */
export function markupOf(roles: readonly string[]): Readonly<Record<string, readonly string[]>> {
  return Object.assign({}, ALWAYS, ...toolsOf(roles).map(({ makes }) => makes)) as Record<string, readonly string[]>;
}

function toolsOf(roles: readonly string[]): readonly Tool[] {
  return roles.some((role) => (ADMINISTRATION_ROLES as readonly string[]).includes(role)) ? ADMINISTRATIONS : PLAIN;
}
