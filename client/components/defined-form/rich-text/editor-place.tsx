export interface EditorProps {
  /** Name of the text area in the same form that the editor replaces. */
  name: string;
}

/** The server's rendering of the island `rich-text`: the editor's code runs only in browsers. */
export function EditorPlace({ name }: EditorProps) {
  return <div data-editor={name} />;
}
