/** A page that a new site has, by language. */
export interface SeededPage {
  slug: string;
  text: Record<'en' | 'de' | 'fr', { title: string; body: string }>;
}
