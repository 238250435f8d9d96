import { existsSync, readFileSync, readdirSync } from 'node:fs'

/** Linux counts processor time in hundredths of a second. */
const tickMs = 10

/** The processor time that a process's threads have used, in milliseconds; 0 where there is no /proc. */
export function processCpuMs(pid: number): number {
  const folder = `/proc/${pid}/task`
  if (!existsSync(folder)) return 0
  const nanoseconds = readdirSync(folder).map((thread) =>
    Number(readFileSync(`${folder}/${thread}/schedstat`, 'utf8').split(' ')[0]),
  )
  return nanoseconds.reduce((sum, time) => sum + time, 0) / 1e6
}

/** The processor time of a process, its children and those of them that have ended, in milliseconds. */
export function familyCpuMs(pid: number): number {
  const { own, endedChildren } = readTimes(pid)
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => tryReadTimes(Number(name)))
    .filter((times) => times?.parent === pid)
  return (own + endedChildren + children.reduce((sum, times) => sum + times!.own, 0)) * tickMs
}

/** Times in ticks. */
function readTimes(pid: number) {
  // The name of the program, in parentheses, may contain spaces.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ').map(Number)
  return { parent: fields[1]!, own: fields[11]! + fields[12]!, endedChildren: fields[13]! + fields[14]! }
}

function tryReadTimes(pid: number) {
  try {
    return readTimes(pid)
  } catch {
    return null
  }
}
