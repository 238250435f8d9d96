// Plain servers to compare the app with: node baselines.ts constant|hono|query|each|together PORT FILE
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { serve } from '@hono/node-server'
import Database from 'better-sqlite3'
import { desc } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/better-sqlite3'
import { Hono } from 'hono'
import { items } from '../../drizzle/schema.ts'
import { type TableRow, createWriter } from './bare-writer.ts'

const [kind, port, file] = process.argv.slice(2) as [string, string, string]
const printAddress = () => console.log(`http://localhost:${port}`)
const json = { 'content-type': 'application/json; charset=utf-8' }

if (kind === 'constant') {
  const body = readFileSync(file)
  const headers = { ...json, 'content-length': body.length }
  createServer((_, response) => response.writeHead(200, headers).end(body)).listen(
    Number(port),
    '127.0.0.1',
    printAddress,
  )
}
if (kind === 'hono') {
  const body = readFileSync(file, 'utf8')
  const app = new Hono().get('/api/items', () => new Response(body, { headers: json }))
  serve({ fetch: app.fetch, port: Number(port), hostname: '127.0.0.1' }, printAddress)
}
if (kind === 'query') {
  const db = drizzle(new Database(file, { readonly: true }), { casing: 'snake_case' })
  const newest = db.select().from(items).orderBy(desc(items.createdAt), desc(items.id)).limit(24).prepare()
  const app = new Hono().get('/api/items', (c) => c.json({ data: newest.all() }))
  serve({ fetch: app.fetch, port: Number(port), hostname: '127.0.0.1' }, printAddress)
}
if (kind === 'each' || kind === 'together') {
  const write = createWriter(JSON.parse(readFileSync(file, 'utf8')) as TableRow[])
  const queue: (() => void)[] = []
  const commit = () => write(queue.splice(0))
  createServer((request, response) => {
    request.resume().on('end', () => {
      const respond = () => response.writeHead(200, { ...json, 'content-length': 16 }).end('{"success":true}')
      if (kind === 'each') return write([respond])
      if (queue.push(respond) === 1) setImmediate(commit)
    })
  }).listen(Number(port), '127.0.0.1', printAddress)
}
