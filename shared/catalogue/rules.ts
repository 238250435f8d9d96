/** A duration in months as text: '1 Month', '18 Months', '1 Year', '2 Years'. */
export function durationLabel(months: number): string {
  if (months === 1) return '1 Month'
  if (months % 12 === 0) return months === 12 ? '1 Year' : `${months / 12} Years`
  return `${months} Months`
}

/** The path of a picture for link previews: a PNG of 1200 × 630. */
export const sharePictureLink = (link: string) => `${link}/share.png`
