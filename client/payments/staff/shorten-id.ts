/** '0x5a5a5a…5a5a5a': an address or hash, whose start and end are enough to recognize it. Anything else stays whole. */
export const shortenId = (text: string) =>
  text.length > 28 && /^\w+$/.test(text) ? `${text.slice(0, 8)}…${text.slice(-6)}` : text
