import { Compass } from 'lucide-react'
import { StaffPage } from '../staff/staff-page.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty.tsx'

export default function AdminNotFoundPage() {
  return (
    <StaffPage title="Page not found">
      <EmptyState
        icon={Compass}
        title="Page not found"
        text="The address may be mistyped, or the page may have been removed."
        action={<ButtonLink href="/admin/payments">Payments</ButtonLink>}
      />
    </StaffPage>
  )
}
