import * as z from 'zod'

/** A whole number from `min` to `max`. @param expected completes "expected …" */
export const integer = (min: number, max: number, expected: string) =>
  z.string().regex(/^\d+$/, expected).transform(Number).pipe(z.number().min(min, expected).max(max, expected))

/** A line of text without control characters; optional. @param expected completes "expected …" */
export const oneLine = (expected: string, maxLength: number) =>
  z
    .string()
    .max(maxLength, expected)
    .refine((text) => text.trim() !== '' && !/[\p{C}\p{Zl}\p{Zp}]/u.test(text), expected)
    .transform((text) => text.trim())
    .optional()
/** The address of an email, in its plain form. */
export const email = z
  .string()
  .regex(/^[^\s@<>(),;:"\\[\]]+@[a-z\d.-]+\.[a-z\d-]+$/i, 'an email address, such as help@example.com')
