import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'

// argon2id is the library's default variant.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const currentPrefix = `$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}$`

export const hashPassword = (password: string) => queued(() => hash(password, cost))

/** True when the hash was made at another cost than today's, so the next login should replace it. */
export const needsRehash = (passwordHash: string) => !passwordHash.startsWith(currentPrefix)

let dummyHash: Promise<string> | undefined

/** Takes the same time when there is no account (`passwordHash` is undefined), so the duration reveals nothing. */
export async function verifyPassword(password: string, passwordHash: string | undefined): Promise<boolean> {
  dummyHash ??= hashPassword('a password that nobody has')
  const expected = passwordHash ?? (await dummyHash)
  const matches = await queued(() => verify(expected, password))
  return matches && passwordHash !== undefined
}

/** One core stays free: as many hashes at once as there are cores would block every other request. */
let freeSlots = Math.max(1, availableParallelism() - 1)
const queue: (() => void)[] = []

async function queued<T>(work: () => Promise<T>): Promise<T> {
  if (freeSlots > 0) freeSlots -= 1
  else await new Promise<void>((resolve) => queue.push(resolve))
  try {
    return await work()
  } finally {
    const next = queue.shift()
    if (next) next()
    else freeSlots += 1
  }
}
