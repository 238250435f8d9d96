import { describe, expect, it } from 'vitest'
import { agree, type Agreed } from '../../../server/chain/agree.ts'
import type { Facts, MinedFacts, Transfer } from '../../../server/chain/facts.ts'
import { type Case, judge } from '../../../server/chain/judge.ts'
import { type AutoCase, findReasonForStaff } from '../../../server/chain/policy.ts'

const contract = '0x55d398326f99059fF775485246999027B3197955'
const other = '0x8AC76a51cc950d9822D68b83fE1Ad97B32Cd580d'
const amount = 24_370_100_000_000_000_000n
const minute = 60_000

const transfer = (fields: Partial<Transfer> = {}): Transfer => ({
  ordinal: 0,
  token: contract.toLowerCase(),
  from: '0x1',
  value: amount,
  ...fields,
})
const mined = (fields: Partial<MinedFacts> = {}): MinedFacts => ({
  seen: 'mined',
  status: 'success',
  blockHash: '0xaa',
  block: 100,
  timeMs: 100 * minute,
  confirmations: 15,
  transfers: [transfer()],
  ...fields,
})
const agreed = (fields: Partial<MinedFacts> = {}): Agreed => agree([mined(fields), mined(fields)], 2)
const unknown = (head = 100): Facts => ({ seen: 'unknown', head })
const silent: Facts = { seen: 'silent' }

const order: Case = {
  contract,
  amount,
  isOwnAmount: true,
  tolerance: 0n,
  createdAtMs: 100 * minute,
  isClosed: false,
  required: 15,
  isUsed: () => false,
  isOtherOrdersAmount: () => false,
}
const verdictOf = (facts: Partial<MinedFacts>, fields: Partial<Case> = {}) =>
  judge(agreed(facts), { ...order, ...fields })

describe('what endpoints agree on', () => {
  it('is what enough of them report, with the smallest number of confirmations', () => {
    expect(agree([mined({ confirmations: 9 }), mined({ confirmations: 7 })], 2)).toMatchObject({
      state: 'mined',
      confirmations: 7,
    })
  })

  it.each<[string, Facts[], string]>([
    ['one is silent', [mined(), silent], 'waiting'],
    ['one is behind', [mined(), unknown(99)], 'waiting'],
    ['one has another block', [mined(), mined({ blockHash: '0xbb' })], 'disputed'],
    ['one has another amount', [mined(), mined({ transfers: [transfer({ value: amount + 1n })] })], 'disputed'],
    ['one says that it failed', [mined(), mined({ status: 'reverted' })], 'disputed'],
    ['one of three contradicts', [mined(), mined(), mined({ blockHash: '0xbb' })], 'disputed'],
    ['one of three has it moving', [mined(), mined(), { seen: 'moving', head: 1 }], 'mined'],
    ['all are silent', [silent, silent], 'silent'],
    ['nobody is asked', [], 'silent'],
    ['it is pending', [{ seen: 'mempool', head: 1 }, unknown()], 'mempool'],
    ['it moves', [{ seen: 'moving', head: 1 }, unknown()], 'moving'],
    ['nobody knows it', [unknown(7), unknown(9)], 'unknown'],
  ])('when %s', (_, reports, state) => {
    expect(agree(reports, 2).state).toBe(state)
  })

  it('counts who does not know it, up to which block', () => {
    expect(agree([unknown(9), unknown(7), silent], 2)).toEqual({ state: 'unknown', votes: 2, head: 7 })
  })
})

