import type { SystemProcess } from '../../shared/staff/system-schema.ts'
import { onReport } from '../reports.ts'

type Job = SystemProcess['jobs'][number]

/** Remembers how long the scheduled jobs of this process took. */
export function createJobReports() {
  const jobs = new Map<string, Job>()
  const close = onReport('job', ({ job: name, failed, seconds }) => {
    const lastMs = Math.round(seconds * 1000)
    jobs.set(name, { name, lastMs, slowestMs: Math.max(lastMs, jobs.get(name)?.slowestMs ?? 0), failed })
  })
  return {
    /** The slowest first. */
    list: (): Job[] => [...jobs.values()].toSorted((a, b) => b.slowestMs - a.slowestMs),
    close,
  }
}
