/** A message could not be delivered. */
export class DeliveryError extends Error {
  /** For the log and the outbox: contains no address. */
  readonly reason: string
  /** Trying again won't help, because the receiving side has refused this message. */
  readonly isPermanent: boolean
  constructor(reason: string, { isPermanent }: { isPermanent: boolean }) {
    super(reason)
    this.reason = reason
    this.isPermanent = isPermanent
  }
}
