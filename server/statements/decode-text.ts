import { StatementError } from './format.ts'

/** The text of a file: by its byte order mark, else UTF-8 if it is valid, else windows-1252. @throws StatementError */
export function decodeText(bytes: Uint8Array): string {
  const startsWith = (...start: number[]) => start.every((byte, index) => bytes[index] === byte)
  if (startsWith(0x50, 0x4b)) {
    throw new StatementError(
      'This is a spreadsheet or a zip file. Export the statement as CSV, OFX, MT940 or CAMT.053.',
    )
  }
  if (startsWith(0x25, 0x50, 0x44, 0x46)) {
    throw new StatementError('This is a PDF. Export the statement as CSV, OFX, MT940 or CAMT.053.')
  }
  if (startsWith(0xff, 0xfe)) return new TextDecoder('utf-16le').decode(bytes)
  if (startsWith(0xfe, 0xff)) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
