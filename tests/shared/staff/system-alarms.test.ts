import { expect, it } from 'vitest'
import { findAlarms } from '../../../shared/staff/system-alarms.ts'
import type { ChainCheck } from '../../../shared/payments/chain-schema.ts'
import type { System, SystemProcess } from '../../../shared/staff/system-schema.ts'

const now = 1_800_000_000_000
const minuteMs = 60_000
const hourMs = 60 * minuteMs

const buildProcess = (overrides: Partial<SystemProcess> = {}): SystemProcess => ({
  id: 'one',
  version: '1.0.0',
  node: 'v22.0.0',
  startedAt: now - hourMs,
  seenAt: now,
  sockets: 3,
  memoryBytes: 1e8,
  busy: 0.1,
  redis: 'healthy',
  jobs: [{ name: 'prune', lastMs: 5, slowestMs: 9, failed: false }],
  ...overrides,
})
const buildFigures = (overrides: Partial<System> = {}) => ({
  database: 'postgresql' as const,
  processes: [buildProcess()],
  emails: { waiting: 2, oldestDueAt: now - minuteMs, failed: 0 },
  backup: { at: now - 12 * hourMs, kilobytes: 100 },
  chain: null,
  ...overrides,
})
const source = { state: 'working' as const, head: 90_000, answeredAt: now, lastError: null }
const buildChain = (
  overrides: Partial<ChainCheck['networks'][number]>,
  rest: Partial<ChainCheck> = {},
): ChainCheck => ({
  policy: 'auto',
  paused: null,
  networks: [{ network: 'BEP20', askedAt: now, disputed: 0, endpoints: [source, source], ...overrides }],
  lostPayments: [],
  ...rest,
})
const failing = { ...source, state: 'failing' as const, lastError: 'down' as const }
const kindsOf = (figures: ReturnType<typeof buildFigures>, isProduction = true) =>
  findAlarms(figures, now, isProduction).map(({ kind }) => kind)

it('finds nothing in a store that works', () => expect(kindsOf(buildFigures())).toEqual([]))

it.each<[string, Partial<System>, string[]]>([
  [
    'a process that is silent, whatever it last reported',
    { processes: [buildProcess({ seenAt: now - 21_000, busy: 1 })] },
    ['process'],
  ],
  ['a process that has just reported late', { processes: [buildProcess({ seenAt: now - 19_000 })] }, []],
  ['Redis that can’t be reached', { processes: [buildProcess({ redis: 'unhealthy' })] }, ['redis']],
  ['no Redis', { processes: [buildProcess({ redis: 'none' })] }, []],
  ['a process that starts', { processes: [buildProcess({ busy: 1, startedAt: now - 30_000 })] }, []],
  ['a busy process', { processes: [buildProcess({ busy: 0.95 })] }, ['busy']],
  [
    'a job that failed',
    { processes: [buildProcess({ jobs: [{ name: 'prune', lastMs: 1, slowestMs: 1, failed: true }] })] },
    ['job'],
  ],
  ['two versions', { processes: [buildProcess(), buildProcess({ id: 'two', version: '2.0.0' })] }, ['version']],
  ['emails that wait', { emails: { waiting: 1, oldestDueAt: now - 11 * minuteMs, failed: 0 } }, ['email']],
  ['emails that wait for their time', { emails: { waiting: 1, oldestDueAt: now + hourMs, failed: 0 } }, []],
  ['emails that failed', { emails: { waiting: 0, oldestDueAt: null, failed: 2 } }, ['email']],
  ['chains that are looked at', { chain: buildChain({}) }, []],
  ['sources that disagree', { chain: buildChain({ disputed: 1 }) }, ['chain']],
  ['one source that is silent', { chain: buildChain({ endpoints: [source, failing] }) }, []],
  [
    'one of two sources that have to agree, silent for a minute',
    { chain: buildChain({ agree: 2, endpoints: [source, { ...failing, answeredAt: now - 61_000 }] }) },
    ['chain'],
  ],
  [
    'one of two sources that have to agree, silent just now',
    { chain: buildChain({ agree: 2, endpoints: [source, { ...failing, answeredAt: now - 59_000 }] }) },
    [],
  ],
  [
    'one of three sources that never answered, where two have to agree',
    { chain: buildChain({ agree: 2, endpoints: [source, source, { ...failing, answeredAt: null }] }) },
    [],
  ],
  [
    'sources that were not asked yet',
    { chain: buildChain({ agree: 2, endpoints: [{ ...source, state: 'new' }, source] }) },
    [],
  ],
  [
    'one of two sources that have to agree, more than a minute of blocks behind',
    { chain: buildChain({ agree: 2, blockSeconds: 2, endpoints: [source, { ...source, head: source.head - 31 }] }) },
    ['chain'],
  ],
  [
    'one of two sources that have to agree, a minute of blocks behind',
    { chain: buildChain({ agree: 2, blockSeconds: 2, endpoints: [source, { ...source, head: source.head - 30 }] }) },
    [],
  ],
  [
    'one of three sources far behind, where two have to agree',
    { chain: buildChain({ agree: 2, blockSeconds: 2, endpoints: [source, source, { ...source, head: 9 }] }) },
    [],
  ],
  [
    'a source far behind, where one is enough',
    { chain: buildChain({ agree: 1, blockSeconds: 2, endpoints: [source, { ...source, head: 9 }] }) },
    [],
  ],
  [
    'two sources behind what one of another chain reports',
    {
      chain: buildChain({
        agree: 2,
        blockSeconds: 2,
        endpoints: [source, source, { ...source, state: 'wrong-chain', head: 9_000_000 }],
      }),
    },
    // That it is of another chain.
    ['chain'],
  ],
  ['no source that answers', { chain: buildChain({ endpoints: [failing, failing] }) }, ['chain']],
  [
    'a source of another chain',
    { chain: buildChain({ endpoints: [source, { ...failing, state: 'wrong-chain' }] }) },
    ['chain'],
  ],
  [
    'a verified payment that is gone',
    { chain: buildChain({}, { lostPayments: [{ order: 'abcdef', network: 'BEP20' }] }) },
    ['chain'],
  ],
  ['no backup', { backup: null }, ['backup']],
  ['an old backup', { backup: { at: now - 37 * hourMs, kilobytes: null } }, ['backup']],
])('for %s', (_, overrides, kinds) => expect(kindsOf(buildFigures(overrides))).toEqual(kinds))

it('says which sources a payment waits for', () => {
  const behind = { ...source, head: source.head - 100 }
  const textOf = (...endpoints: (typeof source)[]) =>
    findAlarms(buildFigures({ chain: buildChain({ agree: 2, blockSeconds: 2, endpoints }) }), now, true)[0]?.text
  expect(textOf(source, behind)).toBe(
    'Only one source for BNB Smart Chain is up to date, and 2 have to agree. Its payments wait until the other has caught up.',
  )
  expect(textOf(source, behind, behind)).toMatch(/wait until others have caught up\.$/)
})

it('expects no backup of a demo', () => expect(kindsOf(buildFigures({ backup: null }), false)).toEqual([]))
