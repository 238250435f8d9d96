import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import type { DateOrder } from '../../../shared/statements/staff-schema.ts'
import { isFailure } from '../../api/call-failed.ts'
import { useClient } from '../../client-context.tsx'
import { errorMessage } from '../../lib/error-message.ts'
import { useToast } from '../../ui/toast.tsx'
import { uploadStatement } from './actions.ts'

type Answers = { account?: string; dates?: DateOrder }
/** What has to be answered before a file is imported. */
type Question = {
  kind: 'dates' | 'account'
  file: File
  answers: Answers
  message: string
  account: string
  /** The day that an example is in either order, where it is one. */
  days: Partial<Record<DateOrder, string | null>>
}
/** Why a file was not imported, and that stays until somebody has read it. */
type Refusal = { name: string; message: string }

/** Uploads a bank statement that is dropped on the page, or chosen by its button, and opens it. */
export function useStatementUpload() {
  const client = useClient()
  const toast = useToast()
  const [, navigate] = useLocation()
  const [busy, setBusy] = useState(false)
  const [question, setQuestion] = useState<Question | null>(null)
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const isMounted = useRef(true)
  useEffect(() => {
    isMounted.current = true
    return () => void (isMounted.current = false)
  }, [])

  async function upload(file: File, answers: Answers = {}) {
    if (busy) return
    setBusy(true)
    setQuestion(null)
    setRefusal(null)
    try {
      const { _id, added, known } = await uploadStatement(client, file, answers)
      toast(messageOf(added, known), { type: added === 0 ? 'info' : 'success' })
      // Staff who have gone on to another page stay there.
      if (isMounted.current) navigate(`/admin/statements/${_id}`)
    } catch (error) {
      const asked = questionOf(error, file, answers)
      if (asked) setQuestion(asked)
      else if (isFailure(error) && error.status >= 400 && error.status < 500)
        setRefusal({ name: file.name, message: error.message })
      else
        toast(errorMessage(error, 'The statement could not be read', 'Network error. Please try again.'), {
          type: 'error',
        })
    }
    setBusy(false)
  }
  return {
    busy,
    question,
    refusal,
    upload: (file: File, answers?: Answers) => void upload(file, answers),
    cancel() {
      setQuestion(null)
      setRefusal(null)
    },
  }
}

function messageOf(added: number, known: number): string {
  if (added === 0) return 'Every line of this statement has already been imported'
  const lines = `${added} ${added === 1 ? 'line' : 'lines'} imported`
  return known === 0 ? lines : `${lines}, ${known} already known`
}

function questionOf(error: unknown, file: File, answers: Answers): Question | null {
  if (!isFailure(error)) return null
  const account = typeof error.extra.account === 'string' ? error.extra.account : ''
  const days = (error.extra.days ?? {}) as Question['days']
  const common = { file, answers, message: error.message, account, days }
  if (error.code === 'dates_ambiguous') return { kind: 'dates', ...common }
  return error.code === 'other_account' ? { kind: 'account', ...common } : null
}
