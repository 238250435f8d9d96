/** A duration in months as text: '1 Month', '18 Months', '1 Year', '2 Years'. */
export function durationLabel(months: number): string {
  if (months === 1) return '1 Month'
  if (months % 12 === 0) return months === 12 ? '1 Year' : `${months / 12} Years`
  return `${months} Months`
}

/** The path of a picture for link previews: a PNG of 1200 × 630. */
export const sharePictureLink = (link: string) => `${link}/share.png`

const maxSlugLength = 60

/**
 * The path of an item's page, with a readable ending: `/items/{id}-chess-lessons`. The id alone works, too, and a name
 * without Latin letters or digits has no ending.
 */
export function itemPath({ _id, name }: { _id: string; name: string }): string {
  const slug = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, maxSlugLength)
    .replace(/^-|-$/g, '')
  return `/items/${_id}${slug && `-${slug}`}`
}

/** The id in the last part of an item's path. */
export const itemIdOf = (part: string) => part.split('-', 1)[0]!
