import { ErrorState, type ErrorStateProps } from '../ui/empty.tsx'

export interface StaffErrorProps extends ErrorStateProps {
  /** What to look for in the server's log: the request's id. */
  errorId?: string
}

/** An error with a button to try again, and its id. */
export const StaffError = ({ text, errorId, ...rest }: StaffErrorProps) => (
  <ErrorState
    {...rest}
    text={
      errorId ? (
        <>
          {text}
          <span className="mt-1 block text-xs">
            Error id <code>{errorId}</code>
          </span>
        </>
      ) : (
        text
      )
    }
  />
)
