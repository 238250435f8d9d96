import * as z from 'zod/mini'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
/** Who may call: anyone, somebody signed in, or staff. */
export type Who = 'anyone' | 'customer' | 'staff'

type Told<I, O, W> = {
  who: W
  /** One line for the API's description. */
  summary: string
  /** The query of a GET, the body of anything else. Unknown fields are refused. */
  input?: I
  /** The fields of the answer, besides `success`. */
  output: O
  /** `Idempotency-Key` is kept for it: the first successful answer is given again. */
  idempotent?: true
  /** The answer is the same for everyone and changes only with the catalogue's stream. */
  kept?: true
  /** The type of the file that the answer is, of `{name, text}`; whoever accepts JSON gets it as JSON. */
  download?: string
}

/** A call of the API: what is sent and what comes back, known to both sides. */
export type Route<
  P extends string = string,
  I extends z.ZodMiniObject = z.ZodMiniObject,
  O extends z.core.$ZodShape = z.core.$ZodShape,
  W extends Who = Who,
> = {
  method: Method
  path: P
  who: W
  summary: string
  input: I
  output: z.ZodMiniObject<O>
  idempotent: boolean
  kept: boolean
  download: string | null
}

type Nothing = z.ZodMiniObject<Record<never, never>, z.core.$strict>

const of =
  (method: Method) =>
  <const P extends string, O extends z.core.$ZodShape, const W extends Who, I extends z.ZodMiniObject = Nothing>(
    path: P,
    { who, summary, input, output, idempotent, kept, download }: Told<I, O, W>,
  ): Route<P, I, O, W> => ({
    method,
    path,
    who,
    summary,
    input: input ?? (z.strictObject({}) as unknown as I),
    output: z.object(output),
    idempotent: idempotent ?? false,
    kept: kept ?? false,
    download: download ?? null,
  })

export const get = of('GET')
export const post = of('POST')
export const put = of('PUT')
export const patch = of('PATCH')
export const del = of('DELETE')

type Names<P> = P extends `${string}:${infer N}/${infer R}`
  ? N | Names<R>
  : P extends `${string}:${infer N}`
    ? N
    : never
export type Params<P> = { [N in Names<P>]: string }
/** What a handler is asked: the decoded input and the ids in the path. */
export type Asked<R extends Route> = Params<R['path']> & z.output<R['input']>
/** What a caller gives. */
export type Args<R extends Route> = Params<R['path']> & z.output<R['input']>
export type Answer<R extends Route> = z.output<R['output']>

/** Words for the shapes that many nouns share. */

/** Dollars on the wire, with at most 2 decimals; cents in the program. */
const dollars = (least: number, error: string) =>
  z.codec(
    z.number({ error }).check(
      z.gte(least, { error }),
      z.lte(1e9, { error }),
      z.refine((value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-5, { error }),
    ),
    z.int(),
    { decode: (value) => Math.round(value * 100), encode: (cents) => cents / 100 },
  )
export const Dollars = dollars(0, 'must be an amount in dollars, 0 or more, with at most 2 decimals')
export const SignedDollars = dollars(-1e9, 'must be an amount in dollars with at most 2 decimals')

/** ISO 8601 in UTC on the wire; milliseconds since 1970 in the program. */
export const Time = z.codec(z.iso.datetime(), z.int(), {
  decode: (iso) => Date.parse(iso),
  encode: (ms) => new Date(ms).toISOString(),
})

/** A whole number, written as text in a query. */
export const wholeInQuery = (least: number, most: number) =>
  z.codec(
    z.string().check(
      z.maxLength(12),
      z.refine((text) => /^-?\d+$/.test(text) && Number(text) >= least && Number(text) <= most, {
        error: `must be a whole number from ${least} to ${most}`,
      }),
    ),
    z.int(),
    { decode: Number, encode: String },
  )

/** Dollars, written as text in a query; cents in the program. */
export const DollarsInQuery = z.codec(
  z.string().check(
    z.maxLength(16),
    z.refine((text) => /^\d+(\.\d{1,2})?$/.test(text) && Number(text) <= 1e9, {
      error: 'must be an amount in dollars with at most 2 decimals',
    }),
  ),
  z.int(),
  { decode: (text) => Math.round(Number(text) * 100), encode: (cents) => String(cents / 100) },
)

/** A page of a list: how many at most, and where the page before it ended. */
export const Page = {
  limit: z.optional(wholeInQuery(1, 100)),
  cursor: z.optional(z.string().check(z.maxLength(200))),
}

export const Id = z.string().check(z.minLength(1), z.maxLength(40))
