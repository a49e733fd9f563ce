const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** For text between tags and within quoted attributes. Control characters, which nobody can see, are left out. */
export function escapeHtml(text: string): string {
  return text.replace(/[^\P{Cc}\n]/gu, '').replace(/[&<>"']/g, (character) => ENTITIES[character]!);
}
