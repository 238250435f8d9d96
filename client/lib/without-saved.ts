/** What is left of a text once `saved` of it has been saved: what was typed meanwhile, or another text. */
export const withoutSaved = (text: string, saved: string) =>
  text.startsWith(saved) ? text.slice(saved.length).trimStart() : text
