import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { seed, soak } from '../../soak.ts'
import { type ActionName, actions, type Chance } from './actions.ts'
import { expectToldIsFetched } from './fold.ts'
import { expectWhole, readRows } from './invariants.ts'
import { openWorld, type World } from './world.ts'

/** Stores that are lived in, and how much happens in each; several things at once are one step. */
const lives = 10 * soak
const steps = 60

/** What happens often stands often. */
const often: ActionName[] = ['addToCart', 'checkout', 'checkout', 'applyCoupon', 'applyCoupon', 'markPaid', 'markPaid']
const names = [...often, 'verify', ...(Object.keys(actions) as ActionName[])] satisfies ActionName[]

type Act = Chance & { name: ActionName }
const anAct: fc.Arbitrary<Act> = fc.record({
  name: fc.constantFrom(...names),
  who: fc.nat(1000),
  what: fc.nat(1000),
  how: fc.nat(1000),
})
const aStep = fc.array(anAct, { minLength: 1, maxLength: 5, size: 'max' }).map(stepOf)

/** What some people do at the same time, and what must hold after it. */
function stepOf(together: Act[]): fc.AsyncCommand<object, World> {
  return {
    check: () => true,
    async run(_, world) {
      await Promise.all(together.map(({ name, ...chance }) => actions[name](world, chance)))
      const rows = await readRows(world.store)
      expectWhole(rows, world.before)
      await expectToldIsFetched(world, rows)
      world.before = rows
      for (const token of world.ended) {
        expect((await world.store.call('GET', '/auth/me', undefined, { token })).status).toBe(401)
      }
    },
    toString: () => together.map(({ name, who, what, how }) => `${name}(${who}, ${what}, ${how})`).join(' + '),
  }
}

test(`whatever people do, in whatever order and at once: the books are right after every step (seed ${seed})`, async () => {
  const statuses = new Map<string, number>()
  let taken = 0
  await fc.assert(
    fc.asyncProperty(fc.commands([aStep], { maxCommands: steps, size: 'max' }), async (happening) => {
      const world = await openWorld()
      try {
        await fc.asyncModelRun(() => ({ model: {}, real: world }), happening)
      } finally {
        taken += [...happening].length
        for (const [status, count] of world.statuses) statuses.set(status, (statuses.get(status) ?? 0) + count)
        await world.store.close()
      }
    }),
    { seed, numRuns: lives, interruptAfterTimeLimit: 3_600_000, endOnFailure: soak > 1 },
  )
  console.info(`${taken} steps with seed ${seed}; answers: ${JSON.stringify(Object.fromEntries(statuses))}`)
  // Chance that only ever produced refusals would prove nothing.
  expect(statuses.get('200')).toBeGreaterThan(taken / 4)
}, 3_600_000)
