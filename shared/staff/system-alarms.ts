import { orderNumber } from '../orders/rules.ts'
import type { ChainCheck, ChainHealth, EndpointHealth } from '../payments/chain-schema.ts'
import { chainNames } from '../payments/progress.ts'
import type { System, SystemAlarm, SystemProcess } from './system-schema.ts'

/** A process reports every 5 s. */
export const processSilenceMs = 20_000
const emailDelayMs = 10 * 60_000
const backupAgeMs = 36 * 3_600_000
const highLoad = 0.9
/** How long a source may fail while others answer, or how far it may be behind them. */
const sourceSilenceMs = 60_000
/** Starting takes all of a core. */
const startupMs = 60_000

type Figures = Omit<System, 'alarms'>
type Add = (kind: SystemAlarm['kind'], text: string, href?: string) => void

/**
 * Finds what somebody has to look at, the most urgent first.
 * @param now in milliseconds since 1970
 * @param expectsBackup whether the store is a real one
 */
export function findAlarms(figures: Figures, now: number, expectsBackup: boolean): SystemAlarm[] {
  const alarms: SystemAlarm[] = []
  const alarm: Add = (kind, text, href) => void alarms.push({ kind, text, ...(href && { href }) })
  if (figures.chain) addChainAlarms(figures.chain, alarm)
  for (const process of figures.processes) addProcessAlarms(process, now, alarm)
  const { emails, backup, processes } = figures
  if (emails.oldestDueAt !== null && now - emails.oldestDueAt > emailDelayMs) {
    alarm('email', `Emails have waited for ${minutes(now - emails.oldestDueAt)}. Check the mail server.`)
  }
  if (emails.failed > 0) {
    const count = emails.failed === 1 ? 'One email' : `${emails.failed} emails`
    alarm('email', `${count} could not be delivered in the last 24 hours.`)
  }
  if (new Set(processes.map(({ version }) => version)).size > 1) {
    alarm('version', 'Two versions of the store are running. Finish the update.')
  }
  if (expectsBackup && backup === null) alarm('backup', 'No backup has been recorded.')
  if (expectsBackup && backup !== null && now - backup.at > backupAgeMs) {
    alarm('backup', `The last backup is ${Math.round((now - backup.at) / 3_600_000)} hours old.`)
  }
  return alarms
}

function addProcessAlarms({ id, startedAt, seenAt, busy, redis, jobs }: SystemProcess, now: number, alarm: Add) {
  if (now - seenAt > processSilenceMs) return alarm('process', `Process ${id} has stopped answering.`)
  if (redis === 'unhealthy') alarm('redis', `Process ${id} can’t reach Redis. Live updates arrive up to a second late.`)
  if (busy > highLoad && now - startedAt > startupMs)
    alarm('busy', `Process ${id} is busy ${Math.round(busy * 100)}% of the time.`)
  for (const { name, failed } of jobs) if (failed) alarm('job', `The job ${name} failed on process ${id}. See the log.`)
}

function addChainAlarms({ networks, lostPayments }: ChainCheck, alarm: Add) {
  for (const { order, network } of lostPayments) {
    const text = `The payment of order #${orderNumber(order)} is gone: ${chainNames[network]} took it back after it was verified.`
    alarm('chain', text, `/admin/orders/${order}`)
  }
  for (const report of networks) {
    const { network, disputed, endpoints, agree = 1 } = report
    const chain = chainNames[network]
    const count = disputed === 1 ? 'a transaction' : `${disputed} transactions`
    if (disputed > 0)
      alarm('chain', `The sources for ${chain} disagree about ${count}. Check the payments on it yourself.`)
    const wrong = endpoints.filter(({ state }) => state === 'wrong-chain').length
    if (wrong > 0)
      alarm(
        'chain',
        `${wrong === 1 ? 'A source' : `${wrong} sources`} for ${chain} ${wrong === 1 ? 'belongs' : 'belong'} to another chain.`,
      )
    const answering = endpoints.filter((source) => isAnswering(source, report))
    const upToDate = answering.filter((source) => !isFarBehind(source, report))
    if (endpoints.every(({ state }) => state === 'failing')) {
      alarm('chain', `No source for ${chain} answers. Its payments wait for staff.`)
    } else if (answering.length < agree) {
      const [count, verb] = counted(answering.length, 'answers', 'answer')
      alarm('chain', `${count} for ${chain} ${verb}, and ${agree} have to agree. Its payments wait for staff.`)
    } else if (upToDate.length < agree) {
      const [count, verb] = counted(upToDate.length, 'is', 'are')
      const others = answering.length - upToDate.length === 1 ? 'the other has' : 'others have'
      alarm(
        'chain',
        `${count} for ${chain} ${verb} up to date, and ${agree} have to agree. Its payments wait until ${others} caught up.`,
      )
    }
  }
}

/** It answers, or has answered so lately that it may again. */
const isAnswering = ({ state, answeredAt }: EndpointHealth, { askedAt }: ChainHealth) =>
  state === 'new' ||
  state === 'working' ||
  (state === 'failing' && answeredAt !== null && (askedAt ?? 0) - answeredAt <= sourceSilenceMs)

/** It is so many blocks behind another source that it says nothing of a transfer for longer than it may be silent. */
function isFarBehind({ head }: EndpointHealth, { endpoints, blockSeconds }: ChainHealth) {
  if (head === null || blockSeconds === undefined) return false
  const newest = Math.max(...endpoints.map((other) => (other.state === 'wrong-chain' ? 0 : (other.head ?? 0))))
  return (newest - head) * blockSeconds * 1000 > sourceSilenceMs
}

/** How many sources, with the verb. */
function counted(count: number, singular: string, plural: string): [string, string] {
  if (count === 0) return ['No source', singular]
  return count === 1 ? ['Only one source', singular] : [`Only ${count} sources`, plural]
}

const minutes = (ms: number) => `${Math.round(ms / 60_000)} minutes`
