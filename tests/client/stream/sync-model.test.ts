import { produce } from 'immer'
import { describe, expect, it } from 'vitest'
import { createSync } from '../../../client/stream/sync.ts'
import { type SyncRules, syncRules } from '../../../client/stream/sync-rules.ts'
import { randomSeed, rounds } from '../../thorough.ts'
import { type CreateState, runSchedule } from './model/schedule.ts'

const scheduleCount = rounds(2000, 20_000)
const seeds = (count: number) => Array.from({ length: count }, (_, index) => randomSeed + index)

describe('after random failures of network and server, the client', () => {
  it(`shows what the server has: ${scheduleCount} schedules`, { timeout: 120_000 }, () => {
    for (const each of seeds(scheduleCount)) expect(runSchedule(each, createSync), `schedule ${each}`).toBeNull()
  })

  it('shows the same with immutable state', () => {
    const withImmer: CreateState = (initial) => {
      let state = produce(initial, () => undefined)
      return { state: () => state, update: (change) => (state = produce(state, (draft) => void change(draft))) }
    }
    for (const each of seeds(rounds(100, 300))) {
      expect(runSchedule(each, createSync, withImmer), `schedule ${each}`).toBeNull()
    }
  })
})

describe('every rule is necessary:', () => {
  const without = (rules: Partial<SyncRules>): typeof createSync => {
    return (options) => createSync(options, { ...syncRules, ...rules })
  }
  const broken: Record<string, typeof createSync> = {
    'dropping duplicate events': without({ isDuplicate: () => false }),
    'detecting gaps': without({ isGap: () => false }),
    'ignoring outdated answers': without({ isOutdated: () => false }),
    'rejecting answers of another epoch': without({ isSameEpoch: () => true }),
    'applying later events over an answer': without({ eventsAfter: () => [] }),
    'rejecting an answer older than the buffer': without({
      eventsAfter: (...args) => syncRules.eventsAfter(...args) ?? [],
    }),
    'following a stream from the first answer': without({ mergeHeads: (known) => known }),
    'refetching after a resync': (options) => createSync({ ...options, refetch: () => undefined }),
  }

  it.each(Object.entries(broken))('%s', { timeout: 120_000 }, (_, createBrokenSync) => {
    // The search ends at the first schedule that fails.
    const failing = seeds(20_000).find((each) => runSchedule(each, createBrokenSync) !== null)
    expect(failing).toBeDefined()
  })
})
