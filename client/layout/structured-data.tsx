/** Structured data for search engines (schema.org). The browser doesn't execute it. */
export function StructuredData({ data }: { data: Record<string, unknown> }) {
  // A name containing '</script>' must not end the element.
  const text = JSON.stringify({ '@context': 'https://schema.org', ...data }).replaceAll('<', '\\u003c')
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: text }} />
}
