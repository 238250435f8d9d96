import type { staffRoutes } from '../../shared/staff-calls.ts'
import { listAudit } from '../activity/list-audit.ts'
import type { Handlers } from '../http/serve.ts'
import { addNote, deleteNote, listNotes } from '../orders/notes.ts'
import { listReviewsForStaff } from '../reviews/list-reviews-for-staff.ts'
import { removeReview } from '../reviews/write-review.ts'
import { correctPoints } from './correct-points.ts'
import { endSessions } from './end-sessions.ts'
import { listCustomers } from './list-customers.ts'
import { readCustomerDetails } from './read-customer.ts'
import { readStats } from './read-stats.ts'

export const deskHandlers: Handlers<typeof staffRoutes> = {
  orderNotes: async ({ id }, { store }) => ({ data: await listNotes(store.db, id) }),
  addOrderNote: ({ id, text }, { me, change }) =>
    change(async (making) => ({ data: await addNote(making, me.user, id, text), message: 'Note added' })),
  deleteOrderNote: ({ id, noteId }, { me, change }) =>
    change(async (making) => {
      await deleteNote(making, me.user, id, noteId)
      return { message: 'Note removed' }
    }),
  staffReviews: (asked, { store }) => listReviewsForStaff(store.db, asked),
  removeReview: ({ id }, { me, change }) =>
    change(async (making) => ({ ...(await removeReview(making, me.user, id)), message: 'Review removed' })),
  customers: (asked, { store }) => listCustomers(store.db, asked),
  customer: async ({ id }, { store }) => ({ data: await readCustomerDetails(store.db, id) }),
  correctPoints: ({ id, ...correction }, { me, change }) =>
    change(async (making) => ({
      data: await correctPoints(making, me.user, id, correction),
      message: 'Points corrected',
    })),
  endSessions: ({ id, sessionId }, { me, change }) =>
    change(async (making) => {
      const ended = await endSessions(making, me.user, id, sessionId)
      return { ended, message: ended === 1 ? '1 session ended' : `${ended} sessions ended` }
    }),
  stats: async ({ days = '30' }, { store }) => ({ data: await readStats(store.db, Number(days)) }),
  audit: (asked, { store }) => listAudit(store.db, asked),
}
