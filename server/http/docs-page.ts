import { createHash } from 'node:crypto'
import type { OpenApi } from './describe.ts'

type Call = {
  operationId: string
  summary: string
  'x-who': string
  parameters: { name: string; in: string; required: boolean; schema: unknown }[]
  requestBody?: { content: { 'application/json'?: { schema: unknown } } }
  responses: { 200: { content: { 'application/json': { schema: unknown } } } }
}

const style = `
:root { color-scheme: light dark; --line: color-mix(in srgb, currentColor 16%, transparent) }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 3rem auto; padding: 0 1rem }
h1 { margin-bottom: .25rem }
section { border-top: 1px solid var(--line); padding: 1rem 0 }
h2 { font: 600 1rem ui-monospace, monospace; margin: 0 }
h2 b { display: inline-block; min-width: 4.5em }
.who { float: right; font-size: .875rem; opacity: .7 }
pre { overflow: auto; font-size: .8125rem; padding: .75rem; border: 1px solid var(--line); border-radius: 6px }
dt { font-family: ui-monospace, monospace } dd { margin: 0 0 .25rem 1.5rem }
`

/** Allows the page's own style and nothing else. */
export const docsPolicy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; base-uri 'none'; frame-ancestors 'none'`

/** The API to read: each call, who may make it, what it takes and what comes back. */
export function docsPage({ info, paths }: OpenApi): string {
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, call]) => section(method.toUpperCase(), path, call as unknown as Call)),
  )
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${info.title}: API</title>
<meta name="viewport" content="width=device-width"><style>${style}</style></head><body>
<h1>${info.title} API ${info.version}</h1>
<p>${info.description} JSON in and out, under <code>/api</code>; the same as a document: <a href="openapi.json">openapi.json</a>.
A refusal is <code>{success: false, message, error, requestId}</code>. Amounts are dollars, times ISO 8601 in UTC.</p>
${calls.join('\n')}</body></html>`
}

function section(method: string, path: string, call: Call): string {
  const body = call.requestBody?.content['application/json']?.schema
  const parameters = call.parameters
    .map(
      (one) =>
        `<dt>${one.name}</dt><dd>${one.in}${one.required ? '' : ', optional'}: <code>${escape(JSON.stringify(one.schema))}</code></dd>`,
    )
    .join('')
  return `<section id="${call.operationId}"><span class="who">${call['x-who']}</span><h2><b>${method}</b> ${path}</h2>
<p>${escape(call.summary)}</p>${parameters && `<dl>${parameters}</dl>`}
${body ? `<details><summary>Takes</summary>${shown(body)}</details>` : ''}
<details><summary>Answers</summary>${shown(call.responses[200].content['application/json'].schema)}</details></section>`
}

const shown = (schema: unknown) => `<pre>${escape(JSON.stringify(schema, null, 2))}</pre>`
const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
