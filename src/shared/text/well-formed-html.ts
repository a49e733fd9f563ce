import { html as namespaces, parseFragment, serialize, type DefaultTreeAdapterMap } from 'parse5';
import { withoutBidiControls } from './bidi-controls.js';
import { escapeHtml } from './escape-html.js';

/** Of whose text nothing is to be seen, when their tags are taken out. For sanitize-html. */
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

/** Markup whose second reading differs from its first is rare, and settles after one or two more. */
const MAX_READINGS = 5;
/** Or characters that browsers replace while they read. */
const HAS_MARKUP = /[<&\r\0]/;
const ADDRESS_ATTRIBUTES = ['href', 'src', 'url'];

/**
 * The same HTML as a browser understands it: read by the rules of the HTML standard and written anew, so that every element ends where
 * it seems to and nothing of it can reach the page around. A list item outside every list, which would end an item of the page, gets a
 * list of its own. Characters that change the direction of text are removed, entities included.
 *
 * @param sanitised HTML in which only permitted elements are left; this function does not choose them
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

/** The sanitiser escapes more than a browser does. Without the difference, one reading tells that most texts are right as they are. */
function inBrowserSpelling(sanitised: string): string {
  return sanitised.replace(/&quot;(?=[^<>]*(?:<|$))/g, '"').replaceAll('\u00a0', '&nbsp;');
}

function readAndWrite(source: string): string {
  const root = parseFragment(division(), source, {});
  tidy(root);
  // The form of an empty element that everything else in the product writes. In text and addresses `<` is written otherwise.
  return serialize(root).replace(/<(br|hr)>/g, '<$1 />');
}

/** Where all such HTML is put: the rules depend on what stands around. */
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

/** Puts neighbouring list items that stand in no list into one. */
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
