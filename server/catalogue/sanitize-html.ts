import sanitize from 'sanitize-html'

/** Removes every element and attribute that an item's description may not contain, and the blanks around the rest. */
export const sanitizeDescription = (html: string) =>
  sanitize(html, {
    allowedTags: ['p', 'h3', 'h4', 'ul', 'ol', 'li', 'strong', 'em', 'br', 'a'],
    allowedAttributes: { a: ['href', 'rel'] },
    allowedSchemes: ['https'],
    // `//evil.example` would be a link of the page's own scheme.
    allowProtocolRelative: false,
    transformTags: { a: sanitize.simpleTransform('a', { rel: 'nofollow noopener' }) },
  }).trim()
