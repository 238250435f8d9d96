import { request } from 'node:http'
import { networkInterfaces } from 'node:os'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { showMail } from '../../../server/mail/show-mail.ts'
import { openTestStore, type TestStore } from '../../app.ts'

let store: TestStore
let port: string
beforeAll(async () => {
  store = await openTestStore()
  port = new URL(await store.listen()).port
  store.store.mail.send({
    to: 'a<b>@example.com',
    subject: '<i>Hi</i>',
    text: 'Open\nhttp://localhost/auth/reset?token=x"&y\n',
  })
})
afterAll(() => store.close())

const ask = (headers: Record<string, string> = {}) =>
  new Promise<{ status: number; text: string; policy: string }>((answered, failed) => {
    request({ host: '127.0.0.1', port, path: '/dev/mail', headers }, (response) => {
      let text = ''
      response.on('data', (chunk: Buffer) => void (text += chunk.toString()))
      const policy = String(response.headers['content-security-policy'])
      response.on('end', () => answered({ status: response.statusCode!, text, policy }))
    })
      .on('error', failed)
      .end()
  })

test('with their links, and nothing in them is taken for more than text', async () => {
  const { status, text, policy } = await ask()
  expect(status).toBe(200)
  expect(text).toContain('&lt;i&gt;Hi&lt;/i&gt;')
  expect(text).toContain('To a&lt;b&gt;@example.com')
  expect(text).toContain('<a href="http://localhost/auth/reset?token=x&quot;&amp;y">')
  expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-/)
})

test.each<Record<string, string>>([
  { host: 'kade.example' },
  { host: 'localhost.evil.example' },
  { 'x-forwarded-for': '127.0.0.1' },
  { forwarded: 'for=127.0.0.1' },
  { 'x-real-ip': '::1' },
])('not to whom a proxy or another name led here: %j', async (headers) => {
  const { status, text } = await ask(headers)
  expect(status).toBe(403)
  expect(text).not.toContain('token')
})

test('not to another machine, whatever it says', async () => {
  const from = (remoteAddress: string) =>
    showMail(store.store).request(
      'http://localhost/',
      { headers: { host: 'localhost' } },
      {
        incoming: { socket: { remoteAddress } },
      },
    )
  const outer = Object.values(networkInterfaces())
    .flatMap((some) => some ?? [])
    .filter(({ internal }) => !internal)
  for (const address of [
    '203.0.113.9',
    '::ffff:203.0.113.9',
    '10.0.0.1',
    'fe80::1',
    '',
    ...outer.map((one) => one.address),
  ]) {
    expect((await from(address)).status, address).toBe(403)
  }
  for (const address of ['127.0.0.1', '::1', '::ffff:127.0.0.1']) expect((await from(address)).status).toBe(200)
})

test('a live store has no such page', async () => {
  const live = showMail({ ...store.store, env: { ...store.env, live: true } })
  const answer = await live.request(
    'http://localhost/',
    { headers: { host: 'localhost' } },
    {
      incoming: { socket: { remoteAddress: '127.0.0.1' } },
    },
  )
  expect(answer.status).toBe(404)
})
