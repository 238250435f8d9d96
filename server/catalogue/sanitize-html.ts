import sanitize from 'sanitize-html'

/** The HTML that an item's description may have; anything else is dropped. */
export const cleanHtml = (html: string) =>
  sanitize(html, {
    allowedTags: ['p', 'h3', 'h4', 'ul', 'ol', 'li', 'strong', 'em', 'br', 'a'],
    allowedAttributes: { a: ['href', 'rel'] },
    allowedSchemes: ['https'],
    transformTags: { a: sanitize.simpleTransform('a', { rel: 'nofollow noopener' }) },
  })
