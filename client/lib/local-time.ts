/** '2026-11-21T14:02', in the user's time zone, as an input of type `datetime-local` has it. */
export function toLocalTime(at: number): string {
  const shifted = new Date(at - new Date(at).getTimezoneOffset() * 60_000)
  return shifted.toISOString().slice(0, 16)
}

/** '2026-11-21', as an input of type `date` has it. */
export const toLocalDay = (at: number) => toLocalTime(at).slice(0, 10)
