import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { emailPreferences } from '../../../drizzle/schema.ts'
import { unsubscribeToken } from '../../../server/accounts/unsubscribe-token.ts'
import { startTestServer, type TestServer } from '../../app.ts'
import { buildUser, type TestUser } from '../../build.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ PUBLIC_URL: 'https://kade.example' })
})
afterAll(() => server.close())

type Preferences = Record<string, boolean>
const read = async ({ token }: TestUser) =>
  (await server.call<Preferences>('GET', '/auth/email-preferences', undefined, { token })).body.data
const change = ({ token }: TestUser, body: unknown) =>
  server.call<Preferences>('PUT', '/auth/email-preferences', body, { token })
const allOn = { reminders: true, support: true, alerts: true }

describe('email preferences', () => {
  it('are all on at first, and each can be turned off and on, for its user alone', async () => {
    const [ada, sam] = [await buildUser(server), await buildUser(server)]
    expect(await read(ada)).toEqual(allOn)
    const { status, body } = await change(ada, { reminders: false })
    expect([status, body.data]).toEqual([200, { ...allOn, reminders: false }])
    expect((await change(ada, { support: false })).body.data).toEqual({
      reminders: false,
      support: false,
      alerts: true,
    })
    expect(await read(ada)).toEqual({ reminders: false, support: false, alerts: true })
    expect(await read(sam)).toEqual(allOn)
    expect((await change(ada, { reminders: true, support: true })).body.data).toEqual(allOn)
  })

  it('change on the user’s other screens, once', async () => {
    const [ada, sam] = [await buildUser(server), await buildUser(server)]
    const [phone, other] = [await server.connect({ token: ada.token }), await server.connect({ token: sam.token })]
    await change(ada, { reminders: false })
    await change(ada, { reminders: false })
    await change(ada, { support: false })
    await expect
      .poll(() => phone.events().map(({ type, data }) => [type, data]))
      .toEqual([
        ['preferences.changed', { preferences: { ...allOn, reminders: false } }],
        ['preferences.changed', { preferences: { ...allOn, reminders: false, support: false } }],
      ])
    expect(other.events()).toEqual([])
  })

  it('need a login, and take switches only', async () => {
    const ada = await buildUser(server)
    expect((await server.call('GET', '/auth/email-preferences')).status).toBe(401)
    expect((await server.call('PUT', '/auth/email-preferences', { reminders: false })).status).toBe(401)
    for (const body of [{ reminders: 'no' }, { orders: false }, { userId: 'x' }, [], 'off']) {
      expect((await change(ada, body)).status).toBe(400)
    }
    expect(await read(ada)).toEqual(allOn)
  })
})

describe('an unsubscribe link', () => {
  const urlOf = (token: string) => `http://localhost/api/unsubscribe?token=${encodeURIComponent(token)}`
  const tokenOf = (user: TestUser) => unsubscribeToken(server.env, { userId: user.id, email: 'reminders' })
  const post = (token: string, init: RequestInit = {}) =>
    server.router.request(urlOf(token), { method: 'POST', ...init })

  it('unsubscribes with one click: a form from a foreign origin, without a login, again and again', async () => {
    const ada = await buildUser(server)
    const phone = await server.connect({ token: ada.token })
    for (let n = 0; n < 3; n += 1) {
      const response = await post(tokenOf(ada), {
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          origin: 'https://mail.example',
          'sec-fetch-site': 'cross-site',
        },
        body: 'List-Unsubscribe=One-Click',
      })
      expect([response.status, await response.json()]).toEqual([
        200,
        { success: true, message: 'You will get no more reminders of unpaid orders.' },
      ])
    }
    expect(await read(ada)).toEqual({ ...allOn, reminders: false })
    await expect.poll(() => phone.events().map(({ type }) => type)).toEqual(['preferences.changed'])
  })

  it('also with a multipart body, or none', async () => {
    for (const body of [new FormData(), undefined]) {
      const ada = await buildUser(server)
      body?.set('List-Unsubscribe', 'One-Click')
      expect((await post(tokenOf(ada), body && { body })).status).toBe(200)
      expect((await read(ada)).reminders).toBe(false)
    }
  })

  it('shows only a button when it is opened: scanners open every link', async () => {
    const ada = await buildUser(server)
    const response = await server.router.request(urlOf(tokenOf(ada)))
    const page = await response.text()
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/html; charset=UTF-8'])
    expect(page).toMatch(/<form method="post"><button type="submit">Unsubscribe<\/button><\/form>/)
    expect(page).toContain('Stop reminders of unpaid orders.')
    expect(page).not.toContain(ada.email)
    expect(response.headers.get('content-security-policy')).toContain("form-action 'self'")
    expect(response.headers.get('referrer-policy')).toBe('no-referrer')
    expect(await read(ada)).toEqual(allOn)
    const submitted = await post(tokenOf(ada), { headers: { accept: 'text/html' } })
    expect(await submitted.text()).toContain('You are unsubscribed')
    expect((await read(ada)).reminders).toBe(false)
  })

  it('with a token that we didn’t sign changes nothing', async () => {
    const ada = await buildUser(server)
    const sam = await buildUser(server)
    const token = tokenOf(ada)
    const [email, , signature] = token.split('.')
    const before = await server.app.db.$count(emailPreferences)
    for (const wrong of [
      '',
      'x',
      `${email}.${ada.id}`,
      `support.${ada.id}.${signature}`,
      `${email}.${sam.id}.${signature}`,
      `${token}.x`,
      `${token}x`,
      `__proto__.${ada.id}.${signature}`,
      unsubscribeToken(server.env, { userId: 'nobody', email: 'reminders' }),
      unsubscribeToken(
        { ...server.env, secret: 'another secret of the same length' },
        { userId: ada.id, email: 'support' },
      ),
      '\0',
      'x'.repeat(5000),
    ]) {
      const [opened, posted] = [await server.router.request(urlOf(wrong)), await post(wrong)]
      expect([opened.status, posted.status]).toEqual([404, 404])
      expect(await posted.json()).toMatchObject({
        success: false,
        error: 'not_found',
        message: 'This unsubscribe link is not valid. Turn the emails off in your profile instead.',
      })
    }
    expect(await server.app.db.$count(emailPreferences)).toBe(before)
  })

  it('still works after APP_SECRET was rotated', async () => {
    const ada = await buildUser(server)
    const token = tokenOf(ada)
    const rotated = { ...server.env, secret: 'the secret after the rotation', previousSecret: server.env.secret }
    const { readUnsubscribeToken } = await import('../../../server/accounts/unsubscribe-token.ts')
    expect(readUnsubscribeToken(rotated, token)).toEqual({ userId: ada.id, email: 'reminders' })
  })
})
