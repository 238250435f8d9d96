import { produce } from 'immer'
import { expect } from 'vitest'
import { applyEvent } from '../../client/apply-event.ts'
import { applyStaffEvent } from '../../client/apply-staff-event.ts'
import { initialState, type State } from '../../client/state.ts'
import type { StreamEvent } from '../../shared/stream.ts'
import { buildPage } from './build.ts'

export const stateWith = (change: (draft: State) => void): State =>
  produce(initialState(buildPage()), (draft) => void change(draft))

/** A page of a list that has no others. */
export const onlyPage = <Row>(data: Row[]) => ({ data, totalCount: data.length, nextCursor: null })

/** Applies the events, and checks that applying them again changes nothing. */
export function afterEvents(state: State, ...events: StreamEvent[]): State {
  const applyOne = (before: State, event: StreamEvent) =>
    produce(before, (draft) => {
      applyEvent(draft, event, () => true)
      applyStaffEvent(draft, event)
    })
  const apply = (from: State) => events.reduce(applyOne, from)
  const applied = apply(state)
  expect(withoutVersions(apply(applied))).toEqual(withoutVersions(applied))
  return applied
}

/** These only count how often a list has to be loaded again. */
const withoutVersions = ({ staffOrders, staffReviews, ...rest }: State) => ({
  ...rest,
  staffOrders: { ...staffOrders, countsVersion: 0, searchVersion: 0 },
  staffReviews: { ...staffReviews, listsVersion: 0 },
})
