import { afterAll, beforeAll, expect, test } from 'vitest'
import { hashPassword } from '../../../server/accounts/passwords.ts'
import { openTestStore, type TestStore } from '../../app.ts'
import { buildUser } from '../../build.ts'
import { soak } from '../../soak.ts'

const pairs = 300
let store: TestStore
beforeAll(async () => {
  store = await openTestStore()
  await buildUser(store, { email: 'ada@example.com', passwordHash: await hashPassword('a good one') })
})
afterAll(() => store.close())

/** How long the answer took, in milliseconds. */
async function timeOf(email: string) {
  const start = performance.now()
  const { status } = await store.call('POST', '/auth/login', { email, password: 'a wrong one' })
  const took = performance.now() - start
  expect(status).toBe(401)
  return took
}

/** How often one of these takes longer than one of those: 0.5 when nothing can be told by it. */
function chanceOfLonger(these: number[], those: number[]) {
  const wins = these.flatMap((one) => those.map((other) => (one > other ? 1 : one === other ? 0.5 : 0)))
  return wins.reduce<number>((sum, win) => sum + win, 0) / wins.length
}

// Measured, and so only where there is peace enough for it: SOAK=2.
test.each(soak > 1 ? [pairs] : [])(
  'whether there is an account is not in how long a refusal takes',
  async () => {
    const [known, unknown]: [number[], number[]] = [[], []]
    for (let n = -10; n < pairs; n += 1) {
      const both = [() => timeOf('ada@example.com'), () => timeOf(`nobody${n}@example.com`)]
      const turn = n & 1
      const first = await both[turn]!()
      const second = await both[1 - turn]!()
      // The first ones warm it up.
      if (n < 0) continue
      known.push(turn === 0 ? first : second)
      unknown.push(turn === 0 ? second : first)
    }
    const chance = chanceOfLonger(known, unknown)
    console.info(`a refusal takes longer for a known e-mail in ${(chance * 100).toFixed(1)} of 100 comparisons`)
    expect(chance).toBeGreaterThan(0.45)
    expect(chance).toBeLessThan(0.55)
    // The measure itself: what takes a tenth longer is told apart.
    expect(
      chanceOfLonger(
        known.map((took) => took * 1.1),
        unknown,
      ),
    ).toBeGreaterThan(chance)
  },
  120_000,
)

test('a refusal says the same of either', async () => {
  const bodies = await Promise.all(
    ['ada@example.com', 'nobody@example.com'].map(async (email) => {
      const { body, headers } = await store.call('POST', '/auth/login', { email, password: 'a wrong one' })
      return { ...body, requestId: '', headers: [...headers.keys()] }
    }),
  )
  expect(bodies[0]).toEqual(bodies[1])
})
