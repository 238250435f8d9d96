import type { AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

export type ReceivedEmail = {
  from: string
  to: string[]
  /** As it was sent. */
  source: string
  /** Unfolded, by lower-case name. */
  headers: Record<string, string>
  text: string
  html: string
}

/** Starts an SMTP server that records the emails it receives. */
export async function startSmtpServer(options: SMTPServerOptions = {}, port = 0) {
  const received: ReceivedEmail[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    closeTimeout: 1,
    onData(stream, { envelope }, callback) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => void chunks.push(chunk))
      stream.on('end', () => {
        const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address
        const source = Buffer.concat(chunks).toString()
        received.push({ from, to: envelope.rcptTo.map(({ address }) => address), source, ...parseEmail(source) })
        callback()
      })
    },
    ...options,
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', () => resolve()))
  const { port: actualPort } = server.server.address() as AddressInfo
  return {
    smtpUrl: `smtp://127.0.0.1:${actualPort}`,
    port: actualPort,
    received,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

function parseEmail(source: string) {
  const [head = '', ...body] = source.split('\r\n\r\n')
  const headers = Object.fromEntries(
    head
      .replace(/\r\n[ \t]+/g, ' ')
      .split('\r\n')
      .map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  )
  const boundary = /boundary="([^"]+)"/.exec(headers['content-type'] ?? '')?.[1]
  const parts = boundary ? body.join('\r\n\r\n').split(`--${boundary}`) : [source]
  const partOf = (type: string) => {
    const part = parts.find((one) => new RegExp(`^content-type: ${type}`, 'im').test(one)) ?? ''
    const [partHead = '', ...lines] = part.trimStart().split('\r\n\r\n')
    const content = lines.join('\r\n\r\n')
    if (/encoding: base64/i.test(partHead)) return Buffer.from(content, 'base64').toString()
    const decoded = /encoding: quoted-printable/i.test(partHead) ? decodeQuotedPrintable(content) : content
    return decoded.replaceAll('\r\n', '\n')
  }
  return { headers, text: partOf('text/plain'), html: partOf('text/html') }
}

function decodeQuotedPrintable(text: string) {
  const bytes = text
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString()
}
