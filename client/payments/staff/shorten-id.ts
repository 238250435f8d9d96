/**
 * '0x5a5a5a…5a5a5a': an address or hash, whose start and end are enough to recognize it. Anything else stays whole.
 * @param end characters shown at the end, and after '0x'
 */
export const shortenId = (text: string, end = 6) =>
  text.length > 28 && /^\w+$/.test(text) ? `${text.slice(0, end + 2)}…${text.slice(-end)}` : text
