import { request } from 'node:http'
import { networkInterfaces } from 'node:os'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { devInbox } from '../../../server/pages/dev-inbox.ts'
import { readEnv } from '../../../server/env.ts'
import { productionSettings, startTestServer, type TestServer } from '../../app.ts'

let server: TestServer
let port: string
beforeAll(async () => {
  server = await startTestServer()
  port = new URL(await server.listen()).port
  await server.app.mail.send({
    to: 'a<b>@example.com',
    subject: '<i>Hi</i>',
    text: 'Open\nhttp://localhost/auth/reset?token=x"&y\n',
    html: '',
    messageId: '<1@localhost>',
    headers: {},
  })
})
afterAll(() => server.close())

const getInbox = (headers: Record<string, string> = {}, query = `?token=${server.env.devInboxToken}`) =>
  new Promise<{ status: number; text: string; policy: string }>((resolve, reject) => {
    request({ host: '127.0.0.1', port, path: `/dev/mail${query}`, headers }, (response) => {
      let text = ''
      response.on('data', (chunk: Buffer) => void (text += chunk.toString()))
      const policy = String(response.headers['content-security-policy'])
      response.on('end', () => resolve({ status: response.statusCode!, text, policy }))
    })
      .on('error', reject)
      .end()
  })

it('shows emails with their links, and escapes the rest', async () => {
  const { status, text, policy } = await getInbox()
  expect(status).toBe(200)
  expect(text).toContain('&lt;i&gt;Hi&lt;/i&gt;')
  expect(text).toContain('To a&lt;b&gt;@example.com')
  expect(text).toContain('<a href="http://localhost/auth/reset?token=x&quot;&amp;y">')
  expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-/)
})

it('returns 404 without the token', async () => {
  const { devInboxToken: token } = server.env
  const wrong = [`?token=${token!.slice(1)}`, `?token=${token}x`, `?token=${token!.toLowerCase()}A`, `?Token=${token}`]
  for (const query of ['', '?token=', '?token=guessed', `/${token}`, `?token=&token=${token}`, ...wrong]) {
    const { status, text } = await getInbox({}, query)
    expect(status, query).toBe(404)
    expect(text).not.toContain('example.com')
  }
})

it.each<Record<string, string>>([
  { host: 'kade.example' },
  { host: 'localhost.evil.example' },
  { 'x-forwarded-for': '127.0.0.1' },
  { forwarded: 'for=127.0.0.1' },
  { 'x-real-ip': '::1' },
])('returns 404 through a proxy or another host name: %j', async (headers) => {
  const { status, text } = await getInbox(headers)
  expect(status).toBe(404)
  expect(text).not.toContain('token')
})

it('returns 404 to other machines', async () => {
  const requestFrom = (remoteAddress: string) =>
    devInbox(server.app).request(
      `http://localhost/?token=${server.env.devInboxToken}`,
      { headers: { host: 'localhost' } },
      {
        incoming: { socket: { remoteAddress } },
      },
    )
  const external = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ internal }) => !internal)
  for (const address of [
    '203.0.113.9',
    '::ffff:203.0.113.9',
    '10.0.0.1',
    'fe80::1',
    '',
    ...external.map(({ address }) => address),
  ]) {
    expect((await requestFrom(address)).status, address).toBe(404)
  }
  for (const address of ['127.0.0.1', '::1', '::ffff:127.0.0.1']) expect((await requestFrom(address)).status).toBe(200)
})

it('does not exist in production', async () => {
  const env = readEnv({ ...productionSettings, APP_SECRET: 'x7'.repeat(8) + 'a secret only of this test' })
  expect(env.devInboxToken).toBeNull()
  const response = await devInbox({ ...server.app, env }).request(
    'http://localhost/?token=null',
    { headers: { host: 'localhost' } },
    {
      incoming: { socket: { remoteAddress: '127.0.0.1' } },
    },
  )
  expect(response.status).toBe(404)
})
