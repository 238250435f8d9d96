import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { afterEach, expect, it } from 'vitest'
import { hashPassword } from '../../../server/accounts/passwords.ts'
import { createLog } from '../../../server/log.ts'
import { createMailer } from '../../../server/mail/mailer.ts'
import { startTestServer, waitFor } from '../../app.ts'
import { buildUser } from '../../build.ts'

type ReceivedEmail = { from: string; to: string[]; text: string }
const cleanUps: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp()
})

/** Starts an SMTP server that records the emails it receives. */
async function startSmtpServer(options: SMTPServerOptions = {}) {
  const received: ReceivedEmail[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onData(stream, { envelope }, callback) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => void chunks.push(chunk))
      stream.on('end', () => {
        const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address
        received.push({
          from,
          to: envelope.rcptTo.map(({ address }) => address),
          text: Buffer.concat(chunks).toString(),
        })
        callback()
      })
    },
    ...options,
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  cleanUps.push(() => new Promise<void>((resolve) => server.close(() => resolve())))
  const { port } = server.server.address() as AddressInfo
  return { smtpUrl: `smtp://127.0.0.1:${port}`, received }
}

/** Decodes the quoted-printable transfer encoding. */
const decodeText = (text: string) =>
  text
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replaceAll('\r\n', '\n')

const email = { to: 'ada@example.com', subject: 'Hello', text: 'One\n\nTwo' }
const mailerFor = (smtpUrl: string) => {
  const mailer = createMailer(
    { isProduction: true, mail: { smtpUrl, requireTls: false, from: 'Kade <store@kade.example>' } },
    createLog('silent'),
    [10, 10, 10],
  )
  cleanUps.push(mailer.close)
  return mailer
}

it('sends an email with a link that works', async () => {
  const smtp = await startSmtpServer()
  const server = await startTestServer({
    SMTP_URL: smtp.smtpUrl,
    MAIL_FROM: 'Kade <store@kade.example>',
    PUBLIC_URL: 'https://kade.example',
  })
  cleanUps.push(async () => {
    await server.app.mail.close()
    await server.close()
  })
  const ada = await buildUser(server, { passwordHash: await hashPassword('the old one') })
  await server.call('POST', '/auth/forgot-password', { email: ada.email })
  const { from, to, text } = await waitFor(() => smtp.received[0])
  expect([from, to]).toEqual(['store@kade.example', [ada.email]])
  expect(text).toMatch(/^From: Kade <store@kade\.example>\r$/m)
  expect(text).toMatch(/^Subject: Reset your Kade password\r$/m)
  expect(text).toMatch(/^Content-Type: text\/plain; charset=utf-8\r$/m)
  const token = /https:\/\/kade\.example\/auth\/reset\?token=([\w-]{43})\n/.exec(decodeText(text))![1]!
  const password = 'a better one'
  expect(await server.call('POST', '/auth/reset-password', { token, password })).toMatchObject({ status: 200 })
  expect(await server.call('POST', '/auth/login', { email: ada.email, password })).toMatchObject({ status: 200 })
  expect((await waitFor(() => smtp.received[1])).text).toContain('Your Kade password was changed')
})

it('retries after a temporary error', async () => {
  let attempts = 0
  const temporary = Object.assign(new Error('Try again later'), { responseCode: 451 })
  const smtp = await startSmtpServer({ onMailFrom: (_, __, callback) => callback(++attempts < 3 ? temporary : null) })
  mailerFor(smtp.smtpUrl).send(email)
  await waitFor(() => smtp.received[0])
  expect(attempts).toBe(3)
})

it('does not retry after a permanent error', async () => {
  let attempts = 0
  const permanent = Object.assign(new Error('No such user'), { responseCode: 550 })
  const smtp = await startSmtpServer({
    onRcptTo: (_, __, callback) => {
      attempts += 1
      callback(permanent)
    },
  })
  const mailer = mailerFor(smtp.smtpUrl)
  mailer.send(email)
  await waitFor(() => attempts > 0)
  await mailer.close()
  expect([attempts, smtp.received]).toEqual([1, []])
})

it('does not delay a response while the SMTP server is silent', async () => {
  const sockets: Socket[] = []
  const silent = createServer((socket) => void sockets.push(socket)).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const server = await startTestServer({ SMTP_URL: `smtp://127.0.0.1:${(silent.address() as AddressInfo).port}` })
  cleanUps.push(
    server.close,
    () => silent.close(),
    () => sockets.forEach((socket) => socket.destroy()),
  )
  const passwordHash = await hashPassword('demo1234')
  const { firstName, lastName, token } = await buildUser(server, { passwordHash })
  const profile = { firstName, lastName, email: 'new@example.com', phone: '', password: 'demo1234' }
  expect(await server.call('POST', '/auth/update', profile, { token })).toMatchObject({ status: 200 })
  await waitFor(() => sockets.length > 0)
})

it('sends to one address, whatever it and the subject contain', async () => {
  const smtp = await startSmtpServer()
  mailerFor(smtp.smtpUrl).send({
    ...email,
    subject: 'One\r\nBcc: eve@example.com',
    to: "o'ada+eve=example.com@example.com",
  })
  const { to, text } = await waitFor(() => smtp.received[0])
  expect(to).toHaveLength(1)
  expect(text).not.toMatch(/^Bcc:/m)
})

it('sends nothing for a mutation that fails', async () => {
  const server = await startTestServer()
  cleanUps.push(server.close)
  const passwordHash = await hashPassword('demo1234')
  const [ada, sam] = [await buildUser(server, { passwordHash }), await buildUser(server)]
  const profile = { firstName: 'A', lastName: 'B', email: sam.email, phone: '', password: 'demo1234' }
  expect(await server.call('POST', '/auth/update', profile, { token: ada.token })).toMatchObject({ status: 409 })
  expect(server.app.mail.sentEmails()).toEqual([])
})

it('neither records nor logs emails in production', async () => {
  const smtp = await startSmtpServer()
  const lines: unknown[] = []
  const log = createLog('silent')
  for (const level of ['info', 'warn', 'error'] as const) log[level] = (...entry: unknown[]) => void lines.push(entry)
  const mailer = createMailer(
    { isProduction: true, mail: { smtpUrl: smtp.smtpUrl, requireTls: false, from: 'store@kade.example' } },
    log,
  )
  cleanUps.push(mailer.close)
  mailer.send(email)
  await waitFor(() => smtp.received[0])
  expect([mailer.sentEmails(), lines]).toEqual([[], []])
})

it('records the last fifty emails in demo mode, newest first', () => {
  const mailer = createMailer(
    { isProduction: false, mail: { smtpUrl: null, requireTls: false, from: 'store@localhost' } },
    createLog('silent'),
  )
  for (let n = 0; n < 60; n += 1) mailer.send({ ...email, subject: `${n}` })
  expect(mailer.sentEmails().map(({ subject }) => subject)).toEqual(Array.from({ length: 50 }, (_, n) => `${59 - n}`))
})
