import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Follower, openTestStore, type TestStore, until } from '../../app.ts'
import { buildUser } from '../../build.ts'

let store: TestStore
beforeAll(async () => {
  store = await openTestStore()
})
afterAll(() => store.close())

const isCut = (follower: Follower) => follower.told.at(-1)?.name === 'disconnect'

describe('what is not in its form is refused', () => {
  const bad: [string, unknown[]][] = [
    ['launch', [{}]],
    ['watch', []],
    ['watch', [null]],
    ['watch', [{ orderId: 7 }]],
    ['watch', [{ orderId: '' }]],
    ['watch', [{ orderId: 'x'.repeat(41) }]],
    ['watch', [{ orderId: 'x', more: true }]],
    ['watch', [{ orderId: 'x' }, 'more']],
    ['session', [{ token: ['x'] }]],
    ['toString', [{}]],
    ['constructor', [{}]],
    ['__proto__', [{}]],
    ['hasOwnProperty', ['watch']],
  ]

  test.each(bad)('%s %j', async (name, data) => {
    const follower = await store.follow({ token: (await buildUser(store)).token })
    const answer = await follower.ask(name, ...data)
    expect(answer.success).toBe(false)
    expect(answer.message).toMatch(/^(There is no such message|This message is not in its form)\.$/)
    expect(await follower.ask('unwatch', { orderId: 'x' })).toEqual({ success: true })
  })

  test('and the third time disconnects', async () => {
    const follower = await store.follow()
    for (let i = 0; i < 2; i += 1) expect(await follower.ask('nonsense')).toMatchObject({ success: false })
    expect(isCut(follower)).toBe(false)
    follower.socket.emit('nonsense')
    await until(() => isCut(follower))
  })

  test('a refusal of the store itself does not count', async () => {
    const follower = await store.follow({ token: (await buildUser(store)).token })
    for (let i = 0; i < 5; i += 1)
      expect(await follower.ask('watch', { orderId: 'x' })).toMatchObject({ success: false })
    expect(await follower.ask('unwatch', { orderId: 'x' })).toEqual({ success: true })
  })

  test('more than 16 KB end the socket at once', async () => {
    const follower = await store.follow()
    follower.socket.emit('watch', { orderId: 'x'.repeat(17 * 1024) })
    await until(() => isCut(follower))
    expect(follower.told.map((one) => one.name)).toEqual(['welcome', 'disconnect'])
  })

  test('and so does too much of it in a second, where limits are on', async () => {
    const limited = await openTestStore({ RATE_LIMITS: 'on' })
    const follower = await limited.follow()
    const answers: { success: boolean; message?: string }[] = []
    for (let i = 0; i < 60; i += 1) {
      follower.socket.emit('unwatch', { orderId: 'x' }, (answer: { success: boolean }) => void answers.push(answer))
    }
    await until(() => isCut(follower))
    // Twice 20 where a second ends in between.
    expect(answers.filter((one) => one.success).length).toBeLessThanOrEqual(40)
    expect(answers.find((one) => !one.success)).toEqual({
      success: false,
      message: 'Too fast. Please slow down.',
      error: 'too_many',
    })
    await limited.close()
  })
})
