import { html as namespaces, parseFragment, serialize, type DefaultTreeAdapterMap } from 'parse5';
import { withoutBidiControls } from './typed-lines.js';
import { escapeHtml } from './markup.js';

/** Elements whose text is invisible and must be removed with them. For sanitize-html. */
export const NON_TEXT_TAGS = [
  'script',
  'style',
  'textarea',
  'option',
  'noscript',
  'template',
  'iframe',
  'object',
  'svg',
  'math',
  'title',
  'xmp',
];

type Element = DefaultTreeAdapterMap['element'];
type ParentNode = DefaultTreeAdapterMap['parentNode'];
type ChildNode = DefaultTreeAdapterMap['childNode'];

/** Maximum number of parse passes. Markup that changes in the second pass is rare, and becomes stable after one or two more. */
const MAX_READINGS = 5;
/** Characters of markup, or characters that HTML parsers replace. */
const HAS_MARKUP = /[<&\r\0]/;
const ADDRESS_ATTRIBUTES = ['href', 'src', 'url'];

/**
 * Normalizes HTML to what a browser makes of it: parsed by the rules of the HTML standard and serialized again, so that every element is
 * closed and cannot affect the page around it. A list item outside a list, which would end a list item of the page, gets its own list.
 * Characters that change the direction of text are removed, including their entities.
 *
 * @param sanitised HTML that contains only permitted elements; this function does not filter elements
 */
export function wellFormedHtml(sanitised: string): string {
  if (!HAS_MARKUP.test(sanitised)) return withoutBidiControls(sanitised);
  let current = inBrowserSpelling(sanitised);
  for (let reading = 0; reading < MAX_READINGS; reading++) {
    const next = readAndWrite(current);
    if (next === current) return current;
    current = next;
  }
  return escapeHtml(textOf(parseFragment(division(), current, {})));
}

/** The sanitizer escapes more than browsers do. With the browser's escaping, one pass is enough to see that most texts need no change. */
function inBrowserSpelling(sanitised: string): string {
  return sanitised.replace(/&quot;(?=[^<>]*(?:<|$))/g, '"').replaceAll('\u00a0', '&nbsp;');
}

function readAndWrite(source: string): string {
  const root = parseFragment(division(), source, {});
  tidy(root);
  // The form of void elements that the rest of the product uses. In text and attributes `<` is escaped.
  return serialize(root).replace(/<(br|hr)>/g, '<$1 />');
}

/** Creates the context element in which the HTML is parsed, because the parsing rules depend on it. */
function division(): Element {
  const element = { nodeName: 'div', tagName: 'div', attrs: [], childNodes: [], namespaceURI: namespaces.NS.HTML };
  return { ...element, parentNode: null };
}

function tidy(parent: ParentNode): void {
  const isList = parent.nodeName === 'ul' || parent.nodeName === 'ol';
  if (!isList && parent.childNodes.some(({ nodeName }) => nodeName === 'li')) wrapItems(parent);
  parent.childNodes = parent.childNodes.filter(({ nodeName }) => nodeName !== '#comment');
  for (const node of parent.childNodes) {
    if ('value' in node) node.value = withoutBidiControls(node.value);
    if (!('attrs' in node)) continue;
    for (const attribute of node.attrs) attribute.value = tidyAttribute(attribute.name, attribute.value);
    tidy(node);
  }
}

function tidyAttribute(name: string, value: string): string {
  const clean = withoutBidiControls(value);
  return ADDRESS_ATTRIBUTES.includes(name) ? clean.replace(/</g, '%3C').replace(/>/g, '%3E') : clean;
}

/** Wraps adjacent list items outside a list in a list. */
function wrapItems(parent: ParentNode): void {
  const result: ChildNode[] = [];
  let list: Element | undefined;
  for (const node of parent.childNodes) {
    if (node.nodeName !== 'li') {
      list = undefined;
      result.push(node);
      continue;
    }
    if (!list) {
      list = { ...division(), nodeName: 'ul', tagName: 'ul', parentNode: parent };
      result.push(list);
    }
    node.parentNode = list;
    list.childNodes.push(node);
  }
  parent.childNodes = result;
}

function textOf(parent: ParentNode): string {
  return parent.childNodes
    .map((node) => ('value' in node ? node.value : 'childNodes' in node ? textOf(node) : ''))
    .join(' ');
}
