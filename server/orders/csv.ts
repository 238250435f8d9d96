/** A line of a CSV file (RFC 4180), its end included. */
export const csvLine = (cells: string[]) => `${cells.map(csvCell).join(',')}\r\n`

/** A spreadsheet must not run what a customer wrote: a text that begins like a formula is marked as text. */
function csvCell(text: string): string {
  const safe = /^[=+\-@\t\r\n＝＋－＠]/.test(text) ? `'${text}` : text
  return safe !== text || /[",\r\n]/.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe
}
