import { readFileSync } from 'node:fs'
import { chromiumArguments, findFullChromium } from '../../tests/e2e/chromium.mjs'
import { createTemporaryFolder, startServer } from '../bench/processes.ts'
import { quantile } from '../bench/report.ts'
import { fail, run } from '../run.mjs'

/** The last version that runs on Node 20. It is run by npx: it brings two hundred packages that nothing else needs. */
const lighthouse = 'lighthouse@12.8.2'
/** A machine that is slower than this at the moment is busy, and the run is repeated. */
const minBenchmarkIndex = 800
const maxAttempts = 4

const profiles = { mobile: [], desktop: ['--preset=desktop'] }
type Profile = keyof typeof profiles
const categories = { perf: 'performance', a11y: 'accessibility', BP: 'best-practices', SEO: 'seo' } as const
const timings = { FCP: 'first-contentful-paint', LCP: 'largest-contentful-paint', TBT: 'total-blocking-time' } as const

/** The parts of a report that are read. */
type Report = {
  environment: { benchmarkIndex: number }
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>
  audits: Record<string, { score: number | null; numericValue?: number; title: string }>
}

const args = process.argv.slice(2)
const runs = Number(args.find((arg) => /^\d+$/.test(arg)) ?? 5)
const selected = (Object.keys(profiles) as Profile[]).filter((name) => args.includes(name))

const chromium = findFullChromium() ?? fail('Lighthouse needs Chromium or Google Chrome.')
const server = await startServer({ SEED: 'demo' })
const address = `http://localhost:${server.port}`
const { data } = (await (await fetch(`${address}/api/items?limit=1`)).json()) as { data: { _id: string }[] }
const pages = { '/': '/', '/items': '/items', item: `/items/${data[0]!._id}`, '/faq': '/faq' }
const selectedPages = Object.entries(pages).filter(([name]) => args.includes(name))
const paths = (selectedPages.length > 0 ? selectedPages : Object.entries(pages)).map(([, path]) => path)

console.log(`${lighthouse}, median of ${runs}; FCP and LCP in seconds, TBT in milliseconds, CLS, benchmarkIndex`)
for (const profile of selected.length > 0 ? selected : (Object.keys(profiles) as Profile[])) {
  for (const path of paths) console.log(`${profile} ${path}: ${summarize(await measure(profile, path))}`)
}
await server.stop()
process.exit(0)

async function measure(profile: Profile, path: string): Promise<Report[]> {
  // Rendered and cached for the first visitor.
  await (await fetch(address + path)).arrayBuffer()
  const reports: Report[] = []
  for (let n = 0; n < runs; n += 1) reports.push(await measureQuietly(profile, path))
  return reports
}

/** Repeats a run of a busy moment, or that recorded nothing; the last one counts in any case, and its index shows. */
async function measureQuietly(profile: Profile, path: string): Promise<Report> {
  for (let attempt = 1; ; attempt += 1) {
    const { report, output } = await runLighthouse(profile, path)
    if (!report) {
      if (attempt === maxAttempts) fail(`Lighthouse failed:\n${output}`)
      continue
    }
    if (report.environment.benchmarkIndex >= minBenchmarkIndex || attempt === maxAttempts) return report
  }
}

/** Without a report, `output` says why. */
async function runLighthouse(profile: Profile, path: string): Promise<{ report: Report | null; output: string }> {
  const file = `${createTemporaryFolder()}/report.json`
  const flags = ['--headless=new', ...chromiumArguments()].join(' ')
  const options = ['--quiet', '--output=json', `--output-path=${file}`, `--chrome-flags=${flags}`]
  const { code, output } = await run('npx', ['--yes', lighthouse, address + path, ...profiles[profile], ...options], {
    env: { ...process.env, CHROME_PATH: chromium },
    capture: true,
  })
  return { report: code === 0 ? (JSON.parse(readFileSync(file, 'utf8')) as Report) : null, output }
}

function summarize(reports: Report[]): string {
  const median = (read: (report: Report) => number) =>
    quantile(
      reports.map(read).toSorted((a, b) => a - b),
      0.5,
    )
  const audit = (id: string) => median(({ audits }) => audits[id]!.numericValue ?? 0)
  const scores = Object.entries(categories).map(
    ([name, id]) => `${name} ${Math.round(median((report) => report.categories[id]!.score ?? 0) * 100)}`,
  )
  const seconds = (id: string) => (audit(id) / 1000).toFixed(2)
  const index = reports.map(({ environment }) => Math.round(environment.benchmarkIndex))
  return [
    ...scores,
    `FCP ${seconds(timings.FCP)}`,
    `LCP ${seconds(timings.LCP)}`,
    `TBT ${Math.round(audit(timings.TBT))}`,
    `CLS ${audit('cumulative-layout-shift').toFixed(3)}`,
    `index ${Math.min(...index)} to ${Math.max(...index)}`,
    ...findLost(reports),
  ].join(', ')
}

/** The audits outside of performance that cost points in any run. */
function findLost(reports: Report[]): string[] {
  const lost = new Set<string>()
  for (const { categories: scored, audits } of reports) {
    for (const { id, weight } of Object.values(scored).flatMap(({ auditRefs }) => auditRefs)) {
      if (weight > 0 && audits[id]!.score === 0) lost.add(`lost: ${audits[id]!.title}`)
    }
  }
  return [...lost]
}
