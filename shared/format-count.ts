/**
 * A whole number for display: `1,200`. The first use of the browser's own number format loads the tables of all
 * languages, which blocks a phone for a tenth of a second.
 */
export const formatCount = (count: number) => String(count).replace(/\B(?=(\d{3})+$)/g, ',')
