import { Component, type ReactNode } from 'react'
import { useLocation } from 'wouter'
import { ErrorState } from '../ui/empty.tsx'

/** Shows an error inside the page frame when a page crashes or its code can't be loaded. Reset by navigation. */
export function PageError({ children }: { children: ReactNode }) {
  const [path] = useLocation()
  // Conversations open inside the inbox, which stays as it is: its list is where it was scrolled to.
  return <Boundary key={path.replace(/^(\/admin\/support)\/.*/, '$1')}>{children}</Boundary>
}

class Boundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    if (!this.state.failed) return this.props.children
    return (
      <div className="page-column py-16">
        <title>This page didn’t open · Kade</title>
        <ErrorState
          title="This page didn’t open"
          text="The connection may have been lost. None of your data is affected."
          onRetry={() => location.reload()}
        />
      </div>
    )
  }
}