describe('what a transaction means for an order', () => {
  it('is exact and final with as many confirmations as needed', () => {
    expect(verdictOf({})).toMatchObject({ verdict: 'exact', isFinal: true, confirmations: 15 })
    expect(verdictOf({ confirmations: 14 })).toMatchObject({ verdict: 'exact', isFinal: false, confirmations: 14 })
  })

  it('is the part of a batch that is ours, whatever comes before it', () => {
    const transfers = [transfer({ value: 1n }), transfer({ ordinal: 5, value: amount + 9n }), transfer({ ordinal: 7 })]
    expect(verdictOf({ transfers })).toMatchObject({ verdict: 'exact', transfer: { ordinal: 7 } })
  })

  it.each<[string, Partial<MinedFacts>, Partial<Case>, string]>([
    ['less by one unit', { transfers: [transfer({ value: amount - 1n })] }, {}, 'short'],
    ['more by one unit', { transfers: [transfer({ value: amount + 1n })] }, {}, 'over'],
    ['less within the tolerance', { transfers: [transfer({ value: amount - 9n })] }, { tolerance: 9n }, 'exact'],
    ['less than the tolerance', { transfers: [transfer({ value: amount - 10n })] }, { tolerance: 9n }, 'short'],
    ['another token', { transfers: [transfer({ token: other.toLowerCase() })] }, {}, 'wrong_token'],
    ['a contract that imitates the token', { transfers: [transfer({ token: '0xbad' })] }, {}, 'wrong_token'],
    ['to somebody else', { transfers: [] }, {}, 'not_to_us'],
    ['failed', { status: 'reverted' }, {}, 'reverted'],
    ['counted before', {}, { isUsed: () => true }, 'used'],
    ['the amount of another order', {}, { isOwnAmount: false, isOtherOrdersAmount: () => true }, 'other_order'],
    ['10 minutes older', { timeMs: 90 * minute }, {}, 'exact'],
    ['older than that', { timeMs: 90 * minute - 1 }, {}, 'older_than_order'],
    ['after its order was closed', {}, { isClosed: true }, 'late'],
  ])('%s', (_, facts, fields, verdict) => {
    expect(verdictOf(facts, fields).verdict).toBe(verdict)
  })

  it('takes the order’s own amount even from a transaction whose other part was counted', () => {
    const transfers = [transfer({ value: 7n }), transfer({ ordinal: 3 })]
    const fields = { isUsed: (ordinal: number) => ordinal === 0, isOtherOrdersAmount: () => true }
    expect(verdictOf({ transfers }, fields)).toMatchObject({ verdict: 'exact', transfer: { ordinal: 3 } })
    expect(verdictOf({ transfers }, { ...fields, isOwnAmount: false })).toMatchObject({ verdict: 'other_order' })
  })

  it.each(['disputed', 'waiting', 'mempool', 'moving', 'silent'] as const)('is nothing certain while %s', (state) => {
    expect(judge({ state }, order)).toEqual({ verdict: state, confirmations: 0, isFinal: false })
  })
})

describe('the store verifies by itself', () => {
  const all: AutoCase = {
    policy: 'auto',
    isTrusted: true,
    total: 5000,
    limitCents: 5000,
    verifiedTodayCents: 45_000,
    dailyCents: 50_000,
    isOwnAmount: true,
    isFinal: true,
    isPaidInFull: true,
    isPaid: true,
    isOlder: false,
    isStaffsOwn: false,
    isClaimed: false,
  }
  it('when everything holds', () => expect(findReasonForStaff(all)).toBeNull())

  it.each<[string, Partial<AutoCase>]>([
    ['it only suggests', { policy: 'suggest' }],
    ['it is off', { policy: 'off' }],
    ['one source reports it', { isTrusted: false }],
    ['the limit is exceeded by a cent', { total: 5001 }],
    ['the day’s limit is exceeded by a cent', { verifiedTodayCents: 45_001 }],
    ['the amount is not its own', { isOwnAmount: false }],
    ['it is not final', { isFinal: false }],
    ['something is missing', { isPaidInFull: false }],
    ['it does not wait', { isPaid: false }],
    ['it is older', { isOlder: true }],
    ['its customer is staff', { isStaffsOwn: true }],
    ['a colleague has claimed it', { isClaimed: true }],
  ])('not when %s', (_, fields) => {
    expect(findReasonForStaff({ ...all, ...fields })).toMatch(/\.$/)
  })
})
