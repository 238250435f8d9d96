import { clearLocalData } from './lib/clear-local-data.ts'
import { paymentOpenedPrefix } from './payments/storage-keys.ts'
import { pendingProfilePrefix } from './profile/storage-keys.ts'
import { supportOutboxPrefix } from './support/storage-keys.ts'

/** Changes that were accepted while offline: they count as done, and are sent when their user returns. */
const unsent = [supportOutboxPrefix, pendingProfilePrefix]

/** Deletes what this device stores for a user who logs out. */
export const clearUserData = (storage: Storage, userId: string) =>
  clearLocalData(storage, userId, { unsent, perTab: [paymentOpenedPrefix] })
