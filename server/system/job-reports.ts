import type { SystemProcess } from '../../shared/staff/system-schema.ts'
import { onReport } from '../reports.ts'

type Job = SystemProcess['jobs'][number]

/** Remembers when the scheduled jobs of this process last ran, and how long they took. */
export function createJobReports() {
  const jobs = new Map<string, Job>()
  const close = onReport('job', ({ job: name, failed, seconds }) => {
    const lastMs = Math.round(seconds * 1000)
    const slowestMs = Math.max(lastMs, jobs.get(name)?.slowestMs ?? 0)
    jobs.set(name, { name, lastAt: Date.now(), lastMs, slowestMs, failed })
  })
  return {
    /** The slowest first. */
    list: (): Job[] => [...jobs.values()].toSorted((a, b) => b.slowestMs - a.slowestMs),
    close,
  }
}
