import { createHash } from 'node:crypto'
import type { OpenApi, Operation } from './openapi.ts'

const style = `
:root { color-scheme: light dark; --line: color-mix(in srgb, currentColor 16%, transparent) }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 3rem auto; padding: 0 1rem }
h1 { margin-bottom: .25rem }
section { border-top: 1px solid var(--line); padding: 1rem 0 }
h2 { font: 600 1rem ui-monospace, monospace; margin: 0 }
h2 b { display: inline-block; min-width: 4.5em }
.access { float: right; font-size: .875rem; opacity: .7 }
pre { overflow: auto; font-size: .8125rem; padding: .75rem; border: 1px solid var(--line); border-radius: 6px }
dt { font-family: ui-monospace, monospace } dd { margin: 0 0 .25rem 1.5rem }
`

/** Allows only the page's own style. */
export const docsPageCsp = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; base-uri 'none'; frame-ancestors 'none'`

/** The API reference as an HTML page: each operation with its access, parameters, request body and response. */
export function docsPage({ info, paths }: OpenApi): string {
  const sections = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => section(method.toUpperCase(), path, operation)),
  )
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${info.title} API</title>
<meta name="viewport" content="width=device-width"><style>${style}</style></head><body>
<h1>${info.title} API ${info.version}</h1>
<p>${info.description} All endpoints are under <code>/api</code>, with JSON requests and responses; they are also
described in <a href="openapi.json">openapi.json</a>. Errors are <code>{success: false, message, error, requestId}</code>.
Amounts are in dollars, times in ISO 8601 UTC.</p>
${sections.join('\n')}</body></html>`
}

function section(method: string, path: string, operation: Operation): string {
  const request = operation.requestBody?.content['application/json']?.schema
  const parameters = operation.parameters
    .map(
      ({ name, in: location, required, schema }) =>
        `<dt>${name}</dt><dd>${location}${required ? '' : ', optional'}: <code>${escape(JSON.stringify(schema))}</code></dd>`,
    )
    .join('')
  return `<section id="${operation.operationId}"><span class="access">${operation['x-access']}</span><h2><b>${method}</b> ${path}</h2>
<p>${escape(operation.summary)}</p>${parameters && `<dl>${parameters}</dl>`}
${request ? `<details><summary>Request</summary>${formatSchema(request)}</details>` : ''}
<details><summary>Response</summary>${formatSchema(Object.values(operation.responses[200].content).at(-1)!.schema)}</details></section>`
}

const formatSchema = (schema: object) => `<pre>${escape(JSON.stringify(schema, null, 2))}</pre>`
const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
