// @ts-check
// npm run graph: draws which folders import which, as Mermaid, into docs/dependencies.md.
import { mkdirSync, writeFileSync } from 'node:fs'
import { exitWithNpm, fail, root, run } from './run.mjs'
import { install } from './setup.mjs'

exitWithNpm()
await install()
const page = `# Dependencies

Which folders import which: an arrow points from a folder to one it imports. Outside of cycles, a direct arrow is left
out where a longer path leads to the same folder. \`npm run graph\` writes this page; the rules that \`npm run check\`
enforces are in [.dependency-cruiser.mjs](../.dependency-cruiser.mjs).

## Overview

${await draw(['server', 'client', 'shared', 'drizzle'], '^[^/]+', '^(server|client|shared|drizzle)/')}

## Server

${await draw(['server'], '^server/[^/]+', '^server/')}

## Client

The files in \`client/\` itself, which tie the features together, are left out.

${await draw(['client'], '^client/[^/]+', '^client/[^/]+/')}
`

mkdirSync(`${root}docs`, { recursive: true })
writeFileSync(`${root}docs/dependencies.md`, page)

/** @param {string[]} folders @param {string} nodes what becomes one node @param {string} included the files drawn */
async function draw(folders, nodes, included) {
  const options = ['--output-type', 'mermaid', '--collapse', nodes, '--include-only', included]
  const { code, output } = await run('depcruise', [...folders, ...options], { capture: true })
  if (code !== 0) fail(output)
  return `\`\`\`mermaid\n${withoutImpliedArrows(output)}\n\`\`\``
}

/** Dozens of arrows between neighbours would hide the order of the folders. @param {string} diagram */
function withoutImpliedArrows(diagram) {
  /** @type {Map<string, Set<string>>} */
  const imports = new Map()
  for (const [, from = '', to = ''] of diagram.matchAll(/^(\w+)-->(\w+)$/gm))
    imports.set(from, (imports.get(from) ?? new Set()).add(to))
  /** @param {string} from @param {string} to @returns {boolean} */
  const leadsTo = (from, to, seen = new Set()) =>
    from === to || [...(imports.get(from) ?? [])].some((next) => !seen.has(next) && leadsTo(next, to, seen.add(next)))
  for (const [from, targets] of imports) {
    for (const to of Array.from(targets)) {
      if (leadsTo(to, from)) continue
      targets.delete(to)
      if (!leadsTo(from, to)) targets.add(to)
    }
  }
  const isDrawn = (/** @type {string} */ line) => {
    const [from = '', to] = line.split('-->')
    return to === undefined || imports.get(from)?.has(to)
  }
  return diagram.trim().split('\n').filter(isDrawn).join('\n')
}
