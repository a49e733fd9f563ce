import {
  BlockQuote,
  Bold,
  ClassicEditor,
  Essentials,
  Heading,
  Indent,
  Italic,
  Link,
  List,
  MediaEmbed,
  Paragraph,
  PasteFromOffice,
  Table,
  TableToolbar,
  type Translations,
} from 'ckeditor5';
import editorStyles from 'ckeditor5/ckeditor5-editor.css?inline';
import { htmlOfPlainText, isMarkup } from '#shared/text/plain-text.js';
import { onInsertText } from './insert-text';
import ownStyles from './rich-text.css?inline';

const PLAIN = [BlockQuote, Bold, Essentials, Heading, Italic, Link, List, Paragraph, PasteFromOffice];
const TABLES_AND_MEDIA = [Indent, MediaEmbed, Table, TableToolbar];

const TRANSLATIONS: Record<string, () => Promise<{ default: Translations }>> = {
  de: () => import('ckeditor5/translations/de.js'),
  fr: () => import('ckeditor5/translations/fr.js'),
};

/**
 * Puts CKEditor in the place of a text area, with the buttons that the page names (`data-toolbar`). The area stays what is sent, as HTML, and
 * what is told of changes.
 */
export async function startRichTextEditor(area: HTMLTextAreaElement): Promise<void> {
  const language = document.documentElement.lang.slice(0, 2);
  const translations = await TRANSLATIONS[language]?.();
  document.adoptedStyleSheets.push(sheetOf(editorStyles), sheetOf(ownStyles));
  const toolbar = area.dataset.toolbar!.split(' ');
  const editor = await ClassicEditor.create({
    licenseKey: 'GPL',
    attachTo: area,
    root: { initialData: htmlIn(area), label: area.labels[0]?.firstChild?.textContent ?? area.name },
    language,
    ...(translations ? { translations: [translations.default] } : {}),
    plugins: toolbar.includes('insertTable') ? [...PLAIN, ...TABLES_AND_MEDIA] : PLAIN,
    toolbar,
    heading: {
      options: [
        { model: 'paragraph', title: 'Paragraph', class: 'ck-heading_paragraph' },
        { model: 'heading3', view: 'h3', title: 'Heading 1', class: 'ck-heading_heading3' },
        { model: 'heading4', view: 'h4', title: 'Heading 2', class: 'ck-heading_heading4' },
      ],
    },
    link: { defaultProtocol: 'https://' },
    table: { contentToolbar: ['tableColumn', 'tableRow', 'mergeTableCells'] },
    // Nothing of others is loaded to show it: an address is all there is to see.
    mediaEmbed: { providers: [{ name: 'any', url: /^(https:\/\/.+)$/ }] },
  });
  takePlaceOf(area, editor);
  onInsertText(area, (html) => append(editor, html));
  editor.model.document.on('change:data', () => {
    area.value = editor.getData();
    area.dispatchEvent(new Event('input', { bubbles: true }));
  });
}

/** What the page has put there as HTML, or what was typed before the editor came. */
function htmlIn(area: HTMLTextAreaElement): string {
  if (area.value === area.defaultValue) return area.dataset.html!;
  return isMarkup(area.value) ? area.value : htmlOfPlainText(area.value);
}

/** Below what stands there, as one step that can be undone. */
function append(editor: ClassicEditor, html: string): void {
  const hasText = editor.getData() !== '';
  if (!hasText) editor.data.set(html, { batchType: { isUndoable: true } });
  else {
    const content = editor.data.parse(html);
    editor.model.change((writer) => {
      editor.model.insertContent(content, writer.createPositionAt(editor.model.document.getRoot()!, 'end'));
    });
  }
  editor.editing.view.focus();
}

/** What is said of the area, and links to it, are of the editor. */
function takePlaceOf(area: HTMLTextAreaElement, editor: ClassicEditor): void {
  const { id } = area;
  const said = area.getAttributeNames().filter((name) => name.startsWith('aria-'));
  area.id = `${id}-source`;
  editor.editing.view.change((writer) => {
    const root = editor.editing.view.document.getRoot()!;
    writer.setAttribute('id', id, root);
    for (const name of said) writer.setAttribute(name, area.getAttribute(name)!, root);
  });
  document.querySelector(`#${id}-help [data-plain-text]`)?.remove();
  document.querySelector(`label[for="${id}"]`)?.addEventListener('click', () => {
    editor.editing.view.focus();
  });
}

/** Not in the style sheet of all pages, nor in one of its own: where there are several, Vike links none. */
function sheetOf(css: string): CSSStyleSheet {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  return sheet;
}
