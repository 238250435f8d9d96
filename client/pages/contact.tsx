import { useStore } from '../client-context.tsx'
import { ContentView } from '../content/content-view.tsx'
import { ContactForm } from '../support/contact-form.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { Note } from '../ui/note.tsx'
import NotFoundPage from './not-found.tsx'

/** How to reach the store; visitors write with an email address, customers in their support chat. */
export default function ContactPage() {
  const signedIn = useStore((state) => state.accounts.user !== null)
  return (
    <ContentView slug="contact" missing={<NotFoundPage />}>
      <section aria-labelledby="write" className="surface mt-8 p-5 wide:p-7">
        <h2 id="write" className="text-xl">
          Write to us
        </h2>
        {signedIn ? (
          <div className="mt-4 grid justify-items-start gap-4">
            <Note title="You’re logged in">
              <p className="text-muted">In the support chat we can see your orders, and you get our answer live.</p>
            </Note>
            <ButtonLink href="/support" variant="primary">
              Open the support chat
            </ButtonLink>
          </div>
        ) : (
          <ContactForm />
        )}
      </section>
    </ContentView>
  )
}
