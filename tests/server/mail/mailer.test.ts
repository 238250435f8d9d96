import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { hashPassword } from '../../../server/accounts/passwords.ts'
import { createLog } from '../../../server/log.ts'
import { createMailer } from '../../../server/mail/mailer.ts'
import { startTestServer, waitFor } from '../../app.ts'
import { buildOrder, buildUser } from '../../build.ts'
import { startSmtpServer as startServer } from './smtp-server.ts'

const cleanUps: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp()
})

async function startSmtpServer(...args: Parameters<typeof startServer>) {
  const smtp = await startServer(...args)
  cleanUps.push(smtp.close)
  return smtp
}

const email = {
  to: 'ada@example.com',
  subject: 'Hello',
  text: 'One\n\nTwo',
  html: '<p>One</p>',
  messageId: '<1@kade.example>',
  headers: {},
}
const mailerFor = (smtpUrl: string, log = createLog('silent')) => {
  const mailer = createMailer(
    { isProduction: true, mail: { smtpUrl, requireTls: false, from: 'Kade <store@kade.example>' } },
    log,
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
  cleanUps.push(server.close)
  const ada = await buildUser(server, { passwordHash: await hashPassword('the old one') })
  await server.call('POST', '/auth/forgot-password', { email: ada.email })
  const { from, to, headers, text, html } = await waitFor(() => smtp.received[0])
  expect([from, to]).toEqual(['store@kade.example', [ada.email]])
  expect(headers).toMatchObject({
    from: 'Kade <store@kade.example>',
    subject: 'Reset your Kade password',
    'auto-submitted': 'auto-generated',
    'content-type': expect.stringContaining('multipart/alternative'),
  })
  const token = /https:\/\/kade\.example\/auth\/reset\?token=([\w-]{43})\n/.exec(text)![1]!
  expect(html).toContain(`href="https://kade.example/auth/reset?token=${token}"`)
  const password = 'a better one'
  expect(await server.call('POST', '/auth/reset-password', { token, password })).toMatchObject({ status: 200 })
  expect(await server.call('POST', '/auth/login', { email: ada.email, password })).toMatchObject({ status: 200 })
  expect((await waitFor(() => smtp.received[1])).headers.subject).toBe('Your Kade password was changed')
})

it('says that a temporary error is worth another attempt', async () => {
  const temporary = Object.assign(new Error('Try again later'), { responseCode: 451 })
  const smtp = await startSmtpServer({ onMailFrom: (_, __, callback) => callback(temporary) })
  await expect(mailerFor(smtp.smtpUrl).send(email)).rejects.toMatchObject({
    isPermanent: false,
    reason: 'EENVELOPE MAIL FROM 451',
  })
})

it('says that a refused recipient or email is not, and repeats nothing of what the server said', async () => {
  const permanent = Object.assign(new Error('No such user ada@example.com'), { responseCode: 550 })
  const refusesRecipient = await startSmtpServer({ onRcptTo: (_, __, callback) => callback(permanent) })
  const refusesEmail = await startSmtpServer({
    onData: (stream, _, callback) => void stream.resume().on('end', () => callback(permanent)),
  })
  for (const [smtp, reason] of [
    [refusesRecipient, 'EENVELOPE RCPT TO 550'],
    [refusesEmail, 'EMESSAGE DATA 550'],
  ] as const) {
    await expect(mailerFor(smtp.smtpUrl).send(email)).rejects.toMatchObject({ isPermanent: true, reason })
    expect(smtp.received).toEqual([])
  }
})

it('says that a refused login or connection is worth another attempt: it is not about the email', async () => {
  const smtp = await startSmtpServer({
    authOptional: false,
    onAuth: (_, __, callback) => callback(Object.assign(new Error('Wrong password'), { responseCode: 535 })),
  })
  const url = smtp.smtpUrl.replace('smtp://', 'smtp://kade:wrong@')
  await expect(mailerFor(url).send(email)).rejects.toMatchObject({ isPermanent: false })
  await expect(mailerFor('smtp://127.0.0.1:1').send(email)).rejects.toMatchObject({ isPermanent: false })
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
  const ada = await buildUser(server)
  expect((await buildOrder(server, ada)).paymentStatus).toBe('pending')
  await waitFor(() => sockets.length > 0)
  expect(await server.call('GET', '/auth/me', undefined, { token: ada.token })).toMatchObject({ status: 200 })
})

it('sends to one address, whatever it and the subject contain', async () => {
  const smtp = await startSmtpServer()
  await mailerFor(smtp.smtpUrl).send({
    ...email,
    subject: 'One\r\nBcc: eve@example.com',
    to: "o'ada+eve=example.com@example.com",
  })
  const [{ to, headers }] = smtp.received as [(typeof smtp.received)[0]]
  expect(to).toHaveLength(1)
  expect(headers).not.toHaveProperty('bcc')
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
  const mailer = mailerFor(smtp.smtpUrl, log)
  await mailer.send(email)
  expect(smtp.received).toHaveLength(1)
  expect([mailer.sentEmails(), lines]).toEqual([[], []])
})

it('records the last fifty emails in demo mode, newest first', async () => {
  const mailer = createMailer(
    { isProduction: false, mail: { smtpUrl: null, requireTls: false, from: 'store@localhost' } },
    createLog('silent'),
  )
  for (let n = 0; n < 60; n += 1) await mailer.send({ ...email, subject: `${n}` })
  expect(mailer.sentEmails().map(({ subject }) => subject)).toEqual(Array.from({ length: 50 }, (_, n) => `${59 - n}`))
})
