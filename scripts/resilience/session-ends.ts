import { io } from 'socket.io-client'
import { startTestCluster, type TestCluster } from './cluster.ts'
import { createClient, inParallel, percentile, wait } from './server-process.ts'

const [endsPerState, pauseMs, maxWaitMs, recoveryMs] = [40, 250, 10_000, 3000]

type RedisState = {
  fail(redis: TestCluster['redis']): unknown
  recover(redis: TestCluster['redis']): unknown
  maxMs: number
}
/** The longest that a socket may outlive its session, by how Redis is doing. */
const states: Record<string, RedisState> = {
  healthy: { fail: () => {}, recover: () => {}, maxMs: 1000 },
  killed: { fail: (redis) => redis.kill(), recover: (redis) => redis.start(), maxMs: 5000 },
  frozen: { fail: (redis) => redis.freeze(), recover: (redis) => redis.resume(), maxMs: 5000 },
}

/** Sessions that one process ends while their sockets are on another one, with Redis healthy, killed and frozen. */
export async function endSessions() {
  const cluster = await startTestCluster()
  const problems: string[] = []
  const figures: string[] = []
  for (const [name, { fail, recover, maxMs }] of Object.entries(states)) {
    const customers: { token: string }[] = []
    await inParallel([...Array(endsPerState).keys()], 4, async () => {
      customers.push(await cluster.register())
    })
    const times = await timeEnds(cluster, customers, () => fail(cluster.redis))
    await recover(cluster.redis)
    await wait(recoveryMs)
    const [p50, p99, latest] = [50, 99, 100].map((percent) => Math.round(percentile(times, percent)))
    figures.push(`${name}: p50 ${p50} ms, p99 ${p99} ms, latest ${latest} ms`)
    if (times.length < endsPerState) problems.push(`${name}: ${endsPerState - times.length} sockets were not cut`)
    if (latest! > maxMs) problems.push(`${name}: the latest socket was cut after ${latest} ms`)
  }
  await cluster.stopAll()
  return {
    ok: problems.length === 0,
    figures: `${endsPerState} sessions, from the request on one process to the socket's end on another; ${figures.join('; ')}`,
    problems,
  }
}

/** Logs out on one process, one after the other, and returns how long after the request each socket was cut on another. */
async function timeEnds({ processes }: TestCluster, customers: { token: string }[], fail: () => unknown) {
  const [one, other] = processes
  const call = createClient(one!.port)
  const clients = await Promise.all(customers.map(({ token }) => connect(other!.port, token)))
  await fail()
  const sentAt: number[] = []
  const requests: Promise<unknown>[] = []
  for (const { token } of customers) {
    sentAt.push(performance.now())
    requests.push(call('POST', '/auth/logout', { token, body: {} }))
    await wait(pauseMs)
  }
  await Promise.all(requests)
  const end = performance.now() + maxWaitMs
  while (clients.some(({ cutAt }) => cutAt() === null) && performance.now() < end) await wait(20)
  const times = clients.flatMap(({ cutAt }, i) => (cutAt() === null ? [] : [cutAt()! - sentAt[i]!]))
  for (const { socket } of clients) socket.disconnect()
  return times
}

/** A socket that has joined, and when the server cut it because its session had ended. */
async function connect(port: number, token: string) {
  const options = { auth: { token }, transports: ['websocket'], forceNew: true, reconnection: false }
  const socket = io(`http://127.0.0.1:${port}`, options)
  let isEnded = false
  let cutAt: number | null = null
  socket.once('session.ended', () => (isEnded = true))
  socket.once('disconnect', () => (cutAt = isEnded ? performance.now() : null))
  await new Promise((resolve, reject) => socket.once('welcome', resolve).once('connect_error', reject))
  return { socket, cutAt: () => cutAt }
}
