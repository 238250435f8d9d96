import type { AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { afterEach, expect, test } from 'vitest'
import { hashPassword } from '../../../server/accounts/passwords.ts'
import { createLog } from '../../../server/log.ts'
import { createMailer } from '../../../server/mail/mailer.ts'
import { openTestStore, until } from '../../app.ts'
import { buildUser } from '../../build.ts'

type Received = { from: string; to: string[]; text: string }
const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

/** A mail server of the test's own, and what came in there. */
async function openPostOffice(options: SMTPServerOptions = {}) {
  const received: Received[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => void chunks.push(chunk))
      stream.on('end', () => {
        const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address
        received.push({
          from,
          to: envelope.rcptTo.map(({ address }) => address),
          text: Buffer.concat(chunks).toString(),
        })
        done()
      })
    },
    ...options,
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', () => listening()))
  closing.push(() => new Promise<void>((closed) => server.close(() => closed())))
  const { port } = server.server.address() as AddressInfo
  return { url: `smtp://127.0.0.1:${port}`, received }
}

/** The text as it is read: folded lines put together, and what was escaped for the way undone. */
const readable = (text: string) =>
  text
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replaceAll('\r\n', '\n')

const subject = 'Hello'
const letter = { to: 'ada@example.com', subject, text: 'One\n\nTwo' }
const mailerTo = (url: string, waits = [10, 10, 10]) => {
  const mailer = createMailer(
    { live: true, mail: { url, encrypted: false, from: 'Kade <store@kade.example>' } },
    createLog('silent'),
    waits,
  )
  closing.push(mailer.close)
  return mailer
}

test('from the store, with a link that works', async () => {
  const office = await openPostOffice()
  const store = await openTestStore({
    SMTP_URL: office.url,
    MAIL_FROM: 'Kade <store@kade.example>',
    PUBLIC_URL: 'https://kade.example',
  })
  closing.push(async () => {
    await store.store.mail.close()
    await store.close()
  })
  const ada = await buildUser(store, { passwordHash: await hashPassword('the old one') })
  await store.call('POST', '/auth/forgot-password', { email: ada.email })
  const { from, to, text } = await until(() => office.received[0])
  expect([from, to]).toEqual(['store@kade.example', [ada.email]])
  expect(text).toMatch(/^From: Kade <store@kade\.example>\r$/m)
  expect(text).toMatch(/^Subject: Set a new password for Kade\r$/m)
  expect(text).toMatch(/^Content-Type: text\/plain; charset=utf-8\r$/m)
  const token = /https:\/\/kade\.example\/auth\/reset\?token=([\w-]{43})\n/.exec(readable(text))![1]!
  const password = 'a better one'
  expect(await store.call('POST', '/auth/reset-password', { token, password })).toMatchObject({ status: 200 })
  expect(await store.call('POST', '/auth/login', { email: ada.email, password })).toMatchObject({ status: 200 })
  expect((await until(() => office.received[1])).text).toContain('Your password at Kade was changed')
})

test('in the end, when the server would not have it at first', async () => {
  let tries = 0
  const later = Object.assign(new Error('Try again later'), { responseCode: 451 })
  const office = await openPostOffice({ onMailFrom: (_, __, done) => done(++tries < 3 ? later : null) })
  mailerTo(office.url).send(letter)
  await until(() => office.received[0])
  expect(tries).toBe(3)
})

test('never where the server says that it will not have it: that is not asked again', async () => {
  let tries = 0
  const never = Object.assign(new Error('No such person'), { responseCode: 550 })
  const office = await openPostOffice({
    onRcptTo: (_, __, done) => {
      tries += 1
      done(never)
    },
  })
  const mailer = mailerTo(office.url)
  mailer.send(letter)
  await until(() => tries > 0)
  await mailer.close()
  expect([tries, office.received]).toEqual([1, []])
})

test('nobody waits for a server that is not there', async () => {
  const store = await openTestStore({ SMTP_URL: 'smtp://127.0.0.1:9' })
  closing.push(store.close)
  const ada = await buildUser(store)
  const { firstName, lastName } = ada
  const start = performance.now()
  const profile = { firstName, lastName, email: 'new@example.com', phone: '' }
  expect(await store.call('POST', '/auth/update', profile, { token: ada.token })).toMatchObject({ status: 200 })
  expect(performance.now() - start).toBeLessThan(1000)
})

test('to one address, whatever is written in it', async () => {
  const office = await openPostOffice()
  mailerTo(office.url).send({
    ...letter,
    subject: 'One\r\nBcc: eve@example.com',
    to: "o'ada+eve=example.com@example.com",
  })
  const { to, text } = await until(() => office.received[0])
  expect(to).toHaveLength(1)
  expect(text).not.toMatch(/^Bcc:/m)
})

test('a refused change sends nothing', async () => {
  const store = await openTestStore()
  closing.push(store.close)
  const [ada, sam] = [await buildUser(store), await buildUser(store)]
  const profile = { firstName: 'A', lastName: 'B', email: sam.email, phone: '' }
  expect(await store.call('POST', '/auth/update', profile, { token: ada.token })).toMatchObject({ status: 409 })
  expect(store.store.mail.kept()).toEqual([])
})

test('a live store keeps no letter and writes none to its log', async () => {
  const office = await openPostOffice()
  const lines: unknown[] = []
  const log = createLog('silent')
  for (const level of ['info', 'warn', 'error'] as const) log[level] = (...said: unknown[]) => void lines.push(said)
  const mailer = createMailer(
    { live: true, mail: { url: office.url, encrypted: false, from: 'store@kade.example' } },
    log,
  )
  closing.push(mailer.close)
  mailer.send(letter)
  await until(() => office.received[0])
  expect([mailer.kept(), lines]).toEqual([[], []])
})

test('a demo store keeps the last fifty, newest first', () => {
  const mailer = createMailer(
    { live: false, mail: { url: null, encrypted: false, from: 'store@localhost' } },
    createLog('silent'),
  )
  for (let n = 0; n < 60; n += 1) mailer.send({ ...letter, subject: `${n}` })
  expect(mailer.kept().map((kept) => kept.subject)).toEqual(Array.from({ length: 50 }, (_, n) => `${59 - n}`))
})
