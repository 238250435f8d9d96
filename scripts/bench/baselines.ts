// Plain servers to hold the store against: node baselines.ts constant|hono|query|each|together PORT FILE
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { serve } from '@hono/node-server'
import Database from 'better-sqlite3'
import { desc } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/better-sqlite3'
import { Hono } from 'hono'
import { items } from '../../drizzle/schema.ts'
import { type BareRow, writerOf } from './bare-writer.ts'

const [kind, port, file] = process.argv.slice(2) as [string, string, string]
const open = () => console.log(`http://localhost:${port}`)
const json = { 'content-type': 'application/json; charset=utf-8' }

if (kind === 'constant') {
  const body = readFileSync(file)
  const headers = { ...json, 'content-length': body.length }
  createServer((_, response) => response.writeHead(200, headers).end(body)).listen(Number(port), '127.0.0.1', open)
}
if (kind === 'hono') {
  const body = readFileSync(file, 'utf8')
  const app = new Hono().get('/api/items', () => new Response(body, { headers: json }))
  serve({ fetch: app.fetch, port: Number(port), hostname: '127.0.0.1' }, open)
}
if (kind === 'query') {
  const db = drizzle(new Database(file, { readonly: true }), { casing: 'snake_case' })
  const newest = db.select().from(items).orderBy(desc(items.createdAt), desc(items.id)).limit(24).prepare()
  const app = new Hono().get('/api/items', (c) => c.json({ data: newest.all() }))
  serve({ fetch: app.fetch, port: Number(port), hostname: '127.0.0.1' }, open)
}
if (kind === 'each' || kind === 'together') {
  const write = writerOf(JSON.parse(readFileSync(file, 'utf8')) as BareRow[])
  const waiting: (() => void)[] = []
  const commit = () => write(waiting.splice(0))
  createServer((request, response) => {
    request.resume().on('end', () => {
      const done = () => response.writeHead(200, { ...json, 'content-length': 16 }).end('{"success":true}')
      if (kind === 'each') return write([done])
      if (waiting.push(done) === 1) setImmediate(commit)
    })
  }).listen(Number(port), '127.0.0.1', open)
}
