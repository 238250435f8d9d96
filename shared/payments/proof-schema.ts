import * as z from 'zod/mini'
import { Time } from '../contract.ts'

/** How many pictures of its transfer an order can have. */
export const maxProofs = 3
/** How often pictures can be added to one order, deleted ones included. */
export const maxProofUploads = 12
/** The largest file that is uploaded; what is stored is far smaller. */
export const maxProofBytes = 10 * 1024 * 1024
/** What browsers offer to choose. Phones convert their own formats to one of these. */
export const proofTypes = ['image/png', 'image/jpeg', 'image/webp'] as const
/** How long after asking for a picture staff can't ask for the same order again. */
export const proofRequestPauseMs = 10 * 60_000

/** A picture that shows an order's transfer, without the picture itself: only the order's owner and staff can open it. */
export const Proof = z.object({
  _id: z.string(),
  /** In pixels. */
  width: z.int(),
  height: z.int(),
  bytes: z.int(),
  at: Time,
})
export type Proof = z.infer<typeof Proof>

/** Response of POST /checkout/{id}/proofs, whose request is a form with the file. */
export const ProofUploadOutput = z.object({ data: Proof, message: z.string() })

type ProofState = { proofRequestedAt: number | null; proofs: Proof[]; paymentStatus: string }

/** Whether staff asked for a picture of the transfer and none was added since. */
export const needsProof = ({ proofRequestedAt, proofs, paymentStatus }: ProofState) =>
  paymentStatus === 'paid' && proofRequestedAt !== null && !proofs.some(({ at }) => at >= proofRequestedAt)
