import { readFileSync } from 'node:fs'
import { produce } from 'immer'
import { transformWithOxc } from 'vite'
import { describe, expect, test } from 'vitest'
import { createSync } from '../../client/stream/sync.ts'
import { type Keep, runSchedule } from './model/schedule.ts'

/** Another one explores other schedules. */
const seed = Number(process.env.SCHEDULE_SEED ?? 20_260_101)
const schedules = 20_000

describe('what the client shows, after whatever happened to the network', () => {
  test(`is what the store has: ${schedules} schedules`, { timeout: 120_000 }, () => {
    let wrong: string | null = null
    for (let i = 0; i < schedules && !wrong; i++) {
      const found = runSchedule(seed + i, createSync)
      if (found) wrong = `schedule ${seed + i}: ${found}`
    }
    expect(wrong).toBeNull()
  })

  test('and with rows that cannot be changed in place', () => {
    const withImmer: Keep = (initial) => {
      let state = produce(initial, () => undefined)
      return { state: () => state, update: (change) => (state = produce(state, (draft) => void change(draft))) }
    }
    for (let i = 0; i < 300; i++)
      expect(runSchedule(seed + i, createSync, withImmer), `schedule ${seed + i}`).toBeNull()
  })
})

describe('none of its parts can be left out:', () => {
  const parts: Record<string, [part: string, without: string]> = {
    'dropping what was seen': [
      'if (event.seq <= known) continue',
      'if (event.seq <= known) { next.push(event); continue }',
    ],
    'noticing a gap': ['if (event.seq > known + 1) {', 'if (false) {'],
    'ignoring late answers': ["if (isLate(slice, streams, position)) return 'late'", ''],
    'refusing answers of another database': ['if (position.epoch !== epoch) {', 'if (false) {'],
    'applying newer events over an answer': ['if (seq === undefined || head === undefined || seq >= head)', ''],
    'refusing an answer that the held events do not reach': ["if (missed.includes(null)) return 'stale'", ''],
    'following a stream from the first answer': ['heads = { ...position.heads, ...heads }', ';'],
    'loading again after a resync': ['    refetch()\n', '\n'],
  }
  test.each(Object.entries(parts))('%s', async (_, [part, without]) => {
    const lamed = await withoutPart(part, without)
    const failing = Array.from({ length: schedules }, (_, i) => seed + i).find((one) => runSchedule(one, lamed))
    expect(failing).toBeDefined()
  })
})

/** The very code, one part of it left out of its source. */
async function withoutPart(part: string, without: string): Promise<typeof createSync> {
  const file = new URL('../../client/stream/sync.ts', import.meta.url)
  const source = readFileSync(file, 'utf8')
  expect(source.split(part), 'the part stands once in the source').toHaveLength(2)
  const { code } = await transformWithOxc(source.replace(part, without), 'sync.ts')
  const built: { createSync: typeof createSync } = await import(`data:text/javascript,${encodeURIComponent(code)}`)
  return built.createSync
}
