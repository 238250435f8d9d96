import { describe, expect, it } from 'vitest'
import { agree } from '../../../server/chain/agree.ts'
import type { Facts } from '../../../server/chain/facts.ts'
import { type Case, judge } from '../../../server/chain/judge.ts'
import { randomSeed, rounds } from '../../thorough.ts'

// A model of a chain with reorgs up to 4 deep and two endpoints that lag and fall silent, one of which may lie. A
// verification is wrong if the transfer isn't in the chain for good with exactly the order's amount.

const maxReorg = 4
const amount = 24_370_100n
const contract = '0xtoken'
const order: Omit<Case, 'required'> = {
  contract,
  amount,
  isOwnAmount: true,
  tolerance: 0n,
  createdAtMs: 0,
  isClosed: false,
  isUsed: () => false,
  isOtherOrdersAmount: () => false,
}

function createRandom(seed: number) {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), state | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
  return { chance: (p: number) => next() < p, below: (n: number) => Math.floor(next() * n) }
}

/** Blocks by height: each has an id of its own, and holds the transfer with an amount or doesn't. */
type Block = { id: number; value: bigint | null }
type Rules = { agreeing: number; confirmations: number }
type Outcome = 'right' | 'wrong' | 'undecided'

function simulate(seed: number, { agreeing, confirmations }: Rules): Outcome {
  const random = createRandom(seed)
  let lastId = 0
  let chain: Block[] = []
  const history: Block[][] = []
  const sent = random.chance(0.1) ? amount - 1n : amount
  const isMined = () => chain.some(({ value }) => value !== null)
  let isDropped = false
  const block = (includes: boolean): Block => ({ id: (lastId += 1), value: includes ? sent : null })

  function step() {
    if (random.chance(0.15) && chain.length > maxReorg) {
      const depth = 1 + random.below(maxReorg)
      const removed = chain.splice(chain.length - depth)
      // A payer can replace a transaction that is no longer in a block.
      if (removed.some(({ value }) => value !== null) && random.chance(0.5)) isDropped = true
      for (let n = 0; n < depth + random.below(2); n += 1) add()
    } else {
      add()
    }
    history.push([...chain])
  }
  const add = () => chain.push(block(!isMined() && !isDropped && chain.length > 5 && random.chance(0.3)))

  const isLying = random.chance(0.5)
  const liar = random.below(2)
  function report(endpoint: number): Facts {
    if (random.chance(0.15)) return { seen: 'silent' }
    const lag = random.chance(0.3) ? random.below(4) : 0
    const view = history[Math.max(0, history.length - 1 - lag)]!
    const head = view.length
    const honest = describeTransfer(view)
    if (!isLying || endpoint !== liar) return honest
    const lie = random.below(4)
    if (lie === 0) return { seen: 'unknown', head }
    if (lie === 1 && honest.seen === 'mined') return { ...honest, confirmations: honest.confirmations + 100 }
    if (lie === 2) return honest
    return mined(random.below(head + 1), `lie ${random.below(3)}`, amount, 100)
  }
  const mined = (height: number, blockHash: string, value: bigint, confirmed: number): Facts => ({
    seen: 'mined',
    status: 'success',
    blockHash,
    block: height,
    timeMs: height,
    confirmations: confirmed,
    transfers: [{ ordinal: 0, token: contract, from: '0x1', value }],
  })
  function describeTransfer(view: Block[]): Facts {
    const height = view.findIndex(({ value }) => value !== null)
    if (height < 0) return { seen: 'unknown', head: view.length }
    return mined(height, String(view[height]!.id), view[height]!.value!, view.length - height)
  }

  chain = Array.from({ length: 3 }, () => block(false))
  history.push([...chain])
  let isVerified = false
  for (let n = 0; n < 30; n += 1) {
    step()
    if (isVerified) continue
    const judgement = judge(agree([report(0), report(1)], agreeing), { ...order, required: confirmations })
    isVerified = judgement.verdict === 'exact' && judgement.isFinal
  }
  if (!isVerified) return 'undecided'
  return chain.some(({ value }) => value === amount) ? 'right' : 'wrong'
}

function count(rules: Rules) {
  const outcomes: Record<Outcome, number> = { right: 0, wrong: 0, undecided: 0 }
  for (let round = 0; round < rounds(3000, 20_000); round += 1) outcomes[simulate(randomSeed + round, rules)] += 1
  return outcomes
}

describe('random schedules of mining, reorgs, lag, silence and a liar', () => {
  it('verify no order wrongly with two endpoints and 6 confirmations', () => {
    const { right, wrong } = count({ agreeing: 2, confirmations: 6 })
    expect(wrong).toBe(0)
    expect(right).toBeGreaterThan(rounds(300, 2000))
  })

  it.each([
    ['one endpoint is enough', { agreeing: 1, confirmations: 6 }],
    ['4 confirmations are enough', { agreeing: 2, confirmations: 4 }],
    ['2 confirmations are enough', { agreeing: 2, confirmations: 2 }],
  ])('would verify some wrongly if %s', (_, rules) => {
    expect(count(rules).wrong).toBeGreaterThan(0)
  })
})
