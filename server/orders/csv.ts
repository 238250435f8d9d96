/** A line of a CSV file (RFC 4180) with its line ending. */
export const csvLine = (cells: string[]) => `${cells.map(csvCell).join(',')}\r\n`

/** Text that a spreadsheet would run as a formula gets a leading apostrophe. */
function csvCell(text: string): string {
  const safe = /^[=+\-@\t\r\n＝＋－＠]/.test(text) ? `'${text}` : text
  return safe !== text || /[",\r\n]/.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe
}
