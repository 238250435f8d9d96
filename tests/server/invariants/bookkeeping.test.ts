import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { randomSeed, rounds, thorough } from '../../thorough.ts'
import { type ActionName, actions, type Choice } from './actions.ts'
import { expectEventsMatchResponses } from './fold.ts'
import { expectInvariants, readRows } from './invariants.ts'
import { openWorld, type World } from './world.ts'

const numRuns = rounds(4, 50)
const maxSteps = rounds(30, 60)

/** Listed again, so that orders get far. */
const frequent: ActionName[] = [
  'addToCart',
  'addToCart',
  'addToCart',
  'checkout',
  'checkout',
  'applyCoupon',
  'markPaid',
  'markPaid',
  'markPaid',
  'verify',
  'verify',
  'verify',
]
const actionNames = [...frequent, ...(Object.keys(actions) as ActionName[])]

type RandomAction = Choice & { name: ActionName }
const randomAction: fc.Arbitrary<RandomAction> = fc.record({
  name: fc.constantFrom(...actionNames),
  actor: fc.nat(1000),
  target: fc.nat(1000),
  variant: fc.nat(1000),
})
/** One to five actions at the same time. */
const randomStep = fc.array(randomAction, { minLength: 1, maxLength: 5, size: 'max' }).map(toCommand)

/** Runs the actions concurrently, then checks every invariant. */
function toCommand(concurrent: RandomAction[]): fc.AsyncCommand<object, World> {
  return {
    check: () => true,
    async run(_, world) {
      await Promise.all(concurrent.map(({ name, ...choice }) => actions[name](world, choice)))
      const rows = await readRows(world.server)
      expectInvariants(rows, world.previousRows)
      await expectEventsMatchResponses(world, rows)
      world.previousRows = rows
      for (const token of world.endedTokens) {
        expect((await world.server.call('GET', '/auth/me', undefined, { token })).status).toBe(401)
      }
    },
    toString: () =>
      concurrent.map(({ name, actor, target, variant }) => `${name}(${actor}, ${target}, ${variant})`).join(' + '),
  }
}

it(
  'keeps every invariant through random concurrent actions',
  async () => {
    let stepCount = 0
    let successCount = 0
    await fc.assert(
      fc.asyncProperty(fc.array(randomStep, { minLength: maxSteps / 2, maxLength: maxSteps }), async (steps) => {
        const world = await openWorld()
        try {
          await fc.asyncModelRun(() => ({ model: {}, real: world }), steps)
        } finally {
          stepCount += steps.length
          successCount += world.responseCounts.get(200) ?? 0
          await world.server.close()
        }
      }),
      // Requests at the same time end in another order each time, so a smaller history would prove nothing.
      { seed: randomSeed, numRuns, unbiased: true, endOnFailure: true },
    )
    // If nearly all requests were rejected, the run would prove nothing.
    expect(successCount).toBeGreaterThan(stepCount / 4)
  },
  thorough ? 3_600_000 : 300_000,
)
