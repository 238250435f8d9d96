/** In local storage, followed by `:{userId}`; the outbox is kept when its user logs out. */
export const supportOutboxPrefix = 'support-outbox'
/** In local storage, followed by `:{userId}:{customerId}`. */
export const supportDraftPrefix = 'support-draft'
