import { markPaidCountdownSeconds } from '../../shared/orders/rules.ts'

const radius = 10
const length = 2 * Math.PI * radius

/** How much of the countdown is left, as a ring. The text beside it says the same. */
export const CountdownRing = ({ secondsLeft }: { secondsLeft: number }) => (
  <svg viewBox="0 0 24 24" width="24" height="24" className="countdown-ring" aria-hidden="true" focusable="false">
    <circle cx="12" cy="12" r={radius} />
    <circle
      cx="12"
      cy="12"
      r={radius}
      strokeDasharray={length}
      strokeDashoffset={length * (1 - secondsLeft / markPaidCountdownSeconds)}
    />
  </svg>
)
