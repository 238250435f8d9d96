import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { openRedisChannels } from '../../../server/events/redis-channels.ts'
import { createLog } from '../../../server/log.ts'
import { waitFor } from '../../app.ts'

it.runIf(process.env.TEST_REDIS_URL)('hears what is followed while it subscribes to the rest', async () => {
  const channel = (name: string) => `kade:test-${randomUUID()}:${name}`
  const [first, late, other] = [channel('first'), channel('late'), channel('other')]
  const followed = [first]
  const received: string[] = []
  const channels = await openRedisChannels({
    redisUrl: process.env.TEST_REDIS_URL!,
    log: createLog('silent'),
    receive: (_, text) => received.push(text),
    listChannels() {
      const listed = [...followed]
      if (followed.length === 1) followed.push(late)
      return listed
    },
    onRecovered: () => undefined,
  })
  await waitFor(channels.isHealthy)
  for (const name of [other, late, first]) channels.publish(name, name)
  await waitFor(() => received.includes(first))
  expect(received).toEqual([late, first])
  channels.close()
})
