// Loaded before the app: on SIGUSR2 it prints its memory and its event loop delay since the last time.
import { writeSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc')
const delay = monitorEventLoopDelay({ resolution: 5 })
delay.enable()

process.on('SIGUSR2', () => {
  const [p50, p99, max] = [delay.percentile(50), delay.percentile(99), delay.max].map((ns) => ns / 1e6)
  collect()
  const { rss, heapUsed, external } = process.memoryUsage()
  writeSync(1, `probe ${JSON.stringify({ p50, p99, max, rss, retained: heapUsed + external })}\n`)
  delay.reset()
})
