import { CKEditor } from '@ckeditor/ckeditor5-react';
import {
  BlockQuote,
  Bold,
  ClassicEditor,
  type EditorConfig,
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
import { useEffect, useRef, useState } from 'react';
import { htmlOfPlainText, isMarkup } from '#shared/text/plain-text.js';
import type { EditorProps } from '../plain-field';
import { onInsertText } from './insert-text';
import ownStyles from './rich-text.css?inline';

const PLAIN = [BlockQuote, Bold, Essentials, Heading, Italic, Link, List, Paragraph, PasteFromOffice];
const TABLES_AND_MEDIA = [Indent, MediaEmbed, Table, TableToolbar];

const TRANSLATIONS: Record<string, () => Promise<{ default: Translations }>> = {
  de: () => import('ckeditor5/translations/de.js'),
  fr: () => import('ckeditor5/translations/fr.js'),
};

/** Included neither in the style sheet of all pages nor in a separate one: if there are several, Vike links none. */
const STYLE_SHEETS = [editorStyles, ownStyles].map((css) => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  return sheet;
});

/** The initial content of the editor. */
interface Source {
  area: HTMLTextAreaElement;
  /** The value of the field at that moment. */
  typed: string;
  data: string;
  config: EditorConfig;
}

/**
 * CKEditor in place of a text area, with the buttons that the page names (`data-toolbar`). The text area remains the
 * form field: it holds the HTML and receives the change events. It also stays visible if the editor cannot be started.
 */
export function RichTextEditor({ name }: EditorProps) {
  const host = useRef<HTMLDivElement>(null);
  const leaving = useRef<AbortController>(undefined);
  const [source, setSource] = useState<Source>();

  useEffect(() => {
    const controller = (leaving.current = new AbortController());
    const area = host.current!.closest('form')!.querySelector<HTMLTextAreaElement>(`textarea[name="${name}"]`)!;
    void sourceOf(area).then((found) => {
      if (!controller.signal.aborted) setSource(found);
    });
    return () => controller.abort();
  }, [name]);

  const connect = (editor: ClassicEditor, { area, typed }: Source) => {
    takePlaceOf(area, editor);
    // Text that was typed while the editor was loading, or was restored from the device.
    const follow = () => editor.data.set(htmlIn(area));
    if (area.value !== typed) follow();
    const { signal } = leaving.current!;
    area.addEventListener('change', follow, { signal });
    onInsertText(area, (html) => append(editor, html), signal);
  };

  return (
    <div ref={host} data-editor={name}>
      {source && (
        <CKEditor
          editor={ClassicEditor}
          config={source.config}
          data={source.data}
          onReady={(editor) => connect(editor, source)}
          onChange={(_event, editor) => writeTo(source.area, editor.getData())}
        />
      )}
    </div>
  );
}

async function sourceOf(area: HTMLTextAreaElement): Promise<Source> {
  const language = document.documentElement.lang.slice(0, 2);
  const translations = await TRANSLATIONS[language]?.();
  if (!document.adoptedStyleSheets.includes(STYLE_SHEETS[0]!)) document.adoptedStyleSheets.push(...STYLE_SHEETS);
  const toolbar = area.dataset.toolbar!.split(' ');
  const config: EditorConfig = {
    licenseKey: 'GPL',
    root: { label: area.labels[0]?.firstChild?.textContent ?? area.name },
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
    // Media are not loaded from other sites for a preview: only the address is shown.
    mediaEmbed: { providers: [{ name: 'any', url: /^(https:\/\/.+)$/ }] },
  };
  return { area, typed: area.value, data: htmlIn(area), config };
}

/** HTML that the page contains, or text that was typed before the editor was loaded. */
function htmlIn(area: HTMLTextAreaElement): string {
  if (area.value === area.defaultValue) return area.dataset.html!;
  return isMarkup(area.value) ? area.value : htmlOfPlainText(area.value);
}

function writeTo(area: HTMLTextAreaElement, html: string): void {
  area.value = html;
  area.dispatchEvent(new Event('input', { bubbles: true }));
}

/** Appends the HTML to the existing content as one step that can be undone. */
function append(editor: ClassicEditor, html: string): void {
  if (editor.getData() === '') editor.data.set(html, { batchType: { isUndoable: true } });
  else {
    const content = editor.data.parse(html);
    editor.model.change((writer) => {
      editor.model.insertContent(content, writer.createPositionAt(editor.model.document.getRoot()!, 'end'));
    });
  }
  editor.editing.view.focus();
}

/**
 * Moves the label, the descriptions and links from the text area to the editor. The editor may restart after an
 * internal error.
 */
function takePlaceOf(area: HTMLTextAreaElement, editor: ClassicEditor): void {
  const id = area.id.replace(/-source$/, '');
  const hasFocus = document.activeElement === area;
  const said = area.getAttributeNames().filter((name) => name.startsWith('aria-'));
  area.id = `${id}-source`;
  area.hidden = true;
  editor.editing.view.change((writer) => {
    const root = editor.editing.view.document.getRoot()!;
    writer.setAttribute('id', id, root);
    for (const name of said) writer.setAttribute(name, area.getAttribute(name)!, root);
  });
  document.querySelector(`#${id}-help [data-plain-text]`)?.remove();
  document.querySelector(`label[for="${id}"]`)?.addEventListener('click', () => {
    editor.editing.view.focus();
  });
  if (hasFocus) editor.editing.view.focus();
}
