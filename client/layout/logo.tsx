import { Link } from 'wouter'

/** The store's name and its mark, a receipt with a tick. */
export function Logo({ className }: { className?: string }) {
  return (
    <Link href="/" className={className ? `logo ${className}` : 'logo'}>
      <Mark />
      Kade
    </Link>
  )
}

function Mark() {
  return (
    <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
      <path
        className="fill-accent"
        d="M4 3.5A1.5 1.5 0 0 1 5.5 2h13A1.5 1.5 0 0 1 20 3.5V22l-2.67-1.9L14.67 22 12 20.1 9.33 22l-2.66-1.9L4 22z"
      />
      <path
        d="m8.2 10.6 2.7 2.7 4.9-5.3"
        fill="none"
        stroke="var(--accent-ink)"
        strokeWidth="2.2"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}
