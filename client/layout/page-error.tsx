import { Component, type ReactNode } from 'react'
import { useLocation } from 'wouter'
import { ErrorState } from '../ui/empty.tsx'

/** Keeps the bars around a page whose code did not come, or broke. Another page begins afresh. */
export function PageFault({ children }: { children: ReactNode }) {
  const [path] = useLocation()
  return <Boundary key={path}>{children}</Boundary>
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
        <title>This page did not open · Kade</title>
        <ErrorState
          title="This page did not open"
          text="The connection may have been lost on the way. Nothing of yours is gone."
          onRetry={() => location.reload()}
        />
      </div>
    )
  }
}
