import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { useClient, useStore } from '../client-context.tsx'
import { PageHead } from '../layout/page-head.tsx'
import { questions } from '../layout/questions.tsx'
import { StructuredData } from '../layout/structured-data.tsx'
import { textOf } from '../lib/text-of.ts'
import { loadStorefront } from '../storefront/lazy-actions.ts'
import { storefrontKey } from '../storefront/store.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Disclosure } from '../ui/disclosure.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { useLoad } from '../use-load.ts'

/** Not `contentLinks`, which would be in the code of every page then. */
const ownerPages = [
  ['about', 'About us'],
  ['terms', 'Terms'],
  ['refunds', 'Refunds'],
  ['privacy', 'Privacy'],
] as const

export default function FaqPage() {
  const client = useClient()
  useLoad(storefrontKey, (signal) => loadStorefront(client, signal))
  const readyMinutes = useStore((state) => state.storefront?.readyMinutes ?? null)
  const { owner, pages, refundPromise = null } = useStore((state) => state.config) ?? {}
  const hours = owner?.hours
  const answered = questions.map(({ question, answer }) => ({
    question,
    answer: typeof answer === 'function' ? answer({ readyMinutes, refundPromise }) : answer,
  }))
  return (
    <div className="page-column py-8 wide:grid wide:grid-cols-[minmax(0,19rem)_minmax(0,1fr)] wide:grid-rows-[auto_1fr] wide:gap-x-16 wide:py-14">
      <PageHead
        title="FAQ"
        description="How to place an order, ways to pay, failed payments, how long it takes, points and referrals, cancelling, support and dark mode."
      />
      <StructuredData data={{ '@type': 'FAQPage', mainEntity: answered.map(asQuestion) }} />
      <PageTitle text="Common questions before, during and after an order.">Frequently asked questions</PageTitle>
      <div className="mt-6 border-t wide:row-span-2 wide:mt-0">
        {answered.map(({ question, answer }, index) => (
          <Disclosure key={question} summary={question} open={index === 0}>
            <div className="grid gap-3">{answer}</div>
          </Disclosure>
        ))}
      </div>
      <div className="mt-8 flex flex-wrap items-center gap-x-5 gap-y-3 self-start">
        <ButtonLink href="/items" variant="primary">
          Browse services
        </ButtonLink>
        <ButtonLink href="/contact">Ask something else</ButtonLink>
        {hours && (
          <p className="mt-2 w-full text-sm text-muted">
            <span className="block font-medium text-ink">Hours</span>
            {hours}
          </p>
        )}
        <ul className="flex w-full flex-wrap gap-x-5 text-sm wide:grid wide:gap-y-1.5">
          {ownerPages.map(
            ([slug, label]) =>
              pages?.includes(slug) && (
                <li key={slug}>
                  <Link href={`/${slug}`} className="link">
                    {label}
                  </Link>
                </li>
              ),
          )}
        </ul>
      </div>
    </div>
  )
}

const asQuestion = ({ question, answer }: { question: string; answer: ReactNode }) => ({
  '@type': 'Question',
  name: question,
  acceptedAnswer: { '@type': 'Answer', text: textOf(answer) },
})
