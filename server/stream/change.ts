import type { StoreEvent } from '../../shared/stream.ts'
import type { Tx } from '../db/transactions.ts'
import type { Written } from '../encode.ts'
import type { Letter } from '../mail/mailer.ts'
import type { Store } from '../store.ts'
import { append, type Told } from './append.ts'
import type { Ending } from './bus.ts'

/** One change of the store while it is being made. */
export type Change = {
  tx: Tx
  env: Store['env']
  /** Puts an event on a stream (`user:{id}`, `staff`, `catalogue`), in this transaction. */
  tell(stream: string, event: StoreEvent): void
  /** Ends the sockets of a session once this is committed. */
  ends(ending: Ending): void
  /** Sends an e-mail once this is committed. */
  mail(letter: Letter): void
  /** Lists that its events and its answer have in common. */
  written: Written
}

/** The one way to change something: a transaction whose last act is to write its events; then the push. */
export const change = <T>(store: Store, work: (change: Change) => Promise<T>): Promise<T> =>
  store.db.transaction(async (tx, afterCommit) => {
    const told: Told[] = []
    const written: Written = new Map()
    const result = await work({
      tx,
      env: store.env,
      tell: (stream, event) => told.push({ stream, event }),
      ends: (ending) => afterCommit(() => store.bus.tell('ended', ending)),
      mail: (letter) => afterCommit(() => store.mail.send(letter)),
      written,
    })
    if (told.length > 0) {
      const events = await append(tx, told, written)
      afterCommit(() => store.bus.tell('events', events))
    }
    return result
  })
