import { afterAll, beforeAll, expect, it } from 'vitest'
import { hashPassword } from '../../../server/accounts/passwords.ts'
import { startTestServer, type TestServer } from '../../app.ts'
import { buildUser } from '../../build.ts'
import { thorough } from '../../thorough.ts'

const pairs = 300
const warmUpPairs = 10

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await buildUser(server, { email: 'ada@example.com', passwordHash: await hashPassword('a good one') })
})
afterAll(() => server.close())

it('returns the same response for an unknown email address as for a wrong password', async () => {
  const responses = await Promise.all(
    ['ada@example.com', 'nobody@example.com'].map(async (email) => {
      const { status, body, headers } = await server.call('POST', '/auth/login', { email, password: 'a wrong one' })
      return { status, ...body, requestId: '', headers: [...headers.keys()] }
    }),
  )
  expect(responses[0]).toEqual(responses[1])
})

/**
 * Compares two samples instead of asserting a duration, so a slow machine doesn't fail it: under the null hypothesis
 * the probability that one duration is longer than another (the area under the ROC curve) is 0.5.
 */
it.runIf(thorough)(
  'takes as long for an unknown email address as for a wrong password',
  async () => {
    const known: number[] = []
    const unknown: number[] = []
    const measureKnown = async () => known.push(await measureLoginMs('ada@example.com'))
    const measureUnknown = async (n: number) => unknown.push(await measureLoginMs(`nobody${n}@example.com`))
    for (let n = 0; n < warmUpPairs + pairs; n += 1) {
      if (n === warmUpPairs) known.length = unknown.length = 0
      // Alternates which one is first, so that the order has no influence.
      if (n % 2 === 0) await measureKnown()
      await measureUnknown(n)
      if (n % 2 === 1) await measureKnown()
    }
    const probability = probabilityLonger(known, unknown)
    console.info(`a login takes longer for a known email address with probability ${probability.toFixed(3)}`)
    expect(probability).toBeGreaterThan(0.45)
    expect(probability).toBeLessThan(0.55)
    // The measure is sensitive enough: it notices a difference of a tenth.
    const slower = known.map((ms) => ms * 1.1)
    expect(probabilityLonger(slower, unknown)).toBeGreaterThan(probability)
  },
  300_000,
)

async function measureLoginMs(email: string): Promise<number> {
  const start = performance.now()
  const { status } = await server.call('POST', '/auth/login', { email, password: 'a wrong one' })
  const durationMs = performance.now() - start
  expect(status).toBe(401)
  return durationMs
}

/** The probability that a duration of the first sample is longer than one of the second; ties count half. */
function probabilityLonger(first: number[], second: number[]): number {
  let wins = 0
  for (const one of first) for (const other of second) wins += one > other ? 1 : one === other ? 0.5 : 0
  return wins / (first.length * second.length)
}
