/** The state of a link back to a page, which shows it where it was scrolled to. */
export const linkBack = { back: true }
export const isLinkBack = (state: unknown) => (state as typeof linkBack | null)?.back === true
