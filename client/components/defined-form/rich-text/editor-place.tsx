export interface EditorProps {
  /** Of the text area in the same form that the editor stands for. */
  name: string;
}

/** What the server renders of the island `rich-text`: the editor's code is for browsers alone. */
export function EditorPlace({ name }: EditorProps) {
  return <div data-editor={name} />;
}
