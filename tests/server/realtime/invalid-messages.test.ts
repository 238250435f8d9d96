import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestConnection, startTestServer, type TestServer, waitFor } from '../../app.ts'
import { buildUser } from '../../build.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const isDisconnected = (connection: TestConnection) => connection.received.at(-1)?.name === 'disconnect'

describe('a malformed message', () => {
  const malformed: [string, unknown[]][] = [
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

  it.each(malformed)('is rejected: %s %j', async (name, data) => {
    const connection = await server.connect({ token: (await buildUser(server)).token })
    const acknowledgement = await connection.emit(name, ...data)
    expect(acknowledgement.success).toBe(false)
    expect(acknowledgement.message).toMatch(/^(Unknown message|This message is malformed)\.$/)
    expect(await connection.emit('unwatch', { orderId: 'x' })).toEqual({ success: true })
  })

  it('disconnects the socket the third time', async () => {
    const connection = await server.connect()
    for (let i = 0; i < 2; i += 1) expect(await connection.emit('nonsense')).toMatchObject({ success: false })
    expect(isDisconnected(connection)).toBe(false)
    connection.socket.emit('nonsense')
    await waitFor(() => isDisconnected(connection))
  })

  it('does not include a message that an operation rejects', async () => {
    const connection = await server.connect({ token: (await buildUser(server)).token })
    for (let i = 0; i < 5; i += 1)
      expect(await connection.emit('watch', { orderId: 'x' })).toMatchObject({ success: false })
    expect(await connection.emit('unwatch', { orderId: 'x' })).toEqual({ success: true })
  })

  it('of more than 16 KB disconnects at once', async () => {
    const connection = await server.connect()
    connection.socket.emit('watch', { orderId: 'x'.repeat(17 * 1024) })
    await waitFor(() => isDisconnected(connection))
    expect(connection.received.map((one) => one.name)).toEqual(['welcome', 'disconnect'])
  })

  it('and so are too many messages in a second, which disconnect the socket', async () => {
    const limited = await startTestServer({ RATE_LIMITS: 'on' })
    const connection = await limited.connect()
    const acknowledgements: { success: boolean; message?: string }[] = []
    for (let i = 0; i < 50; i += 1) {
      connection.socket.emit(
        'unwatch',
        { orderId: 'x' },
        (one: { success: boolean }) => void acknowledgements.push(one),
      )
    }
    await waitFor(() => isDisconnected(connection))
    // 20 in each of two seconds, if one ends meanwhile.
    expect(acknowledgements.filter((one) => one.success).length).toBeLessThanOrEqual(40)
    expect(acknowledgements.find((one) => !one.success)).toEqual({
      success: false,
      message: 'Too fast. Please slow down.',
      error: 'too_many',
    })
    await limited.close()
  })
})
