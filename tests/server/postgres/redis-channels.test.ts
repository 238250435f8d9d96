import { randomUUID } from 'node:crypto'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openRedisChannels } from '../../../server/events/redis-channels.ts'
import { createLog } from '../../../server/log.ts'
import { waitFor } from '../../app.ts'
import { findFreePort } from '../../own-postgres.ts'

const redisUrl = process.env.TEST_REDIS_URL

async function open({ url = redisUrl!, listChannels = () => [] as string[] }) {
  const [received, warnings] = [[] as string[], [] as string[]]
  const channels = await openRedisChannels({
    redisUrl: url,
    log: createLog('warn', { write: (line) => void warnings.push(line) }),
    receive: (_, text) => received.push(text),
    listChannels,
    onRecovered: () => undefined,
  })
  onTestFinished(channels.close)
  return { ...channels, received, warnings }
}

describe.runIf(redisUrl)('the channels of Redis', () => {
  it('are heard, also those that are followed while it subscribes to the rest', async () => {
    const channel = (name: string) => `kade:test-${randomUUID()}:${name}`
    const [first, late, other] = [channel('first'), channel('late'), channel('other')]
    const followed = [first]
    const channels = await open({
      listChannels() {
        const listed = [...followed]
        if (followed.length === 1) followed.push(late)
        return listed
      },
    })
    await waitFor(channels.isHealthy)
    for (const name of [other, late, first]) channels.publish(name, name)
    await waitFor(() => channels.received.includes(first))
    expect(channels.received).toEqual([late, first])
  })

  it('are healthy without a warning at the start', async () => {
    for (let round = 0; round < 10; round += 1) {
      const channels = await open({})
      await waitFor(channels.isHealthy)
      expect(channels.warnings).toEqual([])
    }
  })
})

it('warns once when Redis is away', async () => {
  const channels = await open({ url: `redis://127.0.0.1:${await findFreePort()}` })
  await waitFor(() => channels.warnings.length > 0)
  await waitFor(() => !channels.isHealthy())
  expect(channels.warnings).toEqual([expect.stringContaining('Redis does not answer')])
})
